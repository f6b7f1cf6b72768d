import Foundation
import Pinfold
import TestSupport
import Testing

/// Cases of the tests of other libraries for map clusters: their inputs and the numbers that they expect.
@Suite("Cases of other libraries' tests") struct PeerCasesTests {
  @Test("give the numbers that the other library expects", arguments: PeerCase.all.filter { $0.isEqual })
  func equal(peerCase: PeerCase) throws {
    #expect(try peerCase.measured() == peerCase.expected)
  }

  @Test(
    "give another number where the table says so, and why", arguments: PeerCase.all.filter { !$0.isEqual })
  func different(peerCase: PeerCase) throws {
    let difference = try #require(peerCase.difference)
    #expect(try peerCase.measured() == difference.here)
    #expect(difference.here != peerCase.expected && !difference.reason.isEmpty)
  }

  @Test(
    "give the numbers that the other library expects of supercluster's places",
    .enabled(if: Folders.data != nil, "\(Folders.dataIsMissing)"), arguments: PeerCase.ofPlaces)
  func places(peerCase: PeerCase) throws {
    #expect(try peerCase.measured() == peerCase.difference?.here ?? peerCase.expected)
  }

  @Test("are each in the table once")
  func names() {
    let names = (PeerCase.all + PeerCase.ofPlaces).map(\.testDescription)
    #expect(Set(names).count == names.count)
  }
}

/// One of them.
struct PeerCase: CustomTestStringConvertible, Sendable {
  var peer: String

  /// The name of the peer's test, and what of it is looked at here.
  var test: String

  /// What the peer's test expects.
  var expected: String

  /// What Pinfold gives, where it differs by design.
  var difference: (here: String, reason: String)?

  var measured: @Sendable () throws -> String

  var isEqual: Bool { difference == nil }
  var testDescription: String { "\(peer): \(test)" }

  init(
    _ peer: String, _ test: String, _ expected: String, here: String? = nil, reason: String = "",
    measured: @escaping @Sendable () throws -> String
  ) {
    (self.peer, self.test, self.expected, self.measured) = (peer, test, expected, measured)
    difference = here.map { ($0, reason) }
  }

  static let all =
    supercluster + ports + leaflet + googleAndroid + googleIOS + googleJavaScript + kingpin + controllers
    + clusterKit + clusterManagers
}

// MARK: - Inputs and outputs

/// Points by latitude and longitude.
private func points(_ places: [(latitude: Double, longitude: Double)]) throws -> PointSet {
  try PointSet(PointColumns(longitude: places.map(\.longitude), latitude: places.map(\.latitude)))
}

private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
  Coordinate(longitude: longitude, latitude: latitude)
}

/// The whole world.
private func world(_ zoom: Double) -> Viewport {
  var viewport = Viewport(center: place(0, 0), zoom: zoom)
  let side = min(viewport.worldWidth, Viewport.sizeRange.upperBound)
  (viewport.width, viewport.height) = (side, side)
  return viewport
}

/// The numbers of points of clusters, the largest first: "5 1".
private func sizes(_ frame: Frame) -> String {
  let counts = (0..<frame.count).map(frame.memberCount).sorted(by: >)
  return counts.isEmpty ? "none" : counts.map(String.init).joined(separator: " ")
}

private func sizes(
  _ strategy: any ClusteringStrategy, _ places: [(latitude: Double, longitude: Double)],
  at viewport: Viewport,
  limits: MergeLimits = MergeLimits()
) throws -> String {
  try sizes(Clusterer(strategy, limits: limits).build(points(places)).frame(for: viewport))
}

/// Latitude and longitude of the only cluster.
private func position(
  _ strategy: any ClusteringStrategy, _ places: [(latitude: Double, longitude: Double)],
  at viewport: Viewport,
  by representative: (any RepresentativeSelection)? = nil, digits: Int = 3
) throws -> String {
  let map = try Clusterer(strategy, representative: representative).build(points(places))
  let frame = try map.frame(for: viewport)
  guard frame.count == 1 else { return "\(frame.count) clusters" }
  return text(frame.coordinate(of: 0), digits)
}

private func text(_ coordinate: Coordinate, _ digits: Int) -> String {
  String(format: "%.\(digits)f %.\(digits)f", coordinate.latitude, coordinate.longitude)
}

/// Places on the screen, in points at a zoom.
private func onScreen(_ places: [(x: Double, y: Double)], zoom: Double) throws -> PointSet {
  let side = 256 * Double.exp2(zoom)
  let plane = Projection.planar(PlanarExtent(minX: -side / 2, minY: -side / 2, side: side))
  return try PointSet(
    PointColumns(longitude: places.map(\.x), latitude: places.map(\.y)), projection: plane)
}

/// Places around others, up to some points of the screen at a zoom to the east and south.
private func scattered(
  around centers: [(latitude: Double, longitude: Double)], count: Int, within side: Double, zoom: Double
) -> [(latitude: Double, longitude: Double)] {
  var random = SplitMix64(seed: 1)
  return centers.flatMap { center in
    (0..<count).map { _ in
      let corner = Projection.mercator.project(place(center.latitude, center.longitude))
      let share = side / (256 * .exp2(zoom))
      let near = Projection.mercator.unproject(
        unitX: corner.unitX + random.unit() * share, unitY: corner.unitY + random.unit() * share)
      return (near.latitude, near.longitude)
    }
  }
}

