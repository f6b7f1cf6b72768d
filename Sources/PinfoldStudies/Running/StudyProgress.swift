/// How far a study is.
public struct StudyProgress: Hashable, Sendable {
  /// What is being done.
  public enum Phase: String, Hashable, Sendable {
    /// Strategies run and are measured, several at a time.
    case cells

    /// Strategies are timed, alone.
    case timings

    /// Metrics are applied to stored frames.
    case scores
  }

  /// What is being done.
  public var phase: Phase

  /// The steps that earlier runs did.
  public var before: Int

  /// The steps done, those of earlier runs among them.
  public var done: Int

  /// The steps there are.
  public var total: Int
}
