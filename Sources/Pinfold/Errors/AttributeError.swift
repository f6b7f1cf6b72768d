/// An attribute is unknown or has an unsuitable type.
@nonexhaustive
public enum AttributeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The points have no attribute of that name.
  case unknown(String, known: [String])

  /// A numeric operation was requested on strings.
  case notNumbers(String, wantedFor: String)

  public var description: String {
    switch self {
    case .unknown(let name, let known):
      "unknown attribute '\(name)'" + Suggestion.clause(for: name, among: known)
    case .notNumbers(let name, let purpose):
      "attribute '\(name)' holds texts, which have no \(purpose); count and distinct take any"
    }
  }
}
