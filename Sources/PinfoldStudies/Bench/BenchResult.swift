public import Pinfold

/// The results of a bench.
public struct BenchResult: Hashable, Sendable {
  /// One entry for each set of points, in the order given.
  public var datasets: [BenchDataset]

  /// One row for each set and strategy, in the order given.
  public var rows: [BenchRow]
}

/// The preparation of one point set.
public struct BenchDataset: Hashable, Sendable {
  /// The name of the points.
  public var name: String

  /// The number of points.
  public var count: Int

  /// The time to make the point set from columns in a random order.
  public var preparation: Timing

  /// The memory of the set for each point, in bytes; nil where there is no point.
  public var bytesPerPoint: Double?

  /// The views that were queried.
  public var views: [Viewport]
}

/// One strategy on one set of points.
public struct BenchRow: Hashable, Sendable {
  /// The name of the points.
  public var dataset: String

  /// The name of the strategy.
  public var strategy: String

  /// The first build, which the others do not include; nil where it failed.
  public var coldBuild: Double?

  /// The time to build the index.
  public var build = Timing()

  /// The first query of each view, which ``query`` does not include.
  public var coldQuery = Timing()

  /// The time of a query, over all views and passes.
  public var query = Timing()

  /// The memory of the index for each point, in bytes; nil where there is no point.
  public var indexBytesPerPoint: Double?

  /// The clusters of each view, in the order of views.
  public var clusters: [Int] = []

  /// Median build time over that of the baseline; nil where either is missing or 0.
  public var buildRatio: Double?

  /// Median query time over that of the baseline; nil where either is missing or 0.
  public var queryRatio: Double?

  /// Why the strategy failed; nil where it did not.
  public var failure: String?

  init(dataset: String, strategy: String) {
    self.dataset = dataset
    self.strategy = strategy
  }
}
