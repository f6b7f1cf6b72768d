import PinfoldEvaluation

/// Repeated timings of one thing, in seconds.
public struct Timing: Hashable, Sendable {
  /// Every timing, in the order taken.
  public var samples: [Double]

  /// Gathers timings.
  public init(_ samples: [Double] = []) { self.samples = samples }

  /// The median; nil without samples.
  public var median: Double? { Quantile.median(of: samples) }

  /// The shortest; nil without samples.
  public var best: Double? { samples.min() }

  /// A quantile by nearest rank; nil without samples. A 99th percentile needs a thousand samples or more.
  public func quantile(_ share: Double) -> Double? { Quantile.nearestRank(share, of: samples) }
}

/// Returns the result of `body`, and the seconds that it took on a monotonic clock.
func timed<Output, Failure: Error>(
  _ body: () throws(Failure) -> Output
) throws(Failure) -> (output: Output, seconds: Double) {
  let start = ContinuousClock.now
  let output = try body()
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  return (output, Double(seconds) + Double(attoseconds) * 1e-18)
}
