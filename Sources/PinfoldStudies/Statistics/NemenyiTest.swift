import CDistributions
import Pinfold

/// The difference of mean ranks from which two strategies differ, where all pairs are compared.
///
/// Source: P. Nemenyi, 1963; J. Demšar, JMLR 2006. The quantile is that of the range of normal values,
/// divided by √2.
package enum NemenyiTest {
  /// The critical difference of mean ranks.
  ///
  /// - Parameters:
  ///   - strategies: the number of strategies, 2 or more.
  ///   - datasets: the number of data sets, 1 or more.
  ///   - level: the chance of finding a difference where there is none, 0.001…0.5.
  package static func criticalDifference(strategies: Int, datasets: Int, level: Double = 0.05) -> Double {
    let k = Double(strategies)
    return quantile(strategies: strategies, level: level)
      * (k * (k + 1) / (6 * Double(datasets))).squareRoot()
  }

  /// The quantile *q* of the studentised range for infinitely many degrees of freedom, divided by √2.
  package static func quantile(strategies: Int, level: Double = 0.05) -> Double {
    precondition(strategies >= 2 && (0.001...0.5).contains(level))
    // The tail falls steadily; 60 halvings of the bracket exhaust the digits of a double.
    var (low, high) = (0.0, 20.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if rangeTail(middle, of: strategies) > level { low = middle } else { high = middle }
    }
    return (low + high) / 2 / 2.0.squareRoot()
  }

  /// The chance that the range of some independent normal values is above `q`: one less
  /// *k* ∫ φ(z) (Φ(z) − Φ(z − *q*))^(*k* − 1) dz, by the trapezoidal rule, whose error for so smooth an
  /// integrand that vanishes at both ends is far below that of the sum.
  private static func rangeTail(_ q: Double, of count: Int) -> Double {
    let step = 1.0 / 64
    var sum = 0.0
    for i in -576...Int((9 + q) / step) {
      let z = Double(i) * step
      let density = Double.exp(-z * z / 2) / (2 * Double.pi).squareRoot()
      sum += density * Double.pow(pinfold_normal_tail(z - q) - pinfold_normal_tail(z), Double(count - 1))
    }
    return 1 - Double(count) * sum * step
  }
}
