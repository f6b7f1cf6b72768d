import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Numbers")
struct NumbersTests {
  @Test("quantiles of one to ten by nearest rank")
  func reference() {
    // Golden value H25.
    let values = (1...10).map { Double($0) }
    #expect(Quantile.nearestRank(0.5, of: values) == 5)
    #expect(Quantile.nearestRank(0.95, of: values) == 10)
    #expect(Quantile.nearestRank(0.99, of: values) == 10)
  }

  @Test("every hundredth of a hundred values is its own rank")
  func hundredths() {
    let values = (1...100).map { Double($0) }
    for rank in 1...100 { #expect(Quantile.nearestRank(Double(rank) / 100, of: values) == Double(rank)) }
    #expect(Quantile.nearestRank(0, of: values) == 1)
  }

  @Test("medians")
  func medians() {
    #expect(Quantile.median(of: []) == nil)
    #expect(Quantile.median(of: [3, 1, 2]) == 2)
    #expect(Quantile.median(of: [4, 1, 2, 3]) == 2.5)
    #expect(Quantile.nearestRank(0.5, of: []) == nil)
  }

  @Test("a marker's area grows with the logarithm of its count, from 12 to 32 points")
  func style() {
    let style = MarkerStyle()
    #expect(style.radius(count: 1) == 12)
    #expect(style.radius(count: 10_000) == 32)
    #expect(style.radius(count: 5_000_000) == 32)
    #expect(abs(style.radius(count: 100) - ((144 + 1024) / 2.0).squareRoot()) < 1e-12)
    #expect(style.id == "log-area(12.0,32.0,10000)")
    #expect(MarkerStyle.fixed(9).radius(count: 77) == 9)
    #expect(MarkerStyle.fixed(9).id == "fixed(9.0)")
  }
}
