/// The progress of a study that is stored in a folder.
public struct StudyStatus: Hashable, Sendable {
  /// The study's name.
  public var name: String

  /// The runs of the plan.
  public var runs: Int

  /// The runs that are finished, failed ones among them.
  public var finished: Int

  /// A sentence for each dataset some of whose rows became no points.
  public var losses: [String]

  /// The runs whose strategy failed, and the messages of metrics that failed.
  public var problems: [Problem]

  /// The strategies to be timed on the datasets: all of them, or none.
  public var timings: Int

  /// The strategies that are timed already.
  public var timed: Int

  /// The seconds that the finished runs took, on one thread.
  public var seconds: Double

  /// Whether nothing is left to do.
  public var isComplete: Bool { finished == runs && timed == timings }

  /// The runs that failed.
  public var failed: Int { problems.count { $0.isFailure } }

  /// A failure in a run, or in the timing of a strategy.
  public struct Problem: Hashable, Sendable {
    /// The dataset's name.
    public var dataset: String

    /// The strategy's label.
    public var strategy: String

    /// The camera's label; nil for a timing.
    public var camera: String?

    /// The seed; nil for a timing.
    public var seed: UInt64?

    /// The error message.
    public var message: String

    /// Whether the strategy failed, rather than a metric.
    public var isFailure: Bool
  }
}

extension StudyStatus.Problem: CustomStringConvertible {
  /// "towns, grid, pan from fit, seed 1: what went wrong"
  public var description: String {
    let place = [dataset, strategy, camera, seed.map { "seed \($0)" }].compactMap { $0 }
    return "\(place.joined(separator: ", ")): \(message)"
  }
}
