import Lua
import Pinfold

/// Groups of points as a script sees them; groups and places are counted from 1.
final class GroupsObject: LuaObject, @unchecked Sendable {
  static let luaName = "groups"

  let groups: Groups
  private lazy var byGroup = groups.byGroup

  init(_ groups: Groups) { self.groups = groups }

  var luaNativeBytes: Int { groups.labels.count * 4 + groups.count * 16 }

  static func describe(_ lua: LuaClass<GroupsObject>) {
    lua.getter("labels") { LuaColumn($0.groups.labels.map { $0 + 1 }) }
    lua.getter("counts") { LuaColumn($0.groups.counts.map { Int64($0) }) }
    lua.getter("first") { LuaColumn($0.groups.first.map { Int64($0 + 1) }) }
    lua.method("sum") { (groups, column: LuaColumn) in try groups.reduce(column) { $0.sums($1) } }
    lua.method("mean") { (groups, column: LuaColumn) in try groups.reduce(column) { $0.means($1) } }
    lua.method("min") { (groups, column: LuaColumn) in try groups.reduce(column) { $0.minima($1) } }
    lua.method("max") { (groups, column: LuaColumn) in try groups.reduce(column) { $0.maxima($1) } }
    lua.method("argmin") { (groups, column: LuaColumn) in try groups.best(column, <) }
    lua.method("argmax") { (groups, column: LuaColumn) in try groups.best(column, >) }
    lua.method("members") { (groups, group: Int) in try groups.members(group) }
    lua.method("relabel") { (groups, parents: LuaColumn) in try groups.relabelled(parents) }
    lua.metamethod(.length) { (groups: GroupsObject) in groups.groups.count }
    lua.metamethod(.toString) { (groups: GroupsObject) in
      "groups: \(groups.groups.count) of \(groups.groups.labels.count) values"
    }
  }

  private func numbers(_ column: LuaColumn) throws -> [Double] {
    guard column.count == groups.labels.count else {
      throw LuaArgumentError(2, "a column of \(groups.labels.count) values expected, got \(column.count)")
    }
    return column.withNumbers { Array($0) }
  }

  private func reduce(_ column: LuaColumn, _ fold: (Groups, [Double]) -> [Double]) throws -> LuaColumn {
    LuaColumn(fold(groups, try numbers(column)))
  }

  private func best(_ column: LuaColumn, _ precedes: (Double, Double) -> Bool) throws -> LuaColumn {
    LuaColumn(groups.best(try numbers(column), precedes).map { Int64($0 + 1) })
  }

  private func members(_ group: Int) throws -> LuaColumn {
    guard (1...max(1, groups.count)).contains(group), groups.count > 0 else {
      throw LuaArgumentError(2, "a group from 1 to \(groups.count) expected, got \(group)")
    }
    return LuaColumn(byGroup.places[byGroup.starts[group - 1]..<byGroup.starts[group]].map { $0 + 1 })
  }

  /// Joins groups that have one parent: `parents[g]` is any number that stands for the new group.
  private func relabelled(_ parents: LuaColumn) throws -> GroupsObject {
    guard parents.count == groups.count else {
      throw LuaArgumentError(2, "a column of \(groups.count) values expected, got \(parents.count)")
    }
    let keys = parents.withNumbers { $0.map { Int64(exactly: $0.rounded()) } }
    guard !keys.contains(nil) else { throw LuaArgumentError(2, "whole numbers expected") }
    return GroupsObject(Groups(keys: groups.labels.map { keys[Int($0)] ?? 0 }))
  }
}
