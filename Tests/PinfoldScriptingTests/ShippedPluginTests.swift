import Foundation
import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import TestSupport
import Testing

@Suite("Plugins that ship")
struct ShippedPluginTests {
  @Test(
    "strategies keep their contract, whatever their parameters",
    arguments: [
      ("hexgrid", [:]), ("dbscan", [:]), ("dbscan", ["radius": .number(4000), "minPoints": .integer(2)]),
      ("dbscan", ["minPoints": .integer(1)]), ("geohash", [:]), ("geohash", ["precision": .integer(3)]),
      ("geohash", ["cellSize": .number(1)]), ("hierarchical", [:]),
      ("hierarchical", ["cellSize": .number(1), "maxZoom": .integer(24)]), ("grid-merge", [:]),
      ("grid-merge", ["scope": .choice("view")]), ("grid-merge", ["radius": .number(4096)]), ("meters", [:]),
      ("meters", ["radius": .number(500_000)]), ("meters", ["radius": .number(20_000_000)]),
    ] as [(String, ParameterValues)])
  func contract(name: String, values: ParameterValues) throws {
    let violations = try Contract(of: ShippedPlugin(name).clusterer(values)).violations(
      on: ShippedPlugin.samples())
    #expect(violations.isEmpty, "\(violations.map { "\($0.rule.name): \($0.seen)" })")
  }

  @Test("the others keep theirs")
  func otherContracts() throws {
    let metric = try ShippedPlugin("label-collisions").registry.find("label-collisions", kind: .metric)()
    let diff = try ShippedPlugin("fade").registry.find("fade", kind: .diff)()
    let samples = ShippedPlugin.samples()
    for name in ["heaviest", "mean-degrees"] {
      let representative = try ShippedPlugin(name).registry.find(name, kind: .representative)()
      #expect(try Contract(of: representative).report(on: samples).violations.isEmpty)
    }
    #expect(try Contract(of: metric).report(on: samples).violations.isEmpty)
    #expect(try Contract(of: diff).report(on: samples).violations.isEmpty)
  }

  @Test("each says what it is, and what its parameters do")
  func docs() throws {
    let folder = "\(packageRoot)/Plugins"
    var workbench = Workbench()
    #expect(workbench.addPlugins(in: folder).isEmpty)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".lua") }
    #expect(workbench.plugins.count == files.count)
    for entry in workbench.plugins {
      let plugin = try #require(entry.plugin)
      #expect(plugin.path == "\(folder)/\(plugin.name).lua" && entry.shadowedBy == nil)
      #expect(try String(contentsOfFile: plugin.path, encoding: .utf8).hasPrefix("-- "))
      #expect(plugin.summary.hasSuffix("."))
    }
    for plugin in workbench.plugins.compactMap(\.plugin) where plugin.kind == .strategy {
      let parameters = try workbench.registry.find(plugin.name, kind: .strategy).parameters
      #expect(parameters.allSatisfy { $0.help.hasSuffix(".") }, "\(plugin.name)")
    }
  }

  // MARK: geohash

  /// A geohash as a database makes it: bits of longitude and latitude in turn, five to a character.
  private func geohash(_ place: Coordinate, characters: Int) -> String {
    var (west, east, south, north) = (-180.0, 180.0, -90.0, 90.0)
    var hash = ""
    for character in 0..<characters {
      var value = 0
      for bit in 0..<5 {
        let isLongitude = (5 * character + bit).isMultiple(of: 2)
        let middle = isLongitude ? (west + east) / 2 : (south + north) / 2
        let isUpper = (isLongitude ? place.longitude : place.latitude) >= middle
        value = 2 * value + (isUpper ? 1 : 0)
        switch (isLongitude, isUpper) {
        case (true, true): west = middle
        case (true, false): east = middle
        case (false, true): south = middle
        case (false, false): north = middle
        }
      }
      hash += String(Array("0123456789bcdefghjkmnpqrstuvwxyz")[value])
    }
    return hash
  }

