import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Fidelity")
struct FidelityTests {
  private let points = [
    (0.0, 0.0), (6.0, 0.0), (0.0, 8.0), (6.0, 8.0), (20.0, 4.0), (26.0, 4.0), (3.0, 24.0),
  ]
  private let labels: [Int32] = [0, 0, 0, 0, 1, 1, 2]

  @Test("errors and distances of seven points and three markers")
  func displacement() throws {
    // Golden value H01: 4 · 25 + 2 · 9; distances of 5, 3 and 0.
    let picture = makePicture(points, labels, markers: [(3, 4), (23, 4), (3, 24)])
    let error = try #require(QuantizationError(of: picture))
    #expect(error.squares == 118)
    #expect(isClose(error.rootMeanSquare, (118.0 / 7).squareRoot()))
    #expect(isClose(error.constant, 3 * 118.0 / (7 * 100 * 100)))
    let displacement = try #require(Displacement(of: picture))
    #expect(isClose(displacement.mean, 26.0 / 7))
    #expect(displacement.p95 == 5)
    #expect(displacement.largest == 5)
  }

  @Test("a marker beside the middle of its points")
  func offset() throws {
    // Golden value H02: moved by 5, which adds 2 · 5² to the error.
    let picture = makePicture(points, labels, markers: [(3, 4), (26, 8), (3, 24)])
    let offset = try #require(CentroidOffset(of: picture))
    #expect(isClose(offset.mean, 10.0 / 7))
    #expect(offset.largest == 5)
    #expect(QuantizationError(of: picture)?.squares == 168)
  }

  @Test("errors of 2000 points in square cells")
  func cells() throws {
    // Golden values R3; the error of squares is near 1/6 of what is theirs, for there are empty corners.
    let error = try #require(QuantizationError(of: ReferenceCase.cells2000.picture()))
    #expect(isClose(error.squares, 1102098.761881791))
    #expect(isClose(error.rootMeanSquare, 23.47444101445007))
    #expect(isClose(error.constant, 192 * 1102098.761881791 / (2000 * 1024 * 768)))
    let displacement = try #require(Displacement(of: ReferenceCase.cells2000.picture()))
    #expect(isClose(displacement.mean, 21.435201915278597))
    #expect(isClose(displacement.p95, 38.07785975803158))
    #expect(isClose(displacement.largest, 53.923757767910544))
  }

  @Test("errors of 2000 points at the middles of their cells")
  func cellCenters() throws {
    let picture = ReferenceCase.cells2000.picture(markers: ReferenceCase.cells2000.cellCenters)
    let offset = try #require(CentroidOffset(of: picture))
    #expect(isClose(offset.mean, 10.620898953945588))
    #expect(isClose(offset.largest, 29.963630530948414))
    #expect(isClose(QuantizationError(of: picture)?.squares, 1379005.3515987473))
    let displacement = try #require(Displacement(of: picture))
    #expect(isClose(displacement.mean, 24.64843491087755))
    #expect(isClose(displacement.p95, 38.935390882164484))
    #expect(isClose(displacement.largest, 44.94495926949123))
  }

  @Test("the error is that about the means and that of the means about the markers")
  func parallelAxes() throws {
    // Huygens and Steiner.
    let points = ReferenceCase.cells2000
    let about = try #require(QuantizationError(of: points.picture()))
    let (means, centers) = (points.centroids, points.cellCenters)
    var apart = 0.0
    for (cluster, size) in points.sizes.enumerated() {
      let (east, south) = (means[cluster].x - centers[cluster].x, means[cluster].y - centers[cluster].y)
      apart += Double(size) * (east * east + south * south)
    }
    let moved = QuantizationError(of: points.picture(markers: centers))
    #expect(isClose(moved?.squares, about.squares + apart))
  }

  @Test("without points nothing is measured")
  func empty() throws {
    let picture = makePicture([], [], markers: [])
    #expect(QuantizationError(of: picture) == nil)
    #expect(Displacement(of: picture) == nil)
    #expect(CentroidOffset(of: picture) == nil)
    #expect(try DensityDistance(of: picture, bucket: 64, origins: [(0, 0)]) == nil)
    #expect(try SimplifiedSilhouette(of: picture) == nil)
  }

  @Test("density of four points under one marker")
  func density() throws {
    // Golden value H07: (1/2, 1/2) against (0, 1), and (1/4, 1/2, 1/4) against (0, 1, 0).
    let picture = makePicture([(5, 5), (15, 5), (25, 5), (35, 5)], [0, 0, 0, 0], markers: [(20, 5)])
    let density = try DensityDistance(of: picture, bucket: 20, origins: [(0, 0), (10, 0)])
    #expect(density?.mean == 0.5)
  }

  @Test("density of 2000 points in square cells, in buckets of the same size")
  func shiftedDensity() throws {
    // Golden values R3: with one origin, that of the cells, the distance would be 0.
    let picture = ReferenceCase.cells2000.picture()
    #expect(try DensityDistance(of: picture, bucket: 64, origins: [(0, 0)])?.mean == 0)
    let origins = DensityDistance.origins(8, bucket: 64)
    #expect(isClose(try DensityDistance(of: picture, bucket: 64, origins: origins)?.mean, 0.209375))
  }

  @Test("density does not depend on the order of the points")
  func densityOrder() throws {
    var random = SplitMix64(seed: 4)
    let points = ReferenceCase.cells2000
    let order = random.shuffled(0..<2000)
    let shuffled = ReferenceCase(
      x: order.map { points.x[$0] }, y: order.map { points.y[$0] }, labels: order.map { points.labels[$0] })
    let origins = DensityDistance.origins(3, bucket: 50)
    #expect(
      try DensityDistance(of: shuffled.picture(markers: points.cellCenters), bucket: 50, origins: origins)
        == DensityDistance(of: points.picture(markers: points.cellCenters), bucket: 50, origins: origins))
  }
}
