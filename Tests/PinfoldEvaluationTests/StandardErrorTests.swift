import Testing

@testable import PinfoldEvaluation

@Suite struct StandardErrorTests {
  @Test("a standard error is that of scipy, and wants two values")
  func golden() {
    // scipy.stats.sem([0.5, 0.25, 0.75, 0.125])
    #expect(isClose(Quantile.standardError(of: [0.5, 0.25, 0.75, 0.125]), 0.13858473641302158))
    #expect(Quantile.standardError(of: [1]) == nil && Quantile.standardError(of: []) == nil)
  }
}
