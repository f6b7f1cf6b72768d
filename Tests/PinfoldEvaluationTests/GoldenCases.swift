import Pinfold
import PinfoldEvaluation

extension GoldenComputation {
  /// The seeded cases.
  mutating func addCases() throws {
    try addFourBlobs()
    try addEightBlobs()
    try addCells()
    try addTransitionsOfCells()
    try addLattices()
    try addMotion()
    try addHundredThousand()
  }

  private mutating func add(_ path: String, inputOf points: ReferenceCase) {
    add("\(path).points", places: zip(points.x, points.y).map { ($0, $1) })
    add("\(path).sha256_f64le", text: points.digest)
  }

  private mutating func addFourBlobs() throws {
    let (path, points) = ("cases.R1_blobs60", ReferenceCase.fourBlobs)
    add(path, inputOf: points)
    add("\(path).labels", labels: points.labels)
    try add("\(path).internal", internalOf: points.picture())
    add("\(path).simplified_silhouette_centroids", try SimplifiedSilhouette(of: points.picture())?.mean)
    // The file does not tell how these came about.
    let file = try GoldenFile.values()
    for name in ["nearest", "shuffled"] {
      guard case .numbers(let labels)? = file["\(path).labels_\(name)"] else { continue }
      add("\(path).labels_\(name)", labels)
      add("\(path).external_\(name)", external: points.labels, labels.map { Int32($0) })
    }
  }

  private mutating func addEightBlobs() throws {
    let (path, points) = ("cases.R2_blobs500", ReferenceCase.eightBlobs)
    add(path, inputOf: points)
    add("\(path).labels", labels: points.labels)
    try add("\(path).internal", internalOf: points.picture())
    var random = SplitMix64(seed: 1020)
    let other = points.labels.map { random.unit() < 0.1 ? Int32(random.below(8)) : $0 }
    add("\(path).labels_10pct", labels: other)
    add("\(path).external", external: points.labels, other)
    let jaccard = ClusterJaccard(Contingency(points.labels, other))
    for (cluster, value) in jaccard.values.enumerated() { add("\(path).cluster_jaccard.\(cluster)", value) }
    let sampled = try Silhouette(of: points.picture(), sample: 100, seed: 1021)
    add("\(path).sampled_silhouette.seed", 1021)
    add("\(path).sampled_silhouette.m", 100)
    add("\(path).sampled_silhouette.mean", sampled?.mean)
    // The file's error is without the correction for 100 of 500 points.
    let error = sampled?.standardError.map { $0 / 0.8.squareRoot() }
    add("\(path).sampled_silhouette.se", error)
    add("\(path).sampled_silhouette.sd", error.map { $0 * 10 })
    // The first ten of the sample: Fisher and Yates from the front.
    random = SplitMix64(seed: 1021)
    var order = Array(0..<500)
    for place in 0..<10 { order.swapAt(place, place + random.below(500 - place)) }
    add("\(path).sampled_silhouette.first_indices", order.prefix(10).map { Double($0) })
  }

  private mutating func addCells() throws {
    let (path, points) = ("cases.R3_grid2000", ReferenceCase.cells2000)
    let picture = points.picture()
    let centered = points.picture(markers: points.cellCenters)
    add(path, inputOf: points)
    add("\(path).clusters", picture.sizes.count)
    add("\(path).displacement", displacementOf: picture)
    add("\(path).displacement_cell_centres", displacementOf: centered)
    add("\(path).centroid_offset_cell_centres.mean", CentroidOffset(of: centered)?.mean)
    add("\(path).centroid_offset_cell_centres.max", CentroidOffset(of: centered)?.largest)
    try add("\(path).internal", internalOf: picture)
    add("\(path).simplified_silhouette", try SimplifiedSilhouette(of: picture)?.mean)
    let origins = DensityDistance.origins(8, bucket: 64)
    add("\(path).density_tv.bucket", 64)
    add("\(path).density_tv.value", try DensityDistance(of: picture, bucket: 64, origins: origins)?.mean)
    add(
      "\(path).density_tv.unshifted_value",
      try DensityDistance(of: picture, bucket: 64, origins: [(0, 0)])?.mean)
    let graph = try NeighborGraph(x: points.x, y: points.y)
    for (name, reach) in [("tau_16", 16), ("tau_inf", Double.infinity)] {
      let split = PointShare.split(labels: points.labels, graph: graph, reach: reach)
      add("\(path).neighbour_split.\(name)", split.share)
    }
    let isolated = PointShare.isolated(labels: points.labels, graph: graph, reach: 20)
    add("\(path).isolated_retention.tau_20", isolated.share)
    add("\(path).isolated_retention.count", isolated.count)
    try add("\(path).overlap", overlapOf: picture.markers)
    add("\(path).overlap_union_shapely", try picture.markers.unionArea())
    let ink = try picture.markers.unionArea(width: ReferenceCase.width, height: ReferenceCase.height)
    add("\(path).ink", ink / (ReferenceCase.width * ReferenceCase.height))
    try add("\(path).lattice", latticeOf: points.centroids)
    let sample = (0..<192).map { $0 * 2000 / 192 }
    try add("\(path).lattice_of_data_sample", latticeOf: sample.map { (points.x[$0], points.y[$0]) })
    try add("\(path).fourfold", fourfoldOf: points.centroids)
    add("\(path).nesting_32", nesting: points.labels, points.cells(of: 32))
    add("\(path).nesting_48", nesting: points.labels, points.cells(of: 48))
    addPan("\(path).pan_37_21", points)
  }