// MARK: - supercluster and its ports

extension PeerCase {
  fileprivate static let supercluster: [PeerCase] = [
    PeerCase("supercluster", "returns clusters when query crosses international dateline", "1 1") {
      let places = [-178.989, -178.990, -178.991, -178.992].map { (latitude: 0.0, longitude: $0) }
      let map = try Clusterer(.radius(order: .input)).build(points(places))
      return try [-179.0, 179].map { west in
        let box = CoordinateBounds(west: west, south: -10, east: -177, north: 10)
        return "\(try map.frame(for: Viewport(bounds: box, zoom: 1)).count)"
      }.joined(separator: " ")
    },
    PeerCase("supercluster", "makes sure same-location points are clustered", "2") {
      let view = Viewport(center: place(53.943034, -1.426798), zoom: 20)
      return try sizes(
        .radius(16, extent: 8192, maxZoom: 20, order: .input),
        [(53.943034, -1.426798), (53.943034, -1.426798)], at: view)
    },
    PeerCase("supercluster", "makes sure unclustered point coords are not rounded", "421 281") {
      let places = try points([(-41.340357424709275, 173.19150559062456)])
      let map = try Clusterer(.radius(maxZoom: 19, order: .input)).build(places)
      let tile = try #require(try map.tile(zoom: 20, x: 1_028_744, y: 656_754))
      return tile.markers.map { "\(Int($0.x.rounded())) \(Int($0.y.rounded()))" }.joined()
    },
    PeerCase("supercluster", "does not throw on zero items", "none") {
      try sizes(.radius(order: .input), [], at: world(0))
    },
  ]

  private static let cartesian = [
    (10.0, 10.0), (15, 15), (20, 20), (50, 50), (181, 541), (997, 800), (998, 800), (999, 800),
  ]
  private static let threeCities = [(48.8566, 2.3522), (51.5074, -0.1278), (51.4826, -0.0077)]
    .map { (latitude: $0.0, longitude: $0.1) }

  fileprivate static let ports: [PeerCase] = [
    PeerCase("pysupercluster", "test_clustering: counts", "2 1") {
      try sizes(.radius(order: .input), threeCities, at: world(4))
    },
    PeerCase("pysupercluster", "README: position of the cluster", "51.495 -0.068") {
      let frame = try Clusterer(.radius(order: .input)).build(points(threeCities)).frame(for: world(4))
      let cluster = try #require((0..<frame.count).first { frame.memberCount(of: $0) == 2 })
      return text(frame.coordinate(of: cluster), 3)
    },
    PeerCase("supercluster-rs", "test_cartesian_coordinates", "3 3 1 1") {
      let (xs, ys) = (cartesian.map(\.0), cartesian.map(\.1))
      let plane = Projection.planar(PlanarExtent(enclosing: xs, ys))
      let points = try PointSet(PointColumns(longitude: xs, latitude: ys), projection: plane)
      let view = Viewport(center: Coordinate(longitude: 504.5, latitude: 405), zoom: 0)
      return try sizes(Clusterer(.radius(20, order: .input)).build(points).frame(for: view))
    },
    PeerCase(
      "supercluster-rs", "test_get_cluster_fail_with_undefined_tree: clusters of an unknown id", "none"
    ) {
      let map = try Clusterer(.radius(order: .input)).build(points(threeCities))
      let hierarchy = try #require(map.index as? any ClusterHierarchy)
      let id = try #require(ClusterID("00000000000186a0"))
      return hierarchy.node(of: id) == nil ? "none" : "one"
    },
    PeerCase(
      "supercluster-rs", "test_get_tile_not_found", "an error", here: "0 markers",
      reason: "a tile without points is a tile"
    ) {
      let map = try Clusterer(.radius(order: .input)).build(points(threeCities))
      return "\(try map.tile(zoom: 10, x: 10, y: 10)?.markers.count ?? -1) markers"
    },
    PeerCase("arrow-supercluster", "should handle empty data", "none") {
      try sizes(.radius(order: .input), [], at: world(0))
    },
    PeerCase("arrow-supercluster", "should handle a single point", "1") {
      try sizes(.radius(order: .input), [(0, 0)], at: world(0))
    },
    PeerCase("arrow-supercluster", "should handle two points far apart (no clustering)", "1 1") {
      try sizes(.radius(order: .input), [(40, -120), (-40, 120)], at: world(16))
    },
    PeerCase("arrow-supercluster", "should cluster two points at the same location", "2") {
      try sizes(.radius(order: .input), [(20, 10), (20, 10)], at: world(0))
    },
  ]
}

// MARK: - Leaflet.markercluster

extension PeerCase {
  /// The map of its tests: 200 pixels wide, and markers are kept as far as another view around it.
  private static func leafletView(_ zoom: Double, at center: Coordinate = place(1.5, 1.5)) -> Viewport {
    Viewport(center: center, zoom: zoom, width: 200, height: 200, margin: 1)
  }

