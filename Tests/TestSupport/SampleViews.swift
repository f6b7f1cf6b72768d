public import Pinfold
import PinfoldEvaluation

extension Viewport {
  /// Views that are hard in one way each, and some around the points.
  ///
  /// - Parameter random: how many views around points.
  public static func samples(of points: PointSet, random count: Int = 6, seed: UInt64 = 1) -> [Viewport] {
    hard(over: points, random: count, seed: seed)
  }
}
