import Pinfold
import PinfoldData
import TestSupport
import Testing

/// Cells of any parts of the points are those of all, and grids of them are those of the points.
@Suite("Cells")
struct CellsTests {
  private static let plan = CellPlan(zooms: 0...12, side: 8)

  /// Towns with weights, groups and a column, some of them on both sides of ±180° and some of each other.
  private static func towns(_ count: Int = 4000, weights: Bool = true, groups: Bool = true) throws
    -> PointColumns
  {
    var random = SplitMix64(seed: 7)
    var columns = PointColumns()
    columns.ids = .integers((0..<Int64(count)).map { $0 * 3 })
    for row in 0..<count {
      let isFar = row % 3 == 0
      columns.longitude.append(
        isFar ? 179.9 + Double(random.below(2000)) / 10_000 : Double(random.below(3600)) / 10 - 180)
      columns.latitude.append(Double(random.below(1800)) / 10 - 90)
    }
    if weights { columns.weight = (0..<count).map { _ in Double(random.below(5)) / 2 + 0.5 } }
    if groups {
      columns.groupNames = ["rail", "bus, \"night\""]
      columns.group = (0..<count).map { _ in Int32(random.below(3)) - 1 }
    }
    let people = (0..<count).map { _ in random.below(4) == 0 ? .nan : Double(random.below(1000)) / 8 - 50 }
    columns.attributes = [Attribute(name: "people", values: .numbers(people))]
    return columns
  }

  private static func cells(_ columns: PointColumns, _ plan: CellPlan = plan) throws -> Cells {
    try Cells(of: try PointSet(columns), plan, hasIDs: columns.ids != nil)
  }

  private static func texts(_ text: String) -> TextColumn {
    var column = TextColumn()
    column.append(text)
    return column
  }

  private static func part(_ columns: PointColumns, _ rows: [Int]) throws -> PointColumns {
    let points = try PointSet(columns)
    return points.columns(in: rows.compactMap { points.index(of: .integer(Int64($0) * 3)) })
  }

  @Test("any split in any order of any number of parts adds up to the cells of all points, to the last bit")
  func split() throws {
    var plan = Self.plan
    plan.measures = [
      .init(.sum, of: "people"), .init(.count, of: "people"), .init(.min, of: "people"),
      .init(.max, of: "people"),
    ]
    let columns = try Self.towns()
    let whole = try Self.cells(columns, plan)
    try whole.expectMergedParts(of: columns.count) { try Self.cells(try Self.part(columns, $0), plan) }
  }

  @Test("sums of a cell are those that a loop over its points has, at every zoom")
  func oracle() throws {
    let columns = try Self.towns(500, groups: false)
    let points = try PointSet(columns)
    let cells = try Self.cells(columns)
    struct Place: Hashable { var zoom, column, row: Int }
    var counts: [Place: Int] = [:]
    var weights: [Place: Double] = [:]
    for point in 0..<points.count {
      for zoom in 0...12 {
        let shift = UInt32(32 - zoom - 5)
        let place = Place(
          zoom: zoom, column: Int((points.x[point] &+ 0x5555_5555) >> shift),
          row: Int(points.y[point] >> shift))
        counts[place, default: 0] += 1
        weights[place, default: 0] += points.weight?[point] ?? 1
      }
    }
    #expect(cells.cells.count == counts.count)
    for cell in cells.cells {
      let place = Place(zoom: Int(cell.zoom), column: Int(cell.column), row: Int(cell.row))
      #expect(cell.count == counts[place] && cell.weight.number == weights[place])
    }
  }