  @Test("geohash gives the points of a hash a cluster", arguments: 1...6)
  func geohashes(precision: Int) throws {
    #expect(geohash(Coordinate(longitude: -5.6, latitude: 42.6), characters: 5) == "ezs42")
    let points = try PointSet(SamplePoints.uniform.columns(count: 500))
    let map = try ShippedPlugin("geohash").clusterer(["precision": .integer(precision)]).build(points)
    let clusters = Dictionary(grouping: 0..<points.count) { point in
      let place = points.projection.unproject(points.position(point))
      let hash = geohash(place, characters: precision)
      // The one line that is no edge.
      let east = geohash(Coordinate(longitude: -180, latitude: place.latitude), characters: precision)
      let isLast = geohash(
        Coordinate(longitude: 180.0.nextDown, latitude: place.latitude), characters: precision)
      return hash == isLast ? east : hash
    }
    for viewport in Viewport.samples(of: points, random: 2) {
      let frame = try map.frame(for: viewport)
      #expect(ShippedPlugin.difference(of: frame, from: Array(clusters.values)) == nil)
    }
  }

  @Test("geohash gives a point on an edge of latitude to the cell in the north", arguments: 1...4)
  func geohashEdges(precision: Int) throws {
    // Every edge of the precision within the map, or some of them, and points a metre off to both sides.
    let rows = 1 << (5 * precision / 2)
    let latitudes = stride(from: 1, to: rows, by: max(1, rows / 64)).map {
      180 * Double($0) / Double(rows) - 90
    }
    .filter { abs($0) < 85 }
    let places = latitudes.flatMap { latitude in
      [latitude - 1e-5, latitude, latitude + 1e-5].map { Coordinate(longitude: 0.01, latitude: $0) }
    }
    let points = try PointSet(
      PointColumns(longitude: places.map(\.longitude), latitude: places.map(\.latitude)))
    let hashes = points.rows.map { geohash(places[Int($0)], characters: precision) }
    let clusters = Dictionary(grouping: 0..<points.count) { hashes[$0] }
    let frame = try ShippedPlugin("geohash").clusterer(["precision": .integer(precision)]).build(points)
      .frame(for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0))
    #expect(ShippedPlugin.difference(of: frame, from: Array(clusters.values)) == nil)
  }

  @Test("geohash takes the precision whose cells are nearest to the wanted width")
  func precision() throws {
    // Two in a cell of three characters (1.41° wide, 32 screen points at zoom 5), apart in one of four (11
    // points).
    let points = try PointSet(PointColumns(longitude: [0.1, 1.3], latitude: [0.1, 0.1]))
    func count(_ cellSize: Double, zoom: Double) throws -> Int {
      try ShippedPlugin("geohash").clusterer(["cellSize": .number(cellSize)]).build(points)
        .frame(for: Viewport(center: points.coordinate(0), zoom: zoom)).count
    }
    #expect(try count(30, zoom: 5) == 1)
    #expect(try count(60, zoom: 5) == 1)
    #expect(try count(10, zoom: 5) == 2)
    #expect(try count(30, zoom: 7) == 2)
  }

  // MARK: hierarchical

  @Test("hierarchical joins clusters whose means share a cell, rung by rung")
  func rungs() throws {
    for sample in [SamplePoints.clusters, .dateLine, .exponential, .lattice] {
      let points = try PointSet(sample.columns(count: 120))
      let map = try ShippedPlugin("hierarchical").clusterer([
        "cellSize": .number(60), "maxZoom": .integer(12),
      ])
      .build(points)
      var clusters = Array(Dictionary(grouping: 0..<points.count) { points.position($0) }.values)
      for zoom in stride(from: 12, through: 0, by: -1) {
        clusters = joined(clusters, of: points, side: 60 / (256 * exp2(Double(zoom))))
        let whole = Viewport(
          center: Coordinate(longitude: 0, latitude: 0), zoom: Double(zoom) + 0.3, width: 1e7, height: 1e7)
        #expect(ShippedPlugin.difference(of: try map.frame(for: whole), from: clusters) == nil, "\(sample)")
      }
    }
  }

  /// The unions of clusters whose means share a cell; `side` is a share of the world.
  private func joined(_ clusters: [[Int]], of points: PointSet, side: Double) -> [[Int]] {
    let across = (1 / side).rounded()
    let cell = 0x1p32 / across
    let keys = clusters.map { cluster -> [Double] in
      let first = points.position(cluster.min() ?? 0)
      let east = cluster.reduce(0) { $0 + Int(points.position($1).eastward(from: first.x)) }
      let south = cluster.reduce(0) { $0 + Int(points.position($1).y) }
      let x = Double(first.x) + Double(east) / Double(cluster.count)
      let column = ((x + cell / 2) / cell).rounded(.down)
      let row = (Double(south) / Double(cluster.count) / cell).rounded(.down)
      return [column - (column / across).rounded(.down) * across, row]
    }
    return Dictionary(grouping: clusters.indices) { keys[$0] }.values.map { $0.flatMap { clusters[$0] } }
  }

  // MARK: grid-merge

  @Test("grid-merge is a grid where markers may be as near as they like")
  func cells() throws {
    for sample in [SamplePoints.uniform, .clusters, .dateLine] {
      let points = try PointSet(sample.columns())
      let map = try ShippedPlugin("grid-merge").clusterer(["radius": .number(0)]).build(points)
      for viewport in Viewport.samples(of: points, random: 2) {
        let frame = try map.frame(for: viewport)
        let across = max(1, min((viewport.worldWidth / 60).rounded(), 0x1p31))
        let cell = 0x1p32 / across
        let expected = LinearScan(points).clusters(in: frame.view.rect) { position in
          let column = ((Double(position.x) + cell / 2) / cell).rounded(.down)
          return [column == across ? 0 : column, (Double(position.y) / cell).rounded(.down)]
        }
        #expect(frame.memberLists == expected, "\(viewport)")
      }
    }
  }

  @Test("grid-merge joins whole cells, until no two means are too near", arguments: [20.0, 60, 200])
  func leastDistance(_ radius: Double) throws {
    for sample in [SamplePoints.uniform, .clusters, .dateLine, .lattice, .seam] {
      let points = try PointSet(sample.columns(count: 150))
      let plugin = ShippedPlugin("grid-merge")
      let cells = try plugin.clusterer(["radius": .number(0)]).build(points)
      let map = try plugin.clusterer(["radius": .number(radius)]).build(points)
      for viewport in Viewport.samples(of: points, random: 2) {
        let frame = try map.frame(for: viewport)
        let home = frame.labels
        for cell in try cells.frame(for: viewport).memberLists {
          #expect(Set(cell.map { home[$0] }).count == 1)
        }
        let least = frame.view.units(fromPoints: radius)
        for (place, a) in frame.positions.enumerated() {
          for b in frame.positions[(place + 1)...] {
            let distance = hypot(Double(b.eastward(from: a.x)), Double(b.y) - Double(a.y))
            // The host rounds means to whole positions.
            #expect(distance >= least - 2, "\(sample), \(viewport)")
          }
        }
      }
    }
  }

  @Test("grid-merge joins what is too near across an edge, and nothing else")
  func edge() throws {
    // At zoom 0 a cell of 64 is a quarter of the world, with an edge at 135°: means are at 97° and 153°,
    // which are 39.8 screen points apart; the two in the middle do not count.
    let points = try PointSet(PointColumns(longitude: [60, 134, 136, 170], latitude: [10, 10, 10, 10]))
    let view = Viewport(center: Coordinate(longitude: 115, latitude: 0), zoom: 0)
    func counts(_ radius: Double) throws -> [Int] {
      let values: ParameterValues = ["cellSize": .number(64), "radius": .number(radius)]
      let frame = try ShippedPlugin("grid-merge").clusterer(values).build(points).frame(for: view)
      return (0..<frame.count).map { frame.memberCount(of: $0) }
    }
    #expect(try counts(39) == [2, 2])
    #expect(try counts(41) == [4])
  }

  // MARK: fade and label-collisions

  @Test("fade keeps equal clusters and exchanges the others where they stand")
  func fade() throws {
    let points = try PointSet(
      PointColumns(longitude: [0, 0.01, 5, 10, 100], latitude: [10, 10, 10, 10, 10]))
    let map = try Clusterer(.grid(cellSize: 20)).build(points)
    let center = Coordinate(longitude: 50, latitude: 10)
    let old = try map.frame(for: Viewport(center: center, zoom: 3))
    let new = try map.frame(for: Viewport(center: center, zoom: 0))
    let registry = try ShippedPlugin("fade").registry
    let way = try registry.find("fade", kind: .diff)(["overlap": .number(0.5)])
      .transition(from: old, to: new)
    for marker in way.markers {
      switch marker.kind {
      case .keep, .move:
        let (before, after) = (try #require(marker.old), try #require(marker.new))
        #expect(old.ids[before] == new.ids[after])
      case .appear: #expect(marker.addedAt == 0.25 && marker.start == marker.end)
      case .disappear: #expect(marker.removedAt == 0.75 && marker.start == marker.end)
      default: Issue.record("\(marker.kind)")
      }
    }
    #expect(way.markers.contains { $0.kind == .keep } && way.markers.contains { $0.kind == .appear })
    // The way back is the same in reverse; with an overlap of 0 it is what 'identity' does.
    let swapped = try registry.find("fade", kind: .diff)(["overlap": .number(0)])
    let identity = try IdentityDiff().transition(from: old, to: new)
    #expect(try swapped.transition(from: old, to: new).markers == identity.markers)
    #expect(try swapped.transition(from: new, to: old).markers == identity.reversed().markers)
    // A transition that is interrupted goes on with every point once.
    for (time, whole) in [(0.4, old), (0.6, new)] {
      let moment = try way.frame(at: time, from: old, to: new)
      #expect(Set(moment.ids) == Set(whole.ids))
      let onward = try registry.find("fade", kind: .diff)().transition(from: moment, to: whole)
      #expect(onward.markers.allSatisfy { [.keep, .move].contains($0.kind) } && onward.count(at: 0.5) == 5)
    }
  }

  @Test("label-collisions counts labels whose boxes share an area", arguments: [4.0, 15, 60])
  func labels(cellSize: Double) throws {
    let metric = try ShippedPlugin("label-collisions").registry.find("label-collisions", kind: .metric)(
      ["style": .choice("exact"), "fontSize": .number(10)])
    for sample in [SamplePoints.uniform, .clusters, .spots, .onePixel] {
      let points = try PointSet(sample.columns(count: 250))
      let map = try Clusterer(.grid(cellSize: cellSize)).build(points)
      for viewport in Viewport.samples(of: points, random: 2) {
        let frame = try map.frame(for: viewport)
        let boxes = (0..<frame.count).filter { frame.memberCount(of: $0) > 1 }.map { cluster in
          let place = frame.view.screenPosition(of: frame.positions[cluster])
          return (x: place.x, y: place.y, width: 6 * Double("\(frame.memberCount(of: cluster))".count))
        }
        // A world further east or west each label is shown again.
        let turn = viewport.bearing * .pi / 180
        let (east, south) = (viewport.worldWidth * cos(turn), -viewport.worldWidth * sin(turn))
        func meet(_ a: Int, _ b: Int, _ way: Double) -> Bool {
          let down = boxes[a].y - boxes[b].y - way * south
          let right = boxes[a].x - boxes[b].x - way * east
          return abs(down) < 12 && 2 * abs(right) < boxes[a].width + boxes[b].width
        }
        let colliding = boxes.indices.filter { a in
          boxes.indices.contains { b in a != b && [-1, 0, 1].contains { meet(a, b, $0) } }
        }
        let value = try metric.evaluate(MetricSubject([frame]))[0].value
        if boxes.isEmpty {
          #expect(value.reason?.code == "no labels")
        } else {
          #expect(value.number == Double(colliding.count) / Double(boxes.count), "\(sample), \(viewport)")
        }
      }
    }
  }
}
