import Lua
import Pinfold

/// What columns offer to scripts beyond reading cells: whole-column arithmetic, comparison, reduction and grouping.
enum ColumnLibrary {
  /// Adds the operations to a state, and `column{…}` to make a column of a table.
  static func open(in state: LuaState) {
    state.define("column") { (values: [Double]) in LuaColumn(values) }
    state.extend(LuaColumn.self) { lua in
      arithmetic(lua)
      comparison(lua)
      reduction(lua)
      selection(lua)
    }
  }

  private static func arithmetic(_ lua: LuaClass<LuaColumn>) {
    func binary(_ operation: LuaMetamethod, _ combine: @escaping (Double, Double) -> Double) {
      lua.metamethod(operation) { (a: Operand, b: Operand) in try Operand.combine(a, b, combine) }
    }
    binary(.add, +)
    binary(.subtract, -)
    binary(.multiply, *)
    binary(.divide, /)
    binary(.floorDivide) { ($0 / $1).rounded(.down) }
    binary(.modulo) { $0 - ($0 / $1).rounded(.down) * $1 }
    lua.metamethod(.negate) { (a: LuaColumn, _: LuaValue) in a.mapped { -$0 } }
    lua.method("floor") { column in column.mapped { $0.rounded(.down) } }
    lua.method("abs") { column in column.mapped(abs) }
    lua.method("sqrt") { column in column.mapped { $0.squareRoot() } }
    lua.metamethod(.toString) { (column: LuaColumn) in "column: \(column.count) values" }
  }

  /// Comparisons answer masks: columns of 1 where it holds and 0 elsewhere. Lua turns the result of `<` into true or
  /// false, so these have names.
  private static func comparison(_ lua: LuaClass<LuaColumn>) {
    func mask(_ name: String, _ holds: @escaping (Double, Double) -> Bool) {
      lua.method(name) { (column, other: Operand) in
        try Operand.combine(.column(column), other) { holds($0, $1) ? 1 : 0 }
      }
    }
    mask("lt", <)
    mask("le", <=)
    mask("gt", >)
    mask("ge", >=)
    mask("eq", ==)
    mask("ne", !=)
  }

  private static func reduction(_ lua: LuaClass<LuaColumn>) {
    lua.method("sum") { column in column.withNumbers { $0.reduce(0, +) } }
    lua.method("mean") { column in
      column.withNumbers { $0.isEmpty ? nil : $0.reduce(0, +) / Double($0.count) }
    }
    lua.method("min") { column in column.withNumbers { $0.min() } }
    lua.method("max") { column in column.withNumbers { $0.max() } }
    lua.method("argmin") { column in column.withNumbers { numbers in place(of: numbers, <) } }
    lua.method("argmax") { column in column.withNumbers { numbers in place(of: numbers, >) } }
  }

  /// The place, from 1, of the value that precedes all others; the first of several; nil in an empty column.
  private static func place(of numbers: UnsafeBufferPointer<Double>, _ precedes: (Double, Double) -> Bool)
    -> Int?
  {
    guard !numbers.isEmpty else { return nil }
    var best = 0
    for place in numbers.indices where precedes(numbers[place], numbers[best]) { best = place }
    return best + 1
  }

  private static func selection(_ lua: LuaClass<LuaColumn>) {
    lua.method("sort") { (column: LuaColumn) -> LuaColumn in
      // NaN has no order of its own; it goes last, so that the result does not depend on where it was.
      LuaColumn(column.withNumbers { $0.sorted { $0 < $1 || !$0.isNaN && $1.isNaN } })
    }
    lua.method("take") { (column: LuaColumn, places: LuaColumn) throws -> LuaColumn in
      try column.taking(places.withNumbers { Array($0) })
    }
    lua.method("filter") { (column: LuaColumn, mask: LuaColumn) throws -> LuaColumn in
      guard mask.count == column.count else {
        throw LuaArgumentError(2, "a mask of \(column.count) values expected, got \(mask.count)")
      }
      return column.withNumbers { numbers in
        mask.withNumbers { mask in LuaColumn(numbers.indices.filter { mask[$0] != 0 }.map { numbers[$0] }) }
      }
    }
    lua.method("group") { (column: LuaColumn) throws -> GroupsObject in
      if let groups = column.withCells(as: Int64.self, { Groups(keys: Array($0)) }) {
        return GroupsObject(groups)
      }
      let keys = column.withNumbers { $0.map { Int64(exactly: $0.rounded()) } }
      guard !keys.contains(nil) else { throw LuaArgumentError(1, "whole numbers expected") }
      return GroupsObject(Groups(keys: keys.compactMap { $0 }))
    }
  }
}

/// One side of an operation on columns: a column, or a number that stands for a column of it.
private enum Operand: LuaReadable {
  case column(LuaColumn)
  case number(Double)

  static func read(from call: LuaCall, at index: Int32) throws -> Operand {
    if let column = try? LuaColumn.read(from: call, at: index) { return .column(column) }
    if let number = try? Double.read(from: call, at: index) { return .number(number) }
    let found = LuaValue.read(from: call, at: index).typeName
    throw LuaTypeError("number or column expected, got \(found)")
  }

  static func combine(_ a: Operand, _ b: Operand, _ operation: (Double, Double) -> Double) throws -> LuaColumn
  {
    switch (a, b) {
    case (.column(let a), .column(let b)):
      guard a.count == b.count else {
        throw LuaError(.runtime, "columns of \(a.count) and \(b.count) values do not go together")
      }
      return a.withNumbers { a in b.withNumbers { b in LuaColumn(a.indices.map { operation(a[$0], b[$0]) }) }
      }
    case (.column(let a), .number(let b)): return a.mapped { operation($0, b) }
    case (.number(let a), .column(let b)): return b.mapped { operation(a, $0) }
    case (.number(let a), .number(let b)): return LuaColumn([operation(a, b)])
    }
  }
}

extension LuaColumn {
  /// The values at some places, counted from 1.
  fileprivate func taking(_ places: [Double]) throws -> LuaColumn {
    let numbers = withNumbers { Array($0) }
    return LuaColumn(
      try places.map { place in
        guard let index = Int(exactly: place), numbers.indices.contains(index - 1) else {
          throw LuaArgumentError(2, "places from 1 to \(numbers.count) expected, got \(place)")
        }
        return numbers[index - 1]
      })
  }

  fileprivate func mapped(_ transform: (Double) -> Double) -> LuaColumn {
    LuaColumn(withNumbers { $0.map(transform) })
  }
}