  private static let inPetersburg = [(59.9520, 30.3307), (59.9516, 30.3308), (59.9513, 30.3312)]
    .map { (latitude: $0.0, longitude: $0.1) }

  private static func leafletMap(_ places: [(latitude: Double, longitude: Double)]) throws -> ClusterMap {
    try Clusterer(.radius(80)).build(points(places))
  }

  fileprivate static let leaflet: [PeerCase] = [
    PeerCase("Leaflet.markercluster", "creates a cluster when 2 overlapping markers are added", "2") {
      try sizes(.radius(80), [(1.5, 1.5), (1.5, 1.5)], at: leafletView(8))
    },
    PeerCase(
      "Leaflet.markercluster",
      "creates a cluster and marker when 2 overlapping markers and one non-overlapping are added", "2 1"
    ) {
      try sizes(.radius(80), [(1.5, 1.5), (1.5, 1.5), (3, 1.5)], at: leafletView(8))
    },
    PeerCase("Leaflet.markercluster", "quickhull: creates a hull", "0 0, 0 10, 10 0, 10 10") {
      let frame = try leafletMap([(0, 0), (10, 0), (10, 10), (0, 10), (5, 5)]).frame(for: world(0))
      return frame.hull(of: 0).map { text($0, 0).replacing("-0", with: "0") }.sorted()
        .joined(separator: ", ")
    },
    PeerCase("Leaflet.markercluster", "getBounds: marker layers", "1.0 1.5, 6.0 5.0") {
      let frame = try leafletMap([(1.5, 1.5), (1, 5), (6, 2)]).frame(for: world(0))
      let bounds = frame.coordinateBounds(of: 0)
      return text(place(bounds.south, bounds.west), 1) + ", " + text(place(bounds.north, bounds.east), 1)
    },
    PeerCase("Leaflet.markercluster", "getVisibleParent: gets the marker if the marker is visible", "1") {
      let frame = try leafletMap([(1.5, 1.5)]).frame(for: leafletView(8))
      return "\(frame.memberCount(of: try #require(frame.cluster(showing: .integer(0)))))"
    },
    PeerCase("Leaflet.markercluster", "getVisibleParent: gets the visible cluster if it is clustered", "2") {
      let frame = try leafletMap([(1.5, 1.5), (1.5, 1.5)]).frame(for: leafletView(8))
      return "\(frame.memberCount(of: try #require(frame.cluster(showing: .integer(0)))))"
    },
    PeerCase(
      "Leaflet.markercluster",
      "getVisibleParent: returns null if the marker and parents are all not visible", "none"
    ) {
      let frame = try leafletMap([(5.5, 1.5), (5.5, 1.5)]).frame(for: leafletView(8))
      return frame.cluster(showing: .integer(0)) == nil ? "none" : "one"
    },
    PeerCase("Leaflet.markercluster", "negative minZoom: shows a single marker", "1") {
      try sizes(.radius(80), [(1.5, 1.5)], at: leafletView(-3, at: place(0, 0)))
    },
    PeerCase(
      "Leaflet.markercluster", "negative minZoom: creates a cluster when 2 overlapping markers are added", "2"
    ) {
      try sizes(.radius(80), [(1.5, 1.5), (1.5, 1.5)], at: leafletView(-3, at: place(0, 0)))
    },
    PeerCase("Leaflet.markercluster", "non-integer min/max zoom: markers that are added and removed", "3, 2")
    {
      var map = try leafletMap([(1.5, 1.5), (1.5, 1.5)])
      try map.insert(PointColumns(longitude: [1.5], latitude: [1.5], ids: .integers([2])))
      let three = try sizes(map.frame(for: leafletView(7.5)))
      try map.remove([.integer(1)])
      return "\(three), \(try sizes(map.frame(for: leafletView(7.5))))"
    },
    PeerCase("Leaflet.markercluster", "moves a marker that was moved while off the map", "1") {
      var map = try leafletMap([(10, 10)])
      try map.move(.integer(0), to: place(1.5, 1.5))
      return try sizes(map.frame(for: leafletView(8)))
    },
    PeerCase("Leaflet.markercluster", "moves multiple markers that were moved while off the map", "10") {
      var map = try leafletMap(Array(repeating: (10, 10), count: 10))
      try map.move((0..<10).map { (PointID.integer($0), place(1.5, 1.5)) })
      return try sizes(map.frame(for: leafletView(8)))
    },
    PeerCase("Leaflet.markercluster", "removes all the layer given to it", "none") {
      var map = try leafletMap(Array(repeating: (1.5, 1.5), count: 3))
      try map.remove([.integer(0), .integer(1), .integer(2)])
      return try sizes(map.frame(for: leafletView(8)))
    },
    PeerCase("Leaflet.markercluster", "removes all the layer given to it even though they move", "3") {
      var map = try leafletMap([(10, 10), (20, 20), (30, 30)])
      for id in 0..<3 as Range<Int64> {
        try map.remove([.integer(id)])
        try map.insert(PointColumns(longitude: [1.5], latitude: [1.5], ids: .integers([id])))
      }
      return try sizes(map.frame(for: leafletView(8)))
    },
    PeerCase("Leaflet.markercluster", "distance grid: getNearObject, 50 and 50 pixels away", "2") {
      let points = try onScreen([(0, 0), (50, 50)], zoom: 2)
      return try sizes(Clusterer(.radius(100)).build(points).frame(for: world(2)))
    },
    PeerCase("Leaflet.markercluster", "distance grid: getNearObject, 100 pixels away", "2") {
      let points = try onScreen([(0, 0), (100, 0)], zoom: 2)
      return try sizes(Clusterer(.radius(100)).build(points).frame(for: world(2)))
    },
    PeerCase(
      "Leaflet.markercluster", "removes clicked clusters on the edge: before and after a zoom", "11, 10 1"
    ) {
      let above = Array(repeating: (x: 0.0, y: 79.0), count: 10)
      let map = try Clusterer(.radius(80)).build(onScreen([(0, 0)] + above, zoom: 8))
      return try [8.0, 9].map { try sizes(map.frame(for: world($0))) }.joined(separator: ", ")
    },
    PeerCase(
      "Leaflet.markercluster",
      "adds the visible markers to the map, but not parent clusters when jumping around", "1 1 1"
    ) {
      try sizes(.radius(80), inPetersburg, at: leafletView(18, at: place(59.9520, 30.3307)))
    },
    PeerCase("Leaflet.markercluster", "zoomToShowLayer: spiderfy overlapping markers", "1 1 1") {
      let map = try leafletMap(Array(repeating: (59.9520, 30.3307), count: 3))
      return try sizes(
        SpreadLayout().spreading(map.frame(for: leafletView(16, at: place(59.9520, 30.3307)))))
    },
    PeerCase("Leaflet.markercluster", "refreshClusters: 3 distinct clusters up to zoom level 3", "2 2 2") {
      let places = [1.5, 1.5, 1.1, 1.1, 1.9, 1.9].map { (latitude: $0, longitude: $0) }
      return try sizes(.radius(2), places, at: leafletView(3))
    },
    PeerCase("Leaflet.markercluster", "disableClusteringAtZoom 15: at zoom 14", "2") {
      try sizes(
        .radius(80), [(1.5, 1.5), (1.5, 1.5)], at: leafletView(14), limits: MergeLimits(maxZoom: 14))
    },
    PeerCase(
      "Leaflet.markercluster", "disableClusteringAtZoom 15: at zoom 15", "1 1", here: "2",
      reason: "two points on one location are one stack, which SpreadLayout spreads"
    ) {
      try sizes(
        .radius(80), [(1.5, 1.5), (1.5, 1.5)], at: leafletView(15), limits: MergeLimits(maxZoom: 14))
    },
    PeerCase("Leaflet.markercluster", "disableClusteringAtZoom 15: at zoom 15, spread", "1 1") {
      let map = try Clusterer(.radius(80), limits: MergeLimits(maxZoom: 14))
        .build(points([(1.5, 1.5), (1.5, 1.5)]))
      return try sizes(SpreadLayout().spreading(map.frame(for: leafletView(15))))
    },
  ]
}