  @Test(
    "grids of cells have the points' own counts, weights and markers, through ±180° too",
    arguments: [true, false], [true, false])
  func grids(weights: Bool, groups: Bool) throws {
    let columns = try Self.towns(weights: weights, groups: groups)
    let points = try PointSet(columns)
    let stand = try PointSet(try Self.cells(columns).columns())
    for (zoom, size) in [(0.0, 60.0), (1, 8), (3.5, 60), (6, 11), (12, 8), (12, 64), (14, 60)] {
      let (one, other) = try (
        Clusterer(.grid(cellSize: size)).build(points), Clusterer(.grid(cellSize: size)).build(stand)
      )
      for longitude in [0.0, 180] {
        let view = Viewport(
          center: Coordinate(longitude: longitude, latitude: 20), zoom: zoom, width: 1024, height: 800)
        let (a, b) = (try one.frame(for: view), try other.frame(for: view))
        // A cluster may have its points in view, and its cells' means out of it, so only those of both are
        // compared.
        let (mine, theirs) = (a.cellClusters, b.cellClusters)
        let shared = mine.count { cluster in theirs.contains { CellCluster.agree(cluster, $0) } }
        #expect(Double(shared) >= 0.9 * Double(mine.count))
        let whole = Viewport(
          center: Coordinate(longitude: longitude, latitude: 0), zoom: min(zoom, 6), width: 16384,
          height: 16384)
        let (c, d) = (try one.frame(for: whole).cellClusters, try other.frame(for: whole).cellClusters)
        #expect(c.elementsEqual(d, by: CellCluster.agree))
      }
    }
  }

  @Test("a file of cells comes back as it was, from any order of rows, and twice as twice as many")
  func file() throws {
    let cells = try Self.cells(try Self.towns(300))
    var lines = String(decoding: cells.csv(), as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines[0] == "cells,zoom,column,row,count,weight,x,y,ids,group")
    lines[1...].reverse()
    let again = try #require(try Cells.read(bytes: Array(lines.joined(separator: "\r\n").utf8), source: "c"))
    #expect(again == cells)
    lines += lines.dropFirst()
    let twice = try #require(try Cells.read(bytes: Array(lines.joined(separator: "\n").utf8), source: "c"))
    #expect(twice.pointCount == 600 && twice.cells.count == cells.cells.count)
  }

  @Test("points without ids of their own have cells without; one such part leaves none")
  func withoutIDs() throws {
    var columns = try Self.towns(50, weights: false, groups: false)
    let named = try Self.cells(columns)
    columns.ids = nil
    var cells = try Self.cells(columns)
    #expect(cells.cells.allSatisfy { $0.ids == nil })
    try cells.add(named, source: "a", named: "b")
    #expect(cells.cells.allSatisfy { $0.ids == nil } && cells.pointCount == 100)
  }

