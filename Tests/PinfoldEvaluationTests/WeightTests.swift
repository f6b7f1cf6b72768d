import Pinfold
import PinfoldEvaluation
import TestSupport
import Testing

@Suite("Points that count by their weights")
struct WeightTests {
  private let x = [2.0, 7, 11, 30, 34, 41, 45, 80]
  private let y = [3.0, 9, 4, 40, 47, 52, 41, 90]
  private let labels: [Int32] = [0, 0, 0, 1, 1, 1, 1, 2]
  private let markers = [(6.0, 5.0), (38, 44), (79, 88)]

  private func picture(_ weights: [Double]?, points: [Int] = Array(0..<8)) -> FramePicture {
    FramePicture(
      x: points.map { x[$0] }, y: points.map { y[$0] }, labels: points.map { labels[$0] }, weights: weights,
      markers: Discs(markers.map { Disc(x: $0.0, y: $0.1, radius: 5) }), width: 100, height: 100)
  }

  @Test("weighted errors, distances and offsets are those of numpy")
  func golden() throws {
    // numpy 2: average(…, weights=w), quantile(…, weights=w, method="inverted_cdf"),
    // histogram2d(…, weights=w).
    let weights = [1, 2.5, 0, 4, 1, 0.5, 3, 2]
    let picture = picture(weights)
    let error = try #require(QuantizationError(of: picture, weights: weights))
    #expect(isClose(error.rootMeanSquare, 6.697547525560596))
    #expect(isClose(error.constant, 0.013457142857142862))
    let displacement = try #require(Displacement(of: picture, weights: weights))
    #expect(isClose(displacement.mean, 6.224888914592175))
    #expect(isClose(displacement.p95, 80.0.squareRoot()))
    #expect(isClose(CentroidOffset(of: picture, weights: weights)?.mean, 2.5079675895035303))
    let density = try DensityDistance(of: picture, bucket: 20, origins: [(0, 0)], weights: weights)
    #expect(isClose(density?.mean, 0.3928571428571428))
    #expect(isClose(try SimplifiedSilhouette(of: picture)?.weightedMean, 0.7316711301211375))
  }

