#if hasFeature(Embedded)
  /// A clock that stands still: a module has no clock, so no call has a deadline.
  public struct ContinuousClock: Sendable {
    public struct Instant: Sendable, Comparable {
      public func duration(to other: Instant) -> Duration { .zero }
      public static func + (instant: Instant, duration: Duration) -> Instant { instant }
      public static func < (one: Instant, other: Instant) -> Bool { false }
    }

    public static var now: Instant { Instant() }
  }
#endif
