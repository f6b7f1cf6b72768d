import Pinfold
import PinfoldEvaluation
import Testing

@Suite("A hundred thousand reference points")
struct LargeReferenceTests {
  @Test("in square cells")
  func cells() throws {
    // Golden values R5.
    let points = ReferenceCase.mixture(100_000, seed: 105)
    #expect(points.digest == "cbf3ac258717722dbd15cb5d53620a6a3c41c541eb3fe11a9078a47590709609")
    let picture = points.picture()
    #expect(picture.sizes.count == 192)
    #expect(isClose(QuantizationError(of: picture)?.squares, 57709419.55017153))
    let displacement = try #require(Displacement(of: picture))
    #expect(isClose(displacement.mean, 21.796711172500817))
    #expect(isClose(displacement.p95, 38.226329148789475))
    #expect(isClose(displacement.largest, 70.37296439983977))
    #expect(isClose(try SimplifiedSilhouette(of: picture)?.mean, 0.4141788714342257))
    let scatter = try Scatter(of: picture)
    #expect(isClose(scatter.calinskiHarabasz, 91593.2762891008))
    #expect(isClose(scatter.daviesBouldin, 0.8024489169243806))
  }
}
