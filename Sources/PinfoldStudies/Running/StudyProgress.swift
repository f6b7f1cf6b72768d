/// The progress of a study.
public struct StudyProgress: Hashable, Sendable {
  /// The phases of a study.
  public enum Phase: String, Hashable, Sendable {
    /// Strategies run and are measured, several at a time.
    case runs

    /// Strategies are timed, alone.
    case timings

    /// Metrics are applied to stored frames.
    case scores

    /// Stored frames and values are verified.
    case checks
  }

  /// The current phase.
  public var phase: Phase

  /// The steps done by earlier invocations.
  public var before: Int

  /// The steps done, those of earlier invocations among them.
  public var done: Int

  /// The number of all steps.
  public var total: Int
}