// MARK: - Google Maps

extension PeerCase {
  private static let threeWithTwoClose = [(10.0, 10.0), (10.0001, 10.0001), (20, 20)]
    .map { (latitude: $0.0, longitude: $0.1) }

  fileprivate static let googleAndroid: [PeerCase] = [
    PeerCase(
      "android-maps-utils",
      "testContinuousZoomMergesClosePairAtLowZoomAndSeparatesAtHighZoom: at zoom 20", "1 1 1"
    ) {
      try sizes(.radius(50, maxZoom: 20), threeWithTwoClose, at: world(20))
    },
    PeerCase(
      "android-maps-utils",
      "testContinuousZoomMergesClosePairAtLowZoomAndSeparatesAtHighZoom: at zoom 5", "2 1"
    ) {
      try sizes(.radius(50, maxZoom: 20), threeWithTwoClose, at: world(5))
    },
    PeerCase("android-maps-utils", "testClusterPositionsAreCentroids", "0.667 0.667") {
      try position(.radius(50), [(0, 0), (0, 2), (2, 0)], at: world(1))
    },
    PeerCase(
      "android-maps-utils", "testComputeCentroid", "20.00 30.00", here: "20.21 30.00",
      reason: "the mean on the map, not that of latitudes"
    ) {
      try position(.radius(50), [(10, 20), (20, 30), (30, 40)], at: world(0), digits: 2)
    },
  ]

