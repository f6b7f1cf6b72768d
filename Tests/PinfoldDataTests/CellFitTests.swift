import Pinfold
import PinfoldData
import TestSupport
import Testing

/// Clusters of cells that were made for a strategy are those of the points.
@Suite("Cells for a strategy")
struct CellFitTests {
  private static let plan = CellPlan(zooms: 0...8, side: 8)

  /// Towns of points, from coincident ones to some that are wider than a cell, many of them around ±180°.
  private static func towns(_ count: Int = 3000, groups: Bool = true) -> PointColumns {
    var random = SplitMix64(seed: 11)
    var columns = PointColumns()
    for town in 0..<count / 30 {
      let longitude = town % 4 == 0 ? 179.99 : Double(random.below(360_000)) / 1000 - 180
      let latitude = Double(random.below(160_000)) / 1000 - 80
      let width = [0, 0.001, 0.05, 2][town % 4]
      for _ in 0..<30 {
        let east = longitude + width * (Double(random.below(2001)) / 1000 - 1)
        columns.longitude.append(east > 180 ? east - 360 : east < -180 ? east + 360 : east)
        columns.latitude.append(latitude + width * (Double(random.below(2001)) / 1000 - 1))
      }
    }
    columns.ids = .integers((0..<Int64(columns.count)).map { $0 })
    columns.weight = (0..<columns.count).map { _ in Double(random.below(5) + 1) }
    if groups {
      columns.groupNames = ["a", "b"]
      columns.group = (0..<columns.count).map { _ in Int32(random.below(3)) - 1 }
    }
    return columns
  }

  private static func cells(
    _ columns: PointColumns, for strategy: any ClusteringStrategy, _ plan: CellPlan = plan
  ) throws -> Cells {
    var plan = plan
    let fit = try CellFit(strategy, named: "it", plan)
    plan.fit = fit
    let points = try PointSet(columns)
    let parts =
      fit.means == .parts ? try plan.parts(of: points, by: strategy, context: RunContext()) : nil
    return try Cells(of: points, plan, hasIDs: true, parts: parts)
  }

  /// Every cluster of the world.
  private static func clusters(
    of columns: PointColumns, by strategy: any ClusteringStrategy, atZoom zoom: Int
  ) throws -> [CellCluster] {
    let points = try PointSet(columns)
    return try Clusterer(strategy).build(points).frame(for: .world(atZoom: zoom, of: points.projection))
      .cellClusters
  }

  private static let strategies: [any ClusteringStrategy] = [
    .quadtree(), .quadtree(cellSize: 8), .quadtree(cellSize: 100, capacity: 1), .grid(cellSize: 5),
    .grid(cellSize: 50, finer: true), .grid(cellSize: 37, anchor: .continuous),
  ]

  @Test(
    "merged from any parts in any order they have the points' own clusters at every zoom",
    arguments: strategies.indices, [true, false])
  func clusters(strategy index: Int, groups: Bool) throws {
    let strategy = Self.strategies[index]
    let columns = Self.towns(groups: groups)
    let whole = try Self.cells(columns, for: strategy)
    let stand = whole.columns()
    for zoom in 0...8 {
      let mine = try Self.clusters(of: columns, by: strategy, atZoom: zoom)
      let theirs = try Self.clusters(of: stand, by: strategy, atZoom: zoom)
      #expect(theirs.elementsEqual(mine, by: CellCluster.agree), "zoom \(zoom)")
    }
    try whole.expectMergedParts(of: columns.count) { try Self.cells(columns.reordered($0), for: strategy) }
  }

