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
    lua.about(
      "Values sorted into groups, numbered in the order of their first values.",
      example: "groups = points:grid(60):group()")
    lua.getter("labels", "column", "The group of each value.") { $0.groups.labels }
    lua.getter("counts", "column", "The number of values in each group.") { $0.counts }
    lua.getter("first", "column", "The index of each group's first value.") { $0.first }
    lua.method(
      "sum", "(values: column): column",
      "The sum of each group's values; integers for integers, missing beyond 64 bits."
    ) {
      (groups, call: LuaCall, values: LuaColumn) in
      try groups.groups.sums(groups.checked(values), call)
    }
    lua.method(
      "mean", "(values: column): column",
      "The mean of each group's values; for points' x the shorter way around, as for min and max."
    ) { (groups, call: LuaCall, values: LuaColumn) in
      LuaColumn(try groups.groups.means(groups.checked(values), call))
    }
    let ends = [("min", "minimum", true), ("max", "maximum", false)]
    for (name, end, isLeast) in ends {
      lua.method(name, "(values: column): column", "The \(end) of each group's values.") {
        (groups, call: LuaCall, values: LuaColumn) in
        try groups.groups.extremes(groups.checked(values), call, isLeast: isLeast)
      }
    }
    for (name, end, isLeast) in ends {
      lua.method("arg\(name)", "(values: column): column", "The index of the \(end) of each group's values.")
      {
        (groups, call: LuaCall, values: LuaColumn) in
        LuaColumn(
          try groups.groups.places(ofLeast: isLeast, groups.checked(values), call).map { Int64($0 + 1) })
      }
    }
    lua.method("members", "(group: integer): column", "The indices of a group's values.") {
      (groups, group: Int) in try groups.members(group)
    }
    lua.method(
      "relabel", "(parents: column): groups",
      "Merges the groups with equal parents, which are any integers."
    ) { (groups, call: LuaCall, parents: LuaColumn) in
      try groups.relabelled(parents, call)
    }
    lua.method(
      "cross", "(others: groups): groups", "The intersections of the groups here and there.",
      example: "cells:cross(points.groups)"
    ) { (groups, call: LuaCall, others: GroupsObject) in
      try groups.checkCount(of: others)
      return GroupsObject(try groups.groups.crossed(with: others.groups, call))
    }
    lua.method(
      "whole", "(spots: groups): groups",
      "The groups with coincident points kept together: each spot joins the group of its first value.",
      example: #"points:groupby("country"):whole(points.spots)"#
    ) { (groups, call: LuaCall, spots: GroupsObject) in
      try groups.checkCount(of: spots)
      return GroupsObject(try groups.groups.whole(spots.groups, call))
    }
    lua.metamethod(.length, "integer", "The number of groups.") { (groups: GroupsObject) in
      groups.groups.count
    }
    lua.metamethod(.toString) { (groups: GroupsObject) in
      "groups: \(groups.groups.count) of \(groups.groups.labels.count) values"
    }
  }

  private func checked(_ column: LuaColumn) throws -> LuaColumn {
    guard column.count == groups.labels.count else {
      throw LuaArgumentError(2, "a column of \(groups.labels.count) values expected, got \(column.count)")
    }
    return column
  }

  private func checkCount(of others: GroupsObject) throws {
    let (count, given) = (groups.labels.count, others.groups.labels.count)
    if count != given {
      throw LuaArgumentError(2, "groups of \(count) values expected, got groups of \(given)")
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
