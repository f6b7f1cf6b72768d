import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Density of markers as discs")
struct DiscDensityTests {
  private func picture(_ points: [(Double, Double)], _ marker: Disc) -> FramePicture {
    FramePicture(
      x: points.map(\.0), y: points.map(\.1), labels: points.map { _ in 0 }, markers: Discs([marker]),
      width: 100,
      height: 100)
  }

  @Test("a disc on a corner gives each of four buckets a quarter")
  func quarters() throws {
    let marker = Disc(x: 20, y: 20, radius: 10)
    let spread = picture([(15, 15), (25, 15), (15, 25), (25, 25)], marker)
    #expect(
      isClose(
        try DensityDistance(of: spread, bucket: 20, origins: [(0, 0)], form: .discs)?.mean, 0, within: 1e-6))
    // As spots, all four points are in one bucket.
    #expect(try DensityDistance(of: spread, bucket: 20, origins: [(0, 0)])?.mean == 0.75)
  }

  @Test("parts of a disc in buckets are those of a fine raster", arguments: 1...6 as ClosedRange<UInt64>)
  func raster(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let marker = Disc(x: 40 + 20 * random.unit(), y: 40 + 20 * random.unit(), radius: 1 + 25 * random.unit())
    let bucket = 7 + 20 * random.unit()
    // As many points as the raster has in the disc: the distance is the error of the raster alone.
    var points: [(Double, Double)] = []
    let step = marker.radius / 100
    for row in -100...100 {
      for column in -100...100 where row * row + column * column <= 10_000 {
        points.append((marker.x + Double(column) * step, marker.y + Double(row) * step))
      }
    }
    let distance = try DensityDistance(
      of: picture(points, marker), bucket: bucket, origins: [(3, 5)], form: .discs)
    #expect(try #require(distance).mean < 0.02)
  }

  @Test("markers without extent are spots")
  func spots() throws {
    let points = ReferenceCase.cells2000
    let flat = FramePicture(
      x: points.x, y: points.y, labels: points.labels,
      markers: Discs(points.centroids.map { Disc(x: $0.x, y: $0.y, radius: 0) }), width: 1024, height: 768)
    let origins = DensityDistance.origins(8, bucket: 64)
    #expect(
      try DensityDistance(of: flat, bucket: 64, origins: origins, form: .discs)
        == DensityDistance(of: flat, bucket: 64, origins: origins))
  }
}
