package import Pinfold

/// Points added up in cells. All sums are of whole numbers, so they do not depend on how points were split,
/// or on their order.
package struct Cells: Sendable, Equatable {
  package let plan: CellPlan

  /// The cells that have points, in the order of ``Cell/precedes(_:)``.
  package private(set) var cells: [Cell]
  static let groupColumn = "group"

  /// Cells in any order, of which the same may come several times; `source` is the name in errors.
  package init(_ plan: CellPlan, _ cells: [Cell] = [], source: String = "cells") throws(DataError) {
    self.plan = plan
    self.cells = try Self.united(cells, plan, source)
  }

  package var pointCount: Int { deepest.reduce(0) { $0 &+ $1.count } }

  package var deepest: ArraySlice<Cell> {
    let first = cells.firstIndex { $0.zoom == UInt8(plan.zooms.upperBound) } ?? cells.endIndex
    return cells[first...]
  }

  /// Adds the cells of another part of the points; errors name both.
  ///
  /// - Throws: ``DataError/badCells(_:reason:)`` for cells of another plan.
  /// - Complexity: O(*c*), where *c* is the number of cells of both.
  package mutating func add(_ other: Cells, source: String, named name: String) throws(DataError) {
    guard plan == other.plan else {
      throw .badCells(
        name,
        reason: "cells of \(other.plan.inWords) do not add up with those of \(source), of \(plan.inWords)")
    }
    cells = try Self.united(cells + other.cells, plan, name)
  }

  /// The cells of all parts of the points; nil for no parts.
  ///
  /// - Parameter part: makes the cells of a part, one after another; nil for a part without any.
  package static func added(_ names: [String], _ part: (Int) throws -> Cells?) throws -> Cells? {
    var all: Cells?
    for (index, name) in names.enumerated() {
      guard let cells = try part(index) else { continue }
      if all == nil { all = cells } else { try all?.add(cells, source: names[0], named: name) }
    }
    return all
  }

  private static func united(
    _ cells: [Cell], _ plan: CellPlan, _ source: String
  ) throws(DataError) -> [Cell] {
    var united: [Cell] = []
    united.reserveCapacity(cells.count)
    // Takes linear time for lists in order behind each other, as Swift sorts by merging runs.
    for cell in cells.sorted(by: { $0.precedes($1) }) { try append(cell, to: &united, plan, source) }
    return united
  }

  /// Adds a cell to a list in which those of its square are the last ones.
  private static func append(
    _ cell: Cell, to cells: inout [Cell], _ plan: CellPlan, _ source: String
  ) throws(DataError) {
    for index in cells.indices.reversed() {
      guard cells[index].isInSquare(of: cell) else { break }
      guard cells[index].part == cell.part else { continue }
      guard cells[index].add(cell, plan) else {
        throw .tooLarge(source, reason: "a sum of a cell of zoom \(cell.zoom) is beyond 128 bits")
      }
      return
    }
    cells.append(cell)
  }

  /// The number of positions in a third of the world: x is counted from there, so that ±180° is inside a
  /// cell.
  static let phase = UInt32.max / 3

  /// Adds points up.
  ///
  /// - Parameters:
  ///   - hasIDs: whether their ids are their own, not the numbers of rows.
  ///   - parts: the part of its square that each point is in, where the plan fits a strategy that cuts
  ///     squares.
  ///   - source: the name of the points in errors.
  /// - Throws: ``DataError`` for a plane, points that never merge, columns of texts, and numbers beyond
  ///   2⁴⁰.
  /// - Complexity: O(*n* + *c*), where *n* is the number of points and *c* that of cells.
  package init(
    of points: PointSet, _ plan: CellPlan, hasIDs: Bool, parts: [UInt64]? = nil, source: String = "points",
    context: RunContext = RunContext()
  ) throws(DataError) {
    guard points.projection.wraps else {
      throw .badCells(source, reason: "cells are those of the globe, not of a plane")
    }
    guard points.sections.allSatisfy(\.mergeable) else {
      throw .badCells(source, reason: "points that never merge are in no cell; leave them out with --where")
    }
    var plan = plan
    plan.isGrouped = plan.isGrouped || !points.groupNames.isEmpty
    let columns = try plan.measures.map { (measure) throws(DataError) in
      try points.values(for: measure, source)
    }
    let (x, y, weights, order) = (points.x, points.y, points.weight, points.order)
    let hasBoxes = plan.fit?.means == .boxes
    let shift = UInt32(32 - plan.level(atZoom: plan.zooms.upperBound))
    let zoom = UInt8(plan.zooms.upperBound)
    var cells: [Cell] = []
    for section in points.sections {
      let group = section.group < 0 ? nil : points.groupNames[Int(section.group)]
      // Along the canonical order the points of a cell follow each other.
      for point in section.range {
        if point & 0xFFFF == 0 { try context.checkReading() }
        guard let weight = Millionths(weights?[point] ?? 1) else {
          throw .tooLarge(
            source, reason: "cells add up weights to 2^40; there is one of \(weights?[point] ?? 0)")
        }
        let east = x[point] &+ Self.phase
        let share = weight.units > 0 ? weight : Millionths(units: 1_000_000)
        let cell = Cell(
          group: group, column: east >> shift, row: y[point] >> shift, count: 1, weight: weight,
          x: share * east, y: share * y[point],
          measures: try columns.map { (value) throws(DataError) in try value(point) },
          part: parts?[point] ?? 0, ids: hasIDs ? order.clusterID(of: point..<point + 1).bits : nil,
          zoom: zoom,
          box: hasBoxes ? CellBox(west: east, east: east, north: y[point], south: y[point]) : nil)
        try Self.append(cell, to: &cells, plan, source)
      }
    }
    // Parts stand in the order of their first points.
    if parts != nil { cells.sort { $0.precedes($1) } }
    self.plan = plan
    self.cells = try Self.pyramid(cells, plan, source)
  }

  private static func pyramid(
    _ deepest: [Cell], _ plan: CellPlan, _ source: String
  ) throws(DataError) -> [Cell] {
    var levels = [deepest]
    for zoom in plan.zooms.reversed().dropFirst() {
      var level: [Cell] = []
      for cell in levels[levels.count - 1] {
        var cell = cell
        cell.zoom = UInt8(zoom)
        cell.part = 0
        cell.column >>= 1
        cell.row >>= 1
        try append(cell, to: &level, plan, source)
      }
      levels.append(level)
    }
    return levels.reversed().flatMap(\.self)
  }
}

extension PointSet {
  fileprivate func values(
    for measure: CellMeasure, _ source: String
  ) throws(DataError) -> (Int) throws(DataError) -> Millionths? {
    let name = measure.column
    func exact(_ value: Double) throws(DataError) -> Millionths? {
      guard let exact = Millionths(value) else {
        throw .tooLarge(source, reason: "'\(name)': cells add up values to 2^40; there is one of \(value)")
      }
      return exact
    }
    let one = Millionths(units: 1_000_000)
    let isCount = measure.kind == .count
    let values: Attribute.Values
    do { values = try attribute(named: name).values } catch {
      throw .badCells(source, reason: "\(error)")
    }
    guard isCount || values.kind != .text || values.presentRows.isEmpty else {
      throw .badCells(
        source, reason: "\(AttributeError.notNumbers(name, wantedFor: measure.kind.rawValue))")
    }
    return { (point) throws(DataError) in
      switch values.property(at: point) {
      case nil: nil
      case _ where isCount: one
      case .number(let value): try exact(value)
      case .integer(let value): try exact(Double(value))
      case .boolean(let truth): truth ? one : Millionths()
      case .text: one
      }
    }
  }
}