  private static let corners = [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)]
    .map { (latitude: $0.0, longitude: $0.1) }
  private static let tenAtCorners = scattered(around: corners, count: 10, within: 50, zoom: 10)

  fileprivate static let googleIOS: [PeerCase] = [
    PeerCase(
      "google-maps-ios-utils", "GridBased, testClustersAtZoomLowZoomItemsGroupedIntoOneCluster", "4"
    ) {
      try sizes(.grid(cellSize: 100, anchor: .continuous), corners, at: world(3))
    },
    PeerCase(
      "google-maps-ios-utils",
      "GridBased, testClustersAtZoomLowZoomItemsGroupedIntoOneCluster, cells of the world", "4", here: "2 2",
      reason: "an edge of these cells is on the equator"
    ) {
      try sizes(.grid(cellSize: 100), corners, at: world(3))
    },
    PeerCase(
      "google-maps-ios-utils", "GridBased, testClustersAtZoomHighZoomItemsGroupedIntoMultipleClusters",
      "1 1 1 1"
    ) {
      try sizes(.grid(cellSize: 100, anchor: .continuous), corners, at: world(10))
    },
    PeerCase(
      "google-maps-ios-utils", "DistanceBased, testClustersAtZoomLowZoomItemsGroupedIntoOneCluster", "4"
    ) {
      try sizes(.radius(100), corners, at: world(4))
    },
    PeerCase(
      "google-maps-ios-utils", "DistanceBased, testClustersAtZoomHighZoomItemsGroupedIntoMultipleClusters",
      "1 1 1 1"
    ) {
      try sizes(.radius(100), corners, at: world(14))
    },
    PeerCase("google-maps-ios-utils", "DistanceBased, testClustersAtZoomRandomClusters", "10 10 10 10") {
      try sizes(.radius(100), tenAtCorners, at: world(10))
    },
    PeerCase(
      "google-maps-ios-utils", "DistanceBased, testClustersProducesDistinctClustersAtHighZoom: points", "40"
    ) {
      let frame = try Clusterer(.radius(100)).build(points(tenAtCorners)).frame(for: world(18))
      return "\((0..<frame.count).reduce(0) { $0 + frame.memberCount(of: $1) })"
    },
    PeerCase("google-maps-ios-utils", "testIconForSizeDefaultGenerator: small sizes", "1 2 9") {
      [1, 2, 9].map(CountLabel(.capped).text).joined(separator: " ")
    },
    PeerCase(
      "google-maps-ios-utils", "testIconForSizeDefaultGenerator: buckets", "10+ 20+ 50+ 100+ 1000+"
    ) {
      [11, 21, 51, 500, 1010].map(CountLabel(buckets: [10, 20, 50, 100, 1000]).text).joined(separator: " ")
    },
  ]

  fileprivate static let googleJavaScript: [PeerCase] = [
    PeerCase("js-markerclusterer", "should cluster markers", "2") {
      try sizes(.radius(60, order: .input), [(0, 0), (0, 0)], at: world(0))
    },
    PeerCase("js-markerclusterer", "should round fractional zoom: 3.234 is 3", "true") {
      let places = [(0.0, 0.0), (0, 4), (0, 40)].map { (latitude: $0.0, longitude: $0.1) }
      let found = try [3, 3.234].map { try sizes(.radius(60, order: .input), places, at: world($0)) }
      return "\(found[0] == found[1] && found[0] == "2 1")"
    },
    PeerCase(
      "js-markerclusterer", "should round fractional zoom: 1.534 is 2", "1 1", here: "2",
      reason: "clusters are those of the level that the zoom has passed; levelsPerZoom makes levels closer"
    ) {
      try sizes(.radius(60, order: .input), [(0, 0), (0, 18)], at: world(1.534))
    },
  ]
}

// MARK: - Libraries for MapKit

extension PeerCase {
  private static func boxes(_ places: [(Double, Double)], zoom: Double) throws -> Frame {
    var strategy = SeparateStrategy(.rectangle)
    (strategy.separation.width, strategy.separation.height) = (40, 40)
    let places = places.map { (latitude: $0.0, longitude: $0.1) }
    return try Clusterer(strategy).build(points(places)).frame(for: world(zoom))
  }

  fileprivate static let kingpin: [PeerCase] = [
    PeerCase("kingpin", "test_mergeOverlappingClusters: two annotations", "1.00 0.50") {
      let frame = try boxes([(1, 0), (1, 1)], zoom: 5)
      return frame.count == 1 ? text(frame.coordinate(of: 0), 2) : "\(frame.count) clusters"
    },
    PeerCase("kingpin", "test_mergeOverlappingClusters: four annotations", "0.50 0.50") {
      let frame = try boxes([(1, 0), (1, 1), (0, 0), (0, 1)], zoom: 5)
      return frame.count == 1 ? text(frame.coordinate(of: 0), 2) : "\(frame.count) clusters"
    },
    PeerCase("kingpin", "test_mergeOverlappingClusters: two annotations far from each other", "1 1") {
      try sizes(boxes([(1, 0), (1, 1)], zoom: 8))
    },
  ]

  /// Three by three cells of 100 points over 51…54° north and 12…15° east.
  private static func threeByThree() throws -> Viewport {
    try Viewport(
      fitting: CoordinateBounds(west: 12, south: 51, east: 15, north: 54), width: 300, height: 300)
  }

  private static let bottomLeftAndTopRight = [
    (51.1, 12.1), (53.9, 14.9), (53.9, 14.9), (53.9, 14.9), (53.9, 14.9), (53.9, 14.6),
  ].map { (latitude: $0.0, longitude: $0.1) }

