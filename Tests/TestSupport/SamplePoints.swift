public import Pinfold
import PinfoldEvaluation

/// The contract's hard points, under a name that tests need import nothing more for.
public enum SamplePoints: String, CaseIterable, Sendable {
  case uniform, clusters, lattice, eastWestLine, northSouthLine, diagonal, coincident, spots, outlier,
    dateLine,
    poles, seam, onePixel, exponential, empty, one, two

  /// The points, with whole numbers for ids, in an order that has nothing to do with place.
  ///
  /// - Parameter count: the number of points, but for the sets whose name says how many.
  public func columns(count: Int = 300, seed: UInt64 = 1) -> PointColumns {
    guard let points = HardPoints(rawValue: rawValue) else {
      preconditionFailure("no hard points '\(rawValue)'")
    }
    return points.columns(count: count, seed: seed)
  }
}

extension PointColumns {
  /// Points for threads to share, some spread evenly and as many in clusters; their ids are their rows.
  public static func mixed(_ count: Int) -> PointColumns {
    var columns = SamplePoints.uniform.columns(count: count, seed: 1)
    let clustered = SamplePoints.clusters.columns(count: count, seed: 2)
    columns.longitude += clustered.longitude
    columns.latitude += clustered.latitude
    columns.ids = nil
    return columns
  }

  /// The points in another order; every column, ids too, travels along.
  public func shuffled(seed: UInt64) -> PointColumns {
    var random = SplitMix64(seed: seed)
    return reordered(random.shuffled(0..<count))
  }

  /// The points with weights, groups, priorities, and a tenth that never merges.
  public func decorated(seed: UInt64) -> PointColumns { HardPoints.decorating(self, seed: seed) }

  /// The points all moved to the east by some degrees.
  public func moved(east degrees: Double) -> PointColumns { HardPoints.moving(self, east: degrees) }
}