  @Test("weighted silhouettes and scatter are those of loops over all pairs")
  func pairs() throws {
    // Python: the sums of the formulas, written out.
    let weights = [1, 2.5, 0, 4, 1, 0.5, 3, 2]
    for scale in [1.0, 1e-9, 1e12] {
      let weights = weights.map { $0 * scale }
      let picture = picture(weights)
      #expect(
        isClose(
          try Silhouette.weightedMean(of: picture, weights: weights, sample: 99, seed: 1), 0.6373725165741116)
      )
      #expect(isClose(try SquaredSilhouette(of: picture, weights: weights)?.mean, 0.7953753050559543))
      let scatter = try Scatter(of: picture, weights: weights)
      #expect(isClose(scatter.calinskiHarabasz, 58.84479844864646))
      #expect(isClose(scatter.daviesBouldin, 0.19245359586494745))
    }
  }

  @Test("equal weights change nothing, and clusters without weight are none")
  func equal() throws {
    let ones = [Double](repeating: 1, count: 8)
    let picture = picture(ones)
    #expect(
      try Silhouette.weightedMean(of: picture, weights: ones, sample: 99, seed: 1)
        == Silhouette(of: picture, sample: 99, seed: 1)?.mean)
    #expect(try SquaredSilhouette(of: picture, weights: ones) == SquaredSilhouette(of: picture))
    #expect(try Scatter(of: picture, weights: ones) == Scatter(of: picture))
    // Of the first and the third cluster nothing is left.
    let weights = [0.0, 0, 0, 1, 2, 3, 4, 0]
    #expect(try Silhouette.weightedMean(of: picture, weights: weights, sample: 99, seed: 1) == nil)
    #expect(try SquaredSilhouette(of: picture, weights: weights) == nil)
    #expect(try Scatter(of: picture, weights: weights).calinskiHarabasz == nil)
    // The third is left, and is the nearest to the second although the first is nearer.
    let two = [0.0, 0, 0, 1, 2, 3, 4, 5]
    let rest = self.picture(Array(two[3...]), points: Array(3..<8))
    #expect(
      isClose(
        try Silhouette.weightedMean(of: picture, weights: two, sample: 99, seed: 1),
        try #require(
          try Silhouette.weightedMean(of: rest, weights: Array(two[3...]), sample: 99, seed: 1))))
    #expect(
      isClose(
        try SquaredSilhouette(of: picture, weights: two)?.mean,
        try #require(try SquaredSilhouette(of: rest, weights: Array(two[3...]))).mean))
  }

  @Test("one heavy point does not hide the light ones of its cluster")
  func heavy() throws {
    // From the heavy point's side the others are 5 away, whatever they weigh beside it.
    let picture = FramePicture(
      x: [0, 3, 3, 100], y: [0, 4, -4, 0], labels: [0, 0, 0, 1], weights: [1e20, 1, 1, 1e-3],
      markers: Discs([Disc(x: 0, y: 0, radius: 5), Disc(x: 100, y: 0, radius: 5)]), width: 100, height: 100)
    let weights = try #require(picture.weights)
    #expect(
      isClose(try Silhouette.weightedMean(of: picture, weights: weights, sample: 9, seed: 1), 0.95))
    #expect(
      isClose(try SquaredSilhouette(of: picture, weights: weights)?.mean, 1 - 25.0 / 10_000, within: 1e-12))
  }

  @Test("neighbours and lone points count by their weights")
  func neighbors() throws {
    // 0 and 1 are near and parted, 2 and 3 near and together, 4 and 5 far from all.
    let graph = try NeighborGraph(x: [0, 1, 10, 11, 50, 90], y: [0, 0, 0, 0, 0, 0])
    let labels: [Int32] = [0, 1, 1, 1, 2, 1]
    let weights = [3.0, 1, 2, 6, 5, 1]
    let split = PointShare.split(labels: labels, graph: graph, reach: 2, weights: weights)
    #expect(split.share == 0.5 && split.weightedShare == 4.0 / 12)
    let lone = PointShare.isolated(labels: labels, graph: graph, reach: 20, weights: weights)
    #expect(lone.share == 0.5 && lone.weightedShare == 5.0 / 6)
    #expect(PointShare.split(labels: labels, graph: graph, reach: 2).weightedShare == nil)
    let none = [Double](repeating: 0, count: 6)
    #expect(PointShare.isolated(labels: labels, graph: graph, reach: 20, weights: none).weightedShare == nil)
  }

  /// A metric with another parameter.
  private static func set<Type>(
    _ metric: Type, _ parameter: WritableKeyPath<Type, Double>, _ value: Double
  ) -> Type {
    var metric = metric
    metric[keyPath: parameter] = value
    return metric
  }

  @Test(
    "every measure by weight says why it has no value",
    arguments: [
      QuantizationMetric(), DisplacementMetric(), CentroidOffsetMetric(), SimplifiedSilhouetteMetric(),
      SilhouetteMetric(), ScatterMetric(), DensityMetric(), set(NeighborSplitMetric(), \.distance, 1e6),
      set(IsolationMetric(), \.distance, 0.1),
    ] as [any Metric])
  func reasons(metric: any Metric) throws {
    var columns = PointColumns(longitude: [0, 1, 20, 21, 22], latitude: [0, 1, 10, 10, 12])
    let view = Viewport(center: Coordinate(longitude: 10, latitude: 5), zoom: 4)
    for (weight, reason) in [
      (nil, UndefinedReason.noWeights), ([0, 0, 0, 0, 0], .noSpread), ([1, 2, 3, 4, 5], nil),
    ] as [([Double]?, UndefinedReason?)] {
      columns.weight = weight
      let frame = try Clusterer(.grid(cellSize: 200)).build(try PointSet(columns)).frame(for: view)
      let results = try metric.evaluate(MetricSubject([frame])).filter {
        $0.measure.name.hasPrefix("weighted")
      }
      #expect(!results.isEmpty)
      #expect(results.allSatisfy { $0.value.reason == reason }, "\(results)")
    }
  }

  @Test("the silhouette by weight over all points is that over all drawn, and none where points are too many")
  func exactSilhouette() throws {
    var columns = SamplePoints.clusters.columns(count: 60)
    columns.weight = (0..<60).map { Double($0 % 7) }
    let frame = try Clusterer(.grid(cellSize: 200)).build(try PointSet(columns)).frame(
      for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1))
    func values(_ limit: Int, sample: Int) throws -> [String: MeasuredValue] {
      var metric = SilhouetteMetric()
      (metric.exactLimit, metric.sample) = (limit, sample)
      let results = try metric.evaluate(MetricSubject([frame]))
      return Dictionary(uniqueKeysWithValues: results.map { ($0.measure.name, $0.value) })
    }
    let (exact, drawn) = (try values(60, sample: 5), try values(59, sample: 60))
    #expect(isClose(exact["weightedExact"]?.number, try #require(drawn["weightedSampled"]?.number)))
    #expect(exact["weightedExact"] != exact["weightedSampled"])
    #expect(drawn["weightedExact"] == .undefined(.tooManyPoints))
    // A part is drawn from the scores that are known as from those that are not.
    #expect(try values(59, sample: 5)["weightedSampled"] == exact["weightedSampled"])
  }

  @Test("a point of weight 3 counts as three points, and one of weight 0 as none")
  func repeated() throws {
    let weights = [1.0, 3, 0, 2, 1, 1, 4, 2]
    let weighted = picture(weights)
    let repeated = picture(nil, points: (0..<8).flatMap { [Int](repeating: $0, count: Int(weights[$0])) })
    let (error, same) = (QuantizationError(of: weighted, weights: weights), QuantizationError(of: repeated))
    #expect(isClose(error?.squares, try #require(same).squares))
    #expect(isClose(error?.constant, try #require(same).constant))
    let (distance, other) = (Displacement(of: weighted, weights: weights), Displacement(of: repeated))
    #expect(isClose(distance?.mean, try #require(other).mean) && distance?.p95 == other?.p95)
    #expect(
      isClose(
        CentroidOffset(of: weighted, weights: weights)?.mean, try #require(CentroidOffset(of: repeated)).mean)
    )
    for form in [DensityDistance.Form.spots, .discs] {
      let origins = DensityDistance.origins(8, bucket: 30)
      let all = try DensityDistance(of: repeated, bucket: 30, origins: origins, form: form)
      #expect(
        isClose(
          try DensityDistance(of: weighted, bucket: 30, origins: origins, form: form, weights: weights)?.mean,
          try #require(all).mean, within: 1e-6))
    }
  }

  @Test("markers at weighted means are right by weight, and points without weights say so")
  func metrics() throws {
    var columns = PointColumns(longitude: [0, 1, 20, 21, 22], latitude: [0, 1, 10, 10, 12])
    columns.weight = [1, 9, 1, 1, 5]
    let view = Viewport(center: Coordinate(longitude: 10, latitude: 5), zoom: 4)
    func values(_ columns: PointColumns) throws -> [String: MeasuredValue] {
      let frame = try Clusterer(.grid(cellSize: 200)).build(try PointSet(columns)).frame(for: view)
      let results = try CentroidOffsetMetric().evaluate(MetricSubject([frame]))
      return Dictionary(uniqueKeysWithValues: results.map { ($0.measure.name, $0.value) })
    }
    let weighted = try values(columns)
    #expect(try #require(weighted["weightedMean"]?.number) < 1e-4)
    #expect(try #require(weighted["mean"]?.number) > 1)
    columns.weight = nil
    #expect(try values(columns)["weightedMean"] == .undefined(.noWeights))
    columns.weight = [0, 0, 0, 0, 0]
    #expect(try values(columns)["weightedMean"] == .undefined(.noSpread))
  }
}