  private static func oneCell(_ zoom: Double, maxZoom: Int = 32) throws -> String {
    let view = Viewport(center: place(0, 0), zoom: zoom, width: 300, height: 300)
    return try sizes(
      .grid(cellSize: 300, anchor: .viewport), [(0, 0), (0, 1), (0, 0)], at: view,
      limits: MergeLimits(maxZoom: maxZoom))
  }

  fileprivate static let controllers: [PeerCase] = [
    PeerCase("CCHMapClusterController", "CenterOfMass, testCoordinateForAnnotations", "10.000 15.000") {
      try position(.radius(80), [(10, 0), (10, 10), (10, 20), (10, 30)], at: world(0))
    },
    PeerCase("CCHMapClusterController", "NearCenter, testCoordinateForAnnotations", "45.100 44.900") {
      let view = Viewport(center: place(45, 45), zoom: 4, width: 300, height: 300)
      return try position(
        .grid(cellSize: 300, anchor: .viewport), [(40, 40), (47, 47), (45.1, 44.9), (42.1, 43.7)], at: view,
        by: NearestToCenterRepresentative())
    },
    PeerCase("CCHMapClusterController", "testAddAnnotationsSimple", "1") {
      try sizes(.grid(cellSize: 100, anchor: .viewport), [(52.5, 13.5)], at: threeByThree())
    },
    PeerCase("CCHMapClusterController", "testAddAnnotations", "5 1") {
      try sizes(.grid(cellSize: 100, anchor: .viewport), bottomLeftAndTopRight, at: threeByThree())
    },
    PeerCase("CCHMapClusterController", "testRemoveAnnotations: one, and the others", "5, none") {
      var map = try Clusterer(.grid(cellSize: 100, anchor: .viewport)).build(points(bottomLeftAndTopRight))
      try map.remove([.integer(0)])
      let five = try sizes(map.frame(for: threeByThree()))
      try map.remove((1...5).map { .integer($0) })
      return "\(five), \(try sizes(map.frame(for: threeByThree())))"
    },
    PeerCase("CCHMapClusterController", "testAddNonClusteredAnnotations", "1 1") {
      var columns = PointColumns(longitude: [13.5, 13.5], latitude: [52.5, 52.5])
      columns.mergeable = [false, true]
      let map = try Clusterer(.grid(cellSize: 100, anchor: .viewport)).build(PointSet(columns))
      return try sizes(map.frame(for: threeByThree()))
    },
    PeerCase("CCHMapClusterController", "testAddAnnotationsMaxZoomLevelEnableClustering", "3") {
      try oneCell(5.396910, maxZoom: 5)
    },
    PeerCase("CCHMapClusterController", "testAddAnnotationsMaxZoomLevelDisableClustering", "2 1") {
      try oneCell(6.398285, maxZoom: 5)
    },
    PeerCase(
      "CCHMapClusterController", "testAddAnnotationsMinUniqueLocationsDisableClustering: markers", "2"
    ) {
      let view = Viewport(center: place(0, 0), zoom: 6.398285, width: 300, height: 300)
      let map = try Clusterer(.grid(cellSize: 300, anchor: .viewport), limits: MergeLimits(minLocations: 3))
        .build(points([(0, 0), (0, 1.5), (0, 0)]))
      return "\(try map.frame(for: view).count)"
    },
  ]

  /// A hundred by a hundred places over the whole map.
  private static let lattice = (0..<10_000).map { index in
    let (x, y) = (Double(index / 100) / 100, Double(index % 100) / 100)
    let place = Projection.mercator.unproject(unitX: x, unitY: y)
    return (latitude: place.latitude, longitude: place.longitude)
  }

  fileprivate static let clusterKit: [PeerCase] = [
    PeerCase("ClusterKit", "testQueryResult", "2500 2500 2500 2500") {
      let map = try Clusterer(.none).build(points(lattice))
      return try [(-180.0, 0.0), (0, 0), (-180, -90), (0, -90)].map { west, south in
        let box = CoordinateBounds(west: west, south: south, east: west + 180, north: south + 90)
        return "\(try map.frame(for: Viewport(bounds: box, zoom: 1)).count)"
      }.joined(separator: " ")
    },
    PeerCase("ClusterKit", "testZoom1Performance … testZoom16Performance: points of all clusters", "10000") {
      let map = try Clusterer(.grid(cellSize: 100)).build(points(lattice))
      let counts = try [1.0, 2, 4, 8, 16].map { zoom in
        let frame = try map.frame(for: world(zoom))
        return (0..<frame.count).reduce(0) { $0 + frame.memberCount(of: $1) }
      }
      return Set(counts).map(String.init).sorted().joined(separator: " ")
    },
  ]

  private static let diagonal = [(1.0, 1.0), (2, 2), (3, 3)].map { (latitude: $0.0, longitude: $0.1) }
  private static let cell = Viewport(center: place(2, 2), zoom: 5, width: 300, height: 300)
  private static let inSanFrancisco = scattered(
    around: [(37.787994, -122.407437)], count: 1000, within: 100, zoom: 12)

