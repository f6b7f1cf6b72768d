package import Lua
import Pinfold

extension PointsObject {
  /// For each point, the index of its section in the set's list.
  package var sectionNumbers: [Int] {
    let sections = points.sections
    var number = 0
    return indices.map { index in
      // Neighbors in canonical order are of one section but for a few.
      if !sections[number].range.contains(Int(index)) {
        number = sections.firstIndex { $0.range.contains(Int(index)) } ?? number
      }
      return number
    }
  }

  /// The index that `build` saw each point under; outside of strategies the index here.
  package func builtIndices(_ call: LuaCall) throws -> LuaColumn {
    guard let built else {
      return try call.column(rows: indices.count) { i in UInt32(i + 1) }
    }
    var before = [0]
    for range in built { before.append(before[before.count - 1] + range.count) }
    var number = 0
    return try column(call) { index -> UInt32 in
      if !built[number].contains(index) { number = built.firstIndex { $0.contains(index) } ?? number }
      return UInt32(before[number] + index - built[number].lowerBound + 1)
    }
  }

  /// The name of a section's group; empty for points without one.
  package func groupName(ofSection number: Int) -> String {
    let group = points.sections[number].group
    return group < 0 ? "" : points.groupNames[Int(group)]
  }

  /// The points of each group.
  package func groups(_ call: LuaCall) throws -> GroupsObject {
    let sections = points.sections
    return GroupsObject(
      try Groups(keys: LuaColumn(sectionNumbers.map { Int64(sections[$0].group) }), call))
  }

  /// A whole number for each point, equal where an attribute has equal values; missing ones are equal.
  func attributeKeys(_ name: String, _ call: LuaCall) throws -> LuaColumn {
    switch try points.attribute(named: name).values {
    case .numbers(let values):
      // Both zeros alike, and every NaN.
      return try column(call) { index -> Int64 in
        let value = values[index].isNaN ? .nan : values[index] + 0
        return Int64(bitPattern: value.bitPattern)
      }
    case .integers(let values): return try column(call) { values[$0] }
    case .booleans(let values):
      return try column(call) { index -> Int64 in values[index].map { $0 ? 2 : 1 } ?? 0 }
    case .texts(let values):
      var numbers: [ExactText: Int64] = [:]
      return try column(call) { index -> Int64 in
        guard let text = values[index].map({ ExactText($0) }) else { return 0 }
        if let number = numbers[text] { return number }
        numbers[text] = Int64(numbers.count + 1)
        return numbers[text] ?? 0
      }
    }
  }
}
