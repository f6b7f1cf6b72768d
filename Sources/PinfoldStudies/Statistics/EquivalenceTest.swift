/// Whether paired differences lie within a margin around 0: two one-sided signed-rank tests, one against each
/// end, of which the worse one counts.
///
/// A difference that no test finds is not one that is absent; this test can find that it is. Source:
/// S. Wellek, "Testing statistical hypotheses of equivalence and noninferiority", 2010.
package struct EquivalenceTest: Hashable, Sendable {
  /// The chance of differences so far within the margin if the true one were at an end of it.
  package let p: Double

  /// Tests differences.
  ///
  /// - Precondition: all are finite, and the margin is above 0.
  /// - Complexity: as of ``WilcoxonTest``.
  package init(_ differences: [Double], margin: Double) {
    p = max(
      WilcoxonTest(differences.map { $0 + margin }).pGreater,
      WilcoxonTest(differences.map { $0 - margin }).pLess)
  }
}