  fileprivate static let clusterManagers: [PeerCase] = [
    PeerCase("ClusterMap", "GetFirstCoordinate, test_calculatePosition", "1.000 1.000") {
      try position(
        .grid(cellSize: 300, anchor: .viewport), diagonal, at: cell, by: FirstRepresentative())
    },
    PeerCase(
      "ClusterMap", "GetCenterCoordinate, test_calculatePosition: the middle of the cell", "2.000 2.000"
    ) {
      try position(
        .grid(cellSize: 300, anchor: .viewport), diagonal, at: cell, by: CellCenterRepresentative())
    },
    PeerCase(
      "ClusterMap", "GetAverageCoordinate, test_calculatePosition", "2.0000 2.0000", here: "2.0002 2.0000",
      reason: "the mean on the map, not that of latitudes"
    ) {
      try position(
        .grid(cellSize: 300, anchor: .viewport), diagonal, at: cell, by: CentroidRepresentative(), digits: 4)
    },
    PeerCase(
      "Cluster", "testClusterPositionCenter, NearCenter, Average, First: points", "1000 1000 1000 1000"
    ) {
      let selections: [any RepresentativeSelection] = [
        CellCenterRepresentative(), NearestToCenterRepresentative(), CentroidRepresentative(),
        FirstRepresentative(),
      ]
      return try selections.map { selection in
        let map = try Clusterer(.grid(), representative: selection).build(points(inSanFrancisco))
        let frame = try map.frame(for: world(12))
        return "\((0..<frame.count).reduce(0) { $0 + frame.memberCount(of: $1) })"
      }.joined(separator: " ")
    },
    PeerCase("Cluster", "testAddAndRemoveAllAnnotations: as many are removed as were added", "true") {
      var map = try Clusterer(.grid()).build(points(inSanFrancisco))
      let before = try map.frame(for: world(14))
      try map.remove((0..<1000).map { .integer($0) })
      let transition = try IdentityDiff().transition(from: before, to: map.frame(for: world(14)))
      let removed = transition.markers.count { $0.kind == .disappear }
      return "\(removed == before.count && removed > 1)"
    },
  ]
}

// MARK: - The places of supercluster's tests

extension PeerCase {
  private struct Places: Decodable {
    struct Feature: Decodable {
      struct Geometry: Decodable { var coordinates: [Double] }
      struct Properties: Decodable {
        var name: String?
        var scalerank: Int?
      }
      var geometry: Geometry?
      var properties: Properties
    }
    var features: [Feature]

    static func load() throws -> Places {
      let file = try #require(Folders.data).appending(path: "supercluster/places.json")
      var places = try JSONDecoder().decode(Places.self, from: Data(contentsOf: file))
      // supercluster leaves out features without a geometry.
      places.features.removeAll { $0.geometry == nil }
      return places
    }

    func map(_ strategy: RadiusStrategy) throws -> ClusterMap {
      let columns = PointColumns(
        longitude: features.compactMap { $0.geometry?.coordinates[0] },
        latitude: features.compactMap { $0.geometry?.coordinates[1] })
      return try Clusterer(strategy).build(PointSet(columns))
    }
  }

  private static func tile(_ strategy: RadiusStrategy, zoom: Int = 0) throws -> [TileMarker] {
    let map = try Places.load().map(strategy)
    return try #require(map.index as? any ClusterHierarchy)
      .tile(zoom: zoom, x: 0, y: 0, context: RunContext())
  }