  @Test("cells of other zooms, sides, groups or columns do not add up, and both are named")
  func different() throws {
    let columns = try Self.towns(20, groups: false)
    var cells = try Self.cells(columns)
    var measured = Self.plan
    measured.measures = [.init(.sum, of: "people")]
    for plan in [CellPlan(zooms: 0...11, side: 8), CellPlan(zooms: 0...12, side: 4), measured] {
      let other = try Self.cells(columns, plan)
      let error = #expect(throws: DataError.self) { try cells.add(other, source: "a.csv", named: "b.csv") }
      #expect(
        "\(try #require(error))"
          == "b.csv: cells of \(plan.inWords) do not add up with those of a.csv, of zooms 0 to 12, 8 pixels")
    }
  }

  @Test(
    "what is no row of cells is told with its line",
    arguments: [
      ("0-1/8,0,0,0,1,1,5,5,", "none"), ("0-1/8,0,32,0,1,1,5,5,", "column is '32', not in 0…31"),
      ("0-1/8,2,0,0,1,1,5,5,", "zoom is '2', not in 0…1"), ("0-1/7,0,0,0,1,1,5,5,", "cells are '0-1/7'"),
      ("0-2/8,0,0,0,1,1,5,5,", "cells 0-2/8 among cells 0-1/8"), ("0-1/8,0,0,0,0,1,5,5,", "count is '0'"),
      ("0-1/8,0,0,0,1,-1,5,5,", "weight is no number of 0 or more"),
      ("0-1/8,0,0,0,1,1e3,5,5,", "weight is '1e3', no decimal number"),
      ("0-1/8,0,1,0,1,1,5,5,", "the mean of x is outside of its cell"),
      ("0-1/8,0,0,0,1,1,5,5,0f", "ids are '0f'"),
      ("0-1/8,0,0,0,1,1,5", "no y"), ("0-1/8,0,0,0,1,1,5,5,,9", "more fields than columns"),
      ("0-1/8,0,0,0,1,1,5,99999999999999999999999999999999999999999,", "no decimal number"),
    ])
  func damaged(row: String, reason: String) throws {
    let header = "cells,zoom,column,row,count,weight,x,y,ids\n"
    let text = header + "0-1/8,1,0,0,1,1,5,5,\n" + row + "\n"
    do {
      let cells = try Cells.read(bytes: Array(text.utf8), source: "c.csv")
      #expect(reason == "none" && cells?.cells.count == 2)
    } catch {
      #expect(
        "\(error)".hasPrefix("c.csv: damaged cells: line 3: ") && "\(error)".contains(reason), "\(error)")
    }
  }

  @Test("cells are read as weighted points, and options for other data are refused")
  func points() throws {
    let cells = try Self.cells(try Self.towns(200))
    let data = try PointReader.read(bytes: cells.csv(), options: ReadOptions(), source: "c.csv")
    #expect(data.report.format == .cells && data.report.rows == cells.deepest.count)
    #expect(data.columns.weight?.reduce(0, +) == cells.deepest.reduce(0) { $0 + $1.weight.number })
    #expect(data.report.warnings.contains { $0.contains("of 200 points, zooms 0 to 12, 8 pixels, group") })
    #expect(
      throws: DataError.badOption(
        "--weight people", reason: "c.csv has cells, whose columns are what they are")
    ) {
      try PointReader.read(bytes: cells.csv(), options: ReadOptions(weight: "people"), source: "c.csv")
    }
    let rows = String(decoding: cells.csv(), as: UTF8.self).split(separator: "\n").filter {
      !$0.hasPrefix("0-12/8,0,")
    }
    #expect(throws: DataError.self) {
      try PointReader.read(
        bytes: Array(rows.joined(separator: "\n").utf8), options: ReadOptions(), source: "c.csv")
    }
  }

  @Test("a cell is selected as a whole, by conditions, boxes, samples and heads")
  func selected() throws {
    var plan = CellPlan(zooms: 0...4, side: 64)
    plan.measures = [.init(.sum, of: "people")]
    let cells = try Self.cells(try Self.towns(600, groups: false), plan)
    func read(_ change: (inout ReadOptions) throws -> Void) throws -> PointData {
      var options = ReadOptions()
      try change(&options)
      return try PointReader.read(bytes: cells.csv(), options: options, source: "c.csv")
    }
    func weight(_ data: PointData) -> Double { data.columns.weight?.reduce(0, +) ?? 0 }
    func counts(_ data: PointData) throws -> [Double] {
      guard
        case .numbers(let counts) = try #require(data.columns.attributes.first { $0.name == "cell_points" })
          .values
      else { return [] }
      return counts.filter { !$0.isNaN }
    }
    func expect(_ data: PointData, _ kept: [Cell], _ what: String) throws {
      #expect((weight(data) - kept.reduce(0) { $0 + $1.weight.number }).magnitude < 1e-6, "\(what)")
      #expect(try counts(data) == kept.map { Double($0.count) }, "\(what)")
      #expect(data.report.selection?.count == kept.count, "\(what)")
    }
    let all = Array(cells.deepest)
    #expect(all.contains { $0.count > 1 })
    try expect(
      try read { $0.condition = try Condition("people_sum > 10") },
      all.filter { ($0.measures[0]?.number ?? 0) > 10 }, "a sum")
    try expect(
      try read { $0.condition = try Condition("cell_points >= 2 or cell_points is missing") },
      all.filter { $0.count >= 2 }, "counts")
    try expect(try read { $0.head = 7 }, Array(all.prefix(7)), "head")
    let some = try read { $0.sample = 9 }
    #expect(try counts(some).count == 9 && some.report.selection?.count == 9)
    // No mean of a cell is on an edge of these boxes, which divide the world.
    let boxes = try [(-170.03, 0.03), (0.03, 170.03), (170.03, -170.03)].map { west, east in
      weight(try read { $0.bounds = CoordinateBounds(west: west, south: -90, east: east, north: 90) })
    }
    #expect((boxes.reduce(0, +) - all.reduce(0) { $0 + $1.weight.number }).magnitude < 1e-6)
  }

  @Test("numbers are exact to the millionth, and beyond their range they are none")
  func millionths() {
    for (text, back) in [
      ("0", "0"), ("12.50", "12.5"), ("-0.000001", "-0.000001"),
      ("340282366920938463463", "340282366920938463463"),
    ] {
      #expect(Millionths(text)?.text == back)
    }
    for text in ["", "-", ".5", "5.", "1.2345678", "+1", "1 ", "170141183460469231731687303715884.2"] {
      #expect(Millionths(text) == nil, "\(text)")
    }
    #expect(Millionths(.infinity) == nil && Millionths(.nan) == nil && Millionths(0x1p41) == nil)
    #expect(Millionths(0.1)?.text == "0.1" && Millionths(0.1)?.number == 0.1)
  }

  @Test("a strategy that separates everything shows each cell once, with its number of points")
  func separated() throws {
    let cells = try Self.cells(try Self.towns(500, groups: false), CellPlan(zooms: 0...4, side: 64))
    let points = try PointSet(cells.columns())
    for strategy: any ClusteringStrategy in [NoneStrategy(), .radius(maxZoom: 3)] {
      let frame = try Clusterer(strategy).build(points).frame(for: .world(atZoom: 6, of: points.projection))
      #expect(
        (0..<frame.count).map { frame.pointCount(of: $0) }.sorted() == cells.deepest.map(\.count).sorted())
    }
  }

  @Test("points without weight stand at their mean where a cell has no others, and weigh nothing")
  func weightless() throws {
    func stand(_ weights: [Double]) throws -> PointColumns {
      var columns = PointColumns(longitude: [1, 3], latitude: [1, 1])
      columns.weight = weights
      return try Self.cells(columns, CellPlan(zooms: 0...0, side: 16)).columns()
    }
    for (weights, mean) in [([0, 0], 2.0), ([0, 5], 3), ([2, 0], 1)] as [([Double], Double)] {
      let stand = try stand(weights)
      #expect(stand.count == 1 && stand.weight == [weights[0] + weights[1]])
      #expect((stand.longitude[0] - mean).magnitude < 1e-6)
    }
    // A file of an older version has no sums there.
    let text = "cells,zoom,column,row,count,weight,x,y,ids\n0-0/16,0,13,7,2,0,0,0,\n"
    let old = try PointReader.read(bytes: Array(text.utf8)).columns
    #expect(old.count == 1 && old.weight == [0] && old.longitude[0].magnitude < 22.5)
  }

  @Test("what has no cells is refused: a plane, points that never merge, weights beyond 2^40, texts")
  func refused() throws {
    func error(_ change: (inout PointColumns) -> Void, _ plan: CellPlan = Self.plan, planar: Bool = false)
      throws
      -> String
    {
      var columns = PointColumns(longitude: [1], latitude: [1])
      change(&columns)
      let points = try PointSet(
        columns, projection: planar ? .planar(PlanarExtent(minX: 0, minY: 0, side: 2)) : .mercator)
      let error = #expect(throws: DataError.self) { try Cells(of: points, plan, hasIDs: false) }
      return "\(try #require(error))"
    }
    #expect(try error({ _ in }, planar: true).contains("not of a plane"))
    #expect(try error({ $0.mergeable = [false] }).contains("never merge"))
    #expect(try error({ $0.weight = [0x1p41] }).contains("weights to 2^40"))
    var named = Self.plan
    named.measures = [.init(.sum, of: "name")]
    #expect(
      try error({ $0.attributes = [Attribute(name: "name", values: .texts(Self.texts("a")))] }, named)
        .contains("holds texts"))
  }
}

extension Cells {
  /// Deals rows out to some parts, and expects that their cells, added up in any order, are these to the
  /// byte.
  func expectMergedParts(of count: Int, _ cells: ([Int]) throws -> Cells) throws {
    var random = SplitMix64(seed: 3)
    for parts in [2, 4, 7] {
      var rows = [[Int]](repeating: [], count: parts)
      for row in 0..<count { rows[random.below(parts)].append(row) }
      var pieces = try rows.map(cells)
      pieces.swapAt(0, random.below(parts))
      var merged = pieces[0]
      for (index, piece) in pieces.dropFirst().enumerated() {
        // Half of them through a file.
        let read = index % 2 == 0 ? try #require(try Cells.read(bytes: piece.csv(), source: "part")) : piece
        try merged.add(read, source: "one", named: "other")
      }
      #expect(merged == self)
      #expect(merged.csv() == csv())
    }
  }
}