  /// A view moved by 37 and 21: its cells are laid from the world's corner, or from its own.
  private mutating func addPan(_ path: String, _ points: ReferenceCase) {
    let inside = points.x.indices.filter {
      let (x, y) = (points.x[$0], points.y[$0])
      return x > 37 + 64 && x < ReferenceCase.width - 64 && y > 21 + 64 && y < ReferenceCase.height - 64
    }
    let moved = ReferenceCase(x: points.x.map { $0 - 37 }, y: points.y.map { $0 - 21 })
    let ownCells = moved.cells(of: 64)
    add("\(path).points", inside.count)
    for (name, labels) in [("world_anchored", points.labels), ("view_anchored", ownCells)] {
      let table = Contingency(inside.map { points.labels[$0] }, inside.map { labels[$0] })
      let pan = PanInvariance(table) { _ in
        true
      } isSamePlace: { _, _ in
        true
      }
      add("\(path).\(name).ari", pan?.randIndex)
      add("\(path).\(name).bcubed_f1", pan?.similarity)
    }
  }

  private mutating func addTransitionsOfCells() throws {
    let points = ReferenceCase.cells2000
    var moved = points
    moved.labels = ReferenceCase(x: points.x.map { $0 + 20 }, y: points.y.map { $0 + 10 }).cells(of: 64)
    let path = "cases.R3_grid2000"
    add("\(path).external_shift_20_10", external: points.labels, moved.labels)
    try add("\(path).transition_shift", transition: points, moved)
    var quartered = points
    quartered.labels = points.cells(of: 32)
    try add("\(path).transition_zoom_in_32", transition: points, quartered)
    // Told of the shift only.
    let table = Contingency(points.labels, moved.labels)
    add("\(path).transition_shift.lineage_theta_0_1", lineage: table, points.sizes, moved.sizes, 0.1)
    let (from, to) = (points.centroids, moved.centroids)
    let ways = table.cells.map {
      Segment(from: SIMD2(from[$0.first].x, from[$0.first].y), to: SIMD2(to[$0.second].x, to[$0.second].y))
    }
    add("\(path).transition_shift.segments", ways.count)
    add("\(path).transition_shift.crossings", try ways.crossings().map(Double.init))
  }

  private mutating func add(
    _ path: String, transition before: ReferenceCase, _ after: ReferenceCase
  ) throws {
    let table = Contingency(before.labels, after.labels)
    add("\(path).lineage", lineage: table, before.sizes, after.sizes, 0)
    add("\(path).monic", monic: table, before.sizes, after.sizes)
    add("\(path).churn", Churn(table, firstSizes: before.sizes, secondSizes: after.sizes).share)
    add("\(path).travel", travel: table, from: before.centroids, to: after.centroids)
  }

  private mutating func addLattices() throws {
    let path = "cases.R4_lattices"
    let places: [(name: String, places: [(x: Double, y: Double)])] = [
      ("csr", ReferenceCase.scattered), ("jittered", ReferenceCase.jitteredLattice),
      ("rot30", ReferenceCase.rotatedLattice),
    ]
    for (name, places) in places {
      add("\(path).\(name)", places: places)
      try add("\(path).\(name)_stats.lattice", latticeOf: places)
      try add("\(path).\(name)_stats.fourfold", fourfoldOf: places)
    }
    // Tied distances are equal but for rounding, so the edges are a matter of chance.
    for name in ["edges", "z"] { remove("\(path).rot30_stats.fourfold.\(name)") }
    let markers: [(String, [(x: Double, y: Double)])] =
      places.map { ($0.name, $0.places) } + [
        ("perfect_H21", ReferenceCase.lattice), ("R3_markers", ReferenceCase.cells2000.centroids),
      ]
    for (name, places) in markers {
      let lattice = try RotatedLattice(
        x: places.map(\.x), y: places.map(\.y), width: ReferenceCase.width, height: ReferenceCase.height)
      add("\(path).lattice_any_direction.\(name)", lattice?.value)
    }
  }

  private mutating func addMotion() throws {
    let (path, ways) = ("cases.R6_motion60", ReferenceCase.motion)
    add("\(path).segments", ways.flatMap { [$0.start.x, $0.start.y, $0.end.x, $0.end.y] })
    add("\(path).radius", 6)
    add("\(path).pairs", ways.count * (ways.count - 1) / 2)
    add("\(path).crossings", try ways.crossings().map(Double.init))
    let overlap = try ways.transientOverlaps(radii: ways.map { _ in 6 })
    add("\(path).transient_overlaps", overlap.map(Double.init))
  }

  private mutating func addHundredThousand() throws {
    let (path, points) = ("cases.R5_100k", ReferenceCase.mixture(100_000, seed: 105))
    let picture = points.picture()
    add("\(path).first_points", places: (0..<3).map { (points.x[$0], points.y[$0]) })
    add("\(path).sha256_f64le", text: points.digest)
    let (cells, others) = (points.labels, points.cells(of: 96))
    add("\(path).clusters_64", picture.sizes.count)
    add("\(path).clusters_96", Int(others.max() ?? -1) + 1)
    add("\(path).displacement", displacementOf: picture)
    add("\(path).simplified_silhouette", try SimplifiedSilhouette(of: picture)?.mean)
    let scatter = try Scatter(of: picture)
    add("\(path).calinski_harabasz", scatter.calinskiHarabasz)
    add("\(path).davies_bouldin", scatter.daviesBouldin)
    add("\(path).external_64_vs_96", external: cells, others)
    add("\(path).nesting_96_over_64", nesting: others, cells)
    add("\(path).nesting_64_over_32", nesting: cells, points.cells(of: 32))
  }
}