  /// The cluster at a place of the tile of the world.
  private static func cluster(x: Double, y: Double) throws -> (any ClusterHierarchy, HierarchyNode) {
    let map = try Places.load().map(.radius(order: .input))
    let hierarchy = try #require(map.index as? any ClusterHierarchy)
    let marker = try hierarchy.tile(zoom: 0, x: 0, y: 0, context: RunContext())
      .first { $0.x.rounded() == x && $0.y.rounded() == y }
    return (hierarchy, try #require(marker?.node))
  }

  private static func counts(_ map: ClusterMap, zooms: ClosedRange<Int> = 0...6) throws -> String {
    try zooms.map { "\(try map.frame(for: world(Double($0))).count)" }.joined(separator: " ")
  }

  private static func sums(zoom: Int) throws -> String {
    let places = try Places.load()
    let map = try places.map(.radius(100, order: .input))
    let tile = try #require(map.index as? any ClusterHierarchy)
      .tile(zoom: zoom, x: 0, y: 0, context: RunContext())
    let sums = tile.filter { $0.node.count > 1 }.map { marker in
      marker.node.members(limit: .max).reduce(0) { sum, member in
        guard case .integer(let row) = map.points.id(member) else { return sum }
        return sum + (places.features[Int(row)].properties.scalerank ?? 0)
      }
    }
    return sums.sorted().map(String.init).joined(separator: " ")
  }

  static let ofPlaces: [PeerCase] = [
    PeerCase("supercluster", "generates clusters properly: features", "39") {
      "\(try tile(.radius(order: .input)).count)"
    },
    PeerCase("supercluster", "supports minPoints option: features", "49") {
      "\(try tile(.radius(minPoints: 5, order: .input)).count)"
    },
    PeerCase("supercluster.hpp", "points of the tile", "196") {
      "\(try tile(.radius(order: .input)).reduce(0) { $0 + $1.node.count })"
    },
    PeerCase("supercluster", "returns children of a cluster", "1 2 6 7") {
      let (hierarchy, node) = try cluster(x: 150, y: 205)
      return hierarchy.children(of: node).map(\.count).sorted().map(String.init).joined(separator: " ")
    },
    PeerCase(
      "supercluster", "generates unique ids with generateId option",
      "12 20 21 22 24 28 30 62 81 81 118 118 119 125"
    ) {
      let map = try Places.load().map(.radius(order: .input))
      let tile = try #require(map.index as? any ClusterHierarchy)
        .tile(zoom: 0, x: 0, y: 0, context: RunContext())
      let ids = tile.filter { $0.node.count == 1 }.compactMap { marker -> Int64? in
        guard case .integer(let id) = map.points.id(marker.node.members(limit: 1)[0]) else { return nil }
        return id
      }
      return ids.sorted().map(String.init).joined(separator: " ")
    },
    PeerCase("supercluster", "returns cluster expansion zoom", "1 1 2 2 3") {
      try [(150.0, 205.0), (165, 240), (162, 345), (26, 115), (202, 262)].map { x, y in
        let (hierarchy, node) = try cluster(x: x, y: y)
        return "\(Int(try #require(hierarchy.expansionZoom(of: node))))"
      }.joined(separator: " ")
    },
    PeerCase("supercluster", "returns cluster expansion zoom for maxZoom", "5") {
      let map = try Places.load().map(.radius(60, extent: 256, maxZoom: 4, order: .input))
      let hierarchy = try #require(map.index as? any ClusterHierarchy)
      let nodes = try map.frame(for: world(4)).ids.compactMap { hierarchy.node(of: $0) }
      let zooms = Set(nodes.compactMap { hierarchy.expansionZoom(of: $0) })
      return zooms.sorted().map { "\(Int($0))" }.joined(separator: " ")
    },
    PeerCase(
      "supercluster", "aggregates cluster properties with reduce: zoom 0",
      "7 8 8 12 12 24 36 36 98 98 122 125 125 298"
    ) { try sums(zoom: 0) },
    PeerCase(
      "supercluster", "aggregates cluster properties with reduce: zoom 1",
      "8 8 12 19 23 29 34 35 63 80 84 146"
    ) { try sums(zoom: 1) },
    PeerCase("supercluster", "does not crash on weird bbox values", "26 27 26 25 25 25 61") {
      let map = try Places.load().map(.radius(order: .input))
      return try [
        (129.426390, -103.720017, -445.930843, 114.518236),
        (112.207836, -84.578666, -463.149397, 120.169159),
        (129.886277, -82.332680, -445.470956, 120.390930),
        (458.220043, -84.239039, -117.137190, 120.206585),
        (456.713058, -80.354196, -118.644175, 120.539148),
        (453.105328, -75.857422, -122.251904, 120.732760), (-180, -90, 180, 90),
      ].map { west, south, east, north in
        let box = CoordinateBounds(west: west, south: south, east: east, north: north)
        return "\(try map.frame(for: Viewport(bounds: box, zoom: 1, tileSize: 512)).count)"
      }.joined(separator: " ")
    },
    PeerCase("supercluster", "does not crash on non-integer zoom values", "0") {
      let map = try Places.load().map(.radius(order: .input))
      let box = CoordinateBounds(west: 179, south: -10, east: -177, north: 10)
      return "\(try map.frame(for: Viewport(bounds: box, zoom: 1.25, tileSize: 512)).count)"
    },
    PeerCase("supercluster_dart", "clusters at zooms 0 to 6", "32 61 100 137 149 159 162") {
      try counts(Places.load().map(.radius(order: .input)))
    },
    PeerCase("supercluster_dart", "removal: clusters at zooms 0 to 6", "32 61 99 136 148 158 161") {
      var map = try Places.load().map(.radius(order: .input))
      try map.remove([.integer(10)])
      return try counts(map)
    },
    PeerCase(
      "supercluster_dart 3.2", "removal: clusters at zoom 0", "34", here: "32",
      reason: "after an edit there are the clusters of a new build; supercluster 8 has 32 without the point"
    ) {
      var map = try Places.load().map(.radius(order: .input))
      try map.remove([.integer(10)])
      return try counts(map, zooms: 0...0)
    },
    PeerCase("supercluster_dart", "insertion: points at all zooms", "162") {
      var map = try Places.load().map(.radius(order: .input))
      let place = map.points.coordinate(try #require(map.points.index(of: .integer(10))))
      try map.remove([.integer(10)])
      try map.insert(
        PointColumns(longitude: [place.longitude], latitude: [place.latitude], ids: .integers([10])))
      let totals = try (0...16).map { zoom in
        let frame = try map.frame(for: world(Double(zoom)))
        return (0..<frame.count).reduce(0) { $0 + frame.memberCount(of: $1) }
      }
      return Set(totals).map(String.init).joined(separator: " ")
    },
  ]
}
