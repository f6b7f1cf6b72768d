import Testing

@testable import Pinfold

@Suite struct WeightScaleTests {
  @Test("no weights need no scale")
  func none() {
    #expect(WeightScale(nil) == nil)
    #expect(WeightScale([])?.factor == 1)
    #expect(WeightScale([0, 0])?.factor == 1)
  }

  @Test(
    "the largest weight fills 62 bits",
    arguments: [1, 0.1, 1.999, 2, 1e-5, 1e20, 1e300, .leastNonzeroMagnitude])
  func largest(weight: Double) throws {
    let scale = try #require(WeightScale([weight, 0]))
    let units = [weight, 0].map(scale.units)
    #expect(units[0] < 1 << 62)
    #expect(units[0] >= 1 << 61 || weight < 1e-280)
    #expect(units[1] == 0)
  }

  @Test("weights up to a five-hundredth of the largest keep all their bits")
  func exact() throws {
    let weights = [1, 0.1, 0.3, 0.002, 0.7]
    let scale = try #require(WeightScale(weights))
    for weight in weights {
      #expect(scale.weight(of: UInt128(scale.units(weight))) == weight)
    }
  }
}