  @Test("points without weight stay in their clusters where strategies cut cells", arguments: [3, 4, 5])
  func weightless(strategy index: Int) throws {
    let strategy = Self.strategies[index]
    var columns = Self.towns()
    columns.weight = columns.weight?.map { $0 > 3 ? $0 : 0 }
    let stand = try Self.cells(columns, for: strategy).columns()
    func counts(_ columns: PointColumns, _ zoom: Int) throws -> [String] {
      let points = try PointSet(columns)
      let frame = try Clusterer(strategy).build(points)
        .frame(for: .world(atZoom: zoom, of: points.projection))
      return (0..<frame.count).map {
        "\(frame.groupName(of: $0) ?? "") \(frame.pointCount(of: $0)) \(frame.weights[$0])"
      }.sorted()
    }
    for zoom in 0...8 { #expect(try counts(stand, zoom) == counts(columns, zoom), "zoom \(zoom)") }
  }

  @Test("without boxes quadtrees of the same cells differ: they are what makes the difference")
  func plain() throws {
    let columns = Self.towns()
    let stand = try Cells(of: try PointSet(columns), Self.plan, hasIDs: true).columns()
    let differ = try (0...8).filter {
      try !Self.clusters(of: stand, by: .quadtree(cellSize: 8), atZoom: $0).elementsEqual(
        Self.clusters(of: columns, by: .quadtree(cellSize: 8), atZoom: $0), by: CellCluster.agree)
    }
    #expect(!differ.isEmpty)
  }

  @Test("parts are told at the deepest zoom alone, and add up to its squares")
  func parts() throws {
    let columns = Self.towns()
    let cut = try Self.cells(columns, for: .grid(cellSize: 37, anchor: .continuous))
    let squares = try Cells(of: try PointSet(columns), Self.plan, hasIDs: true)
    #expect(cut.deepest.count > squares.deepest.count)
    #expect(cut.cells.count - cut.deepest.count == squares.cells.count - squares.deepest.count)
    #expect(cut.cells.allSatisfy { ($0.part != 0) == ($0.zoom == 8) })
    let joined = cut.cells.map { cell in
      var cell = cell
      cell.part = 0
      return cell
    }
    #expect(try Cells(squares.plan, joined) == squares)
  }

  @Test("cells for one strategy do not add up with those for another or for none")
  func different() throws {
    let columns = Self.towns(60)
    let quadtree = try Self.cells(columns, for: .quadtree())
    for other in [
      try Self.cells(columns, for: .grid()), try Cells(of: try PointSet(columns), Self.plan, hasIDs: true),
    ] {
      var cells = quadtree
      #expect(throws: DataError.self) { try cells.add(other, source: "a", named: "b") }
    }
  }

  @Test("strategies that cells cannot have are refused, and why")
  func refused() {
    func reason(_ strategy: any ClusteringStrategy) -> String? {
      do throws(CellFit.Mistake) { _ = try CellFit(strategy, named: "it", Self.plan) } catch {
        return error.reason
      }
      return nil
    }
    for strategy: any ClusteringStrategy in [
      .radius(), .pca(), .grid(anchor: .viewport), .quadtree(cut: .region), NoneStrategy(),
    ] {
      #expect(reason(strategy)?.hasPrefix("which points share a cluster depends on other points") == true)
    }
    #expect(
      reason(.quadtree(cellSize: 7))
        == "its clusters may be 7 pixels wide at zoom 8, where a cell is 8 wide; choose a smaller --cell")
  }

  @Test(
    "what is no row of such cells is told with its line",
    arguments: [
      ("part", "0-1/8/s,1,0,0,1,1,5,5,,00000000000000ff", "none"),
      ("part", "0-1/8,1,0,0,1,1,5,5,,00000000000000ff", "cells are '0-1/8'; expected is as in"),
      ("part", "0-1/8/s,1,0,0,1,1,5,5,,ff", "part is 'ff'; 16 hexadecimal digits"),
      ("part", "0-1/8/s,1,0,0,1,1,5,5,,", "part is ''"),
      ("part", "0-1/8/s,0,0,0,1,1,5,5,,00000000000000ff", "a part at a zoom before the deepest"),
      ("west,east,north,south", "0-1/8/s,1,0,0,1,1,5,5,,5,5,5,5", "none"),
      ("west,east,north,south", "0-1/8/s,1,0,0,1,1,5,5,,4,x,4,6", "east is 'x'"),
      ("west,east,north,south", "0-1/8/s,1,0,0,1,1,5,5,,6,9,4,6", "the mean of x is outside of its box"),
      ("west,east,north,south", "0-1/8/s,1,0,0,1,1,5,5,,4,6,9,4", "the box along y is none of its cell"),
      (
        "west,east,north,south", "0-1/8/s,1,0,0,1,1,5,5,,4,4294967295,4,6",
        "the box along x is none of its cell"
      ),
    ])
  func damaged(columns: String, row: String, reason: String) throws {
    let text = "cells,zoom,column,row,count,weight,x,y,ids,\(columns)\n\(row)\n"
    do {
      let cells = try Cells.read(bytes: Array(text.utf8), source: "c.csv")
      #expect(reason == "none" && cells?.cells.count == 1)
    } catch {
      #expect("\(error)".hasPrefix("c.csv: damaged cells: line 2: \(reason)"), "\(error)")
    }
  }
}
