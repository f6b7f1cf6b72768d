import Pinfold
import PinfoldData
import TestSupport
import Testing

/// Cells for the strategies that ship as plugins and lay cells from the world.
@Suite("Cells for plugins")
struct PluginCellsTests {
  private static func points(_ count: Int) -> PointColumns {
    var random = SplitMix64(seed: 3)
    var columns = PointColumns()
    for row in 0..<count {
      let isFar = row % 5 == 0
      columns.longitude.append(
        isFar ? 179.9 + Double(random.below(1000)) / 10_000 : Double(random.below(360_000)) / 1000 - 180)
      columns.latitude.append(Double(random.below(1700)) / 10 - 85)
    }
    columns.ids = .integers((0..<Int64(count)).map { $0 })
    columns.weight = (0..<count).map { _ in Double(random.below(4) + 1) }
    return columns
  }

  private static func clusters(_ map: ClusterMap, atZoom zoom: Int) throws -> [CellCluster] {
    try map.frame(for: .world(atZoom: zoom, of: map.points.projection)).cellClusters
  }

  @Test(
    "merged from any parts in any order they have the points' own clusters at every zoom",
    arguments: ["hexgrid", "geohash"])
  func clusters(name: String) throws {
    let clusterer = try ShippedPlugin(name).clusterer()
    let strategy = clusterer.strategy
    var plan = CellPlan(zooms: 0...5, side: 16)
    plan.fit = try CellFit(strategy, named: name, plan)
    func cells(_ columns: PointColumns) throws -> Cells {
      let points = try PointSet(columns)
      return try Cells(
        of: points, plan, hasIDs: true,
        parts: try plan.parts(of: points, by: strategy, context: RunContext()))
    }
    let columns = Self.points(2000)
    let whole = try cells(columns)
    let (mine, theirs) = try (
      clusterer.build(PointSet(columns)), clusterer.build(PointSet(whole.columns()))
    )
    for zoom in 0...5 {
      let found = try Self.clusters(theirs, atZoom: zoom)
      #expect(
        try found.elementsEqual(Self.clusters(mine, atZoom: zoom), by: CellCluster.agree), "zoom \(zoom)")
    }
    var random = SplitMix64(seed: 1)
    for parts in [2, 4, 7] {
      var rows = [[Int]](repeating: [], count: parts)
      for row in 0..<columns.count { rows[random.below(parts)].append(row) }
      var merged = try cells(columns.reordered(rows[parts - 1]))
      for part in 0..<parts - 1 {
        try merged.add(try cells(columns.reordered(rows[part])), source: "a", named: "b")
      }
      #expect(merged == whole)
    }
  }

  @Test("a strategy whose clusters have no cell is refused")
  func refused() throws {
    let strategy = try ShippedPlugin("dbscan").clusterer().strategy
    #expect(throws: CellFit.Mistake.self) {
      try CellFit(strategy, named: "dbscan", CellPlan(zooms: 0...5, side: 8))
    }
  }

  @Test("the cell of geohash is the hash that others know")
  func hash() throws {
    // The example of the format's own page, the world's corner, the south, and near 0, 0.
    for (longitude, latitude, wanted) in [
      (10.40744, 57.64911, "u4pruydqqvj"), (-179.9, -84.9, "00b"), (-58.5, -34.6, "69y7"), (3, 1, "s04"),
    ] {
      let map = try ShippedPlugin("geohash").clusterer(["precision": .integer(wanted.count)])
        .build(PointSet(PointColumns(longitude: [longitude], latitude: [latitude])))
      let frame = try map.frame(
        for: Viewport(
          center: Coordinate(longitude: longitude, latitude: latitude), zoom: 3, width: 500, height: 500))
      let field = try #require(frame.details?.fields.first { $0.name == "cell" })
      guard case .texts(let texts) = field.values else {
        Issue.record("no text")
        return
      }
      #expect(texts[0] == wanted)
    }
  }
}
