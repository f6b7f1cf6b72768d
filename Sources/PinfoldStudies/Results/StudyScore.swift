public import PinfoldEvaluation

/// The values of one measure for one strategy on one point set, reduced to a number.
public struct StudyScore: Hashable, Sendable {
  /// The number, or why there is none.
  public var value: MeasuredValue

  /// The number of frames, pairs or paths that have a value.
  public var defined: Int

  /// The number of those that were measured.
  public var count: Int

  /// Whether some, but not all, of what was measured has a value.
  public var isPartial: Bool { defined > 0 && defined < count }

  /// "242 of 384".
  public var share: String { "\(defined) of \(count)" }
}
