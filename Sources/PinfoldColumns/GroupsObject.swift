package import Lua
import Pinfold

/// Groups of points as a script sees them; groups and indices are counted from 1.
package final class GroupsObject: LuaObject, @unchecked Sendable {
  package static let luaName = "groups"

  package let groups: Groups
  private lazy var byGroup = groups.byGroup
  private lazy var counts = LuaColumn(groups.counts.map { Int64($0) })
  private lazy var first = LuaColumn(groups.first.map { Int64($0 + 1) })

  package init(_ groups: Groups) { self.groups = groups }

  /// Includes what is made when first needed.
  package var luaNativeBytes: Int { groups.labels.count * 8 + groups.count * 40 }

  package static func describe(_ lua: LuaClass<GroupsObject>) {
    lua.getter("labels") { $0.groups.labels }
    lua.getter("counts") { $0.counts }
    lua.getter("first") { $0.first }
    lua.method("sum") { (groups, call: LuaCall, values: Values) in
      try groups.groups.sums(values.of(groups), call)
    }
    lua.method("mean") { (groups, call: LuaCall, values: Values) in
      LuaColumn(try groups.groups.means(values.of(groups), call))
    }
    lua.method("min") { (groups, call: LuaCall, values: Values) in
      try groups.groups.extremes(values.of(groups), call, isLeast: true)
    }
    lua.method("max") { (groups, call: LuaCall, values: Values) in
      try groups.groups.extremes(values.of(groups), call, isLeast: false)
    }
    lua.method("argmin") { (groups, call: LuaCall, values: Values) in
      LuaColumn(try groups.groups.places(ofLeast: true, values.of(groups), call).map { Int64($0 + 1) })
    }
    lua.method("argmax") { (groups, call: LuaCall, values: Values) in
      LuaColumn(try groups.groups.places(ofLeast: false, values.of(groups), call).map { Int64($0 + 1) })
    }
    lua.method("members") { (groups, group: Int) in try groups.members(group) }
    lua.method("relabel") { (groups, call: LuaCall, parents: LuaColumn) in
      try groups.relabelled(parents, call)
    }
    lua.method("cross") { (groups, call: LuaCall, others: GroupsObject) in
      let (count, given) = (groups.groups.labels.count, others.groups.labels.count)
      guard count == given else {
        throw LuaArgumentError(2, "groups of \(count) values expected, got groups of \(given)")
      }
      return GroupsObject(try groups.groups.crossed(with: others.groups, call))
    }
    lua.metamethod(.length) { (groups: GroupsObject) in groups.groups.count }
    lua.metamethod(.toString) { (groups: GroupsObject) in
      "groups: \(groups.groups.count) of \(groups.groups.labels.count) values"
    }
  }

  /// A column with a value for each element that was grouped.
  private struct Values: LuaReadable {
    private let column: LuaColumn

    static func read(from call: LuaCall, at index: Int32) throws -> Values {
      Values(column: try LuaColumn.read(from: call, at: index))
    }

    func of(_ groups: GroupsObject) throws -> LuaColumn {
      let count = groups.groups.labels.count
      guard column.count == count else {
        throw LuaArgumentError(2, "a column of \(count) values expected, got \(column.count)")
      }
      return column
    }
  }

  private func members(_ group: Int) throws -> LuaColumn {
    guard (1...max(1, groups.count)).contains(group), groups.count > 0 else {
      throw LuaArgumentError(2, "a group from 1 to \(groups.count) expected, got \(group)")
    }
    return LuaColumn(byGroup.places[byGroup.starts[group - 1]..<byGroup.starts[group]].map { $0 + 1 })
  }

  /// Joins groups that have one parent: `parents[g]` is any whole number that stands for the new group.
  private func relabelled(_ parents: LuaColumn, _ call: LuaCall) throws -> GroupsObject {
    guard parents.count == groups.count else {
      throw LuaArgumentError(2, "a column of \(groups.count) values expected, got \(parents.count)")
    }
    return GroupsObject(try groups.joined(by: Groups(keys: parents, call), call))
  }
}
