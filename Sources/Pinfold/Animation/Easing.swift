/// A map from time to progress. Every easing is symmetric, so a transition played backwards is the reverse.
public enum Easing: String, Hashable, Sendable, CaseIterable {
  /// Even speed.
  case linear

  /// Slow at both ends: 3t² − 2t³.
  case smooth

  /// The progress at a share of the duration, 0…1.
  public func progress(at time: Double) -> Double {
    switch self {
    case .linear: time
    case .smooth: time * time * (3 - 2 * time)
    }
  }
}
