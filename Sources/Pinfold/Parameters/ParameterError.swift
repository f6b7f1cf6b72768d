/// An error of the parameters that a user gives.
@nonexhaustive
public enum ParameterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No parameter has this name; `known` lists those there are.
  case unknown(name: String, owner: String, known: [String])

  /// The value is of the wrong type or out of range.
  case unacceptable(name: String, owner: String, value: String, expectation: String)

  /// Each value is acceptable by itself, but not with the others.
  case conflict(owner: String, reason: String)

  public var description: String {
    switch self {
    case .unknown(let name, let owner, let known):
      return "unknown parameter '\(name)' of \(owner)" + Suggestion.clause(for: name, among: known)
    case .unacceptable(let name, let owner, let value, let expectation):
      return "parameter '\(name)' of \(owner) is \(value); it takes \(expectation)"
    case .conflict(let owner, let reason):
      return "the parameters of \(owner) do not go together: \(reason)"
    }
  }
}
