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
