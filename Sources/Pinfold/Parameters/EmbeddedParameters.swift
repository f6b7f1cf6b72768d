// Replaces declarations of parameters, which need key paths, in the module for WebAssembly.
#if hasFeature(Embedded)
  /// A type with parameters, whose declarations need key paths.
  public protocol Configurable: Sendable { init() }

  extension Configurable {
    func checkParameters(owner: String) throws(ParameterError) {}
  }

  /// A number as text.
  enum ParameterValue: CustomStringConvertible {
    case number(Double)

    var description: String {
      switch self {
      case .number(let number): "\(number)"
      }
    }
  }

  /// The allowed numbers.
  enum ParameterKind {
    case number(ClosedRange<Double>)

    var expectation: String {
      switch self {
      case .number(let range): "a number in \(range.lowerBound)…\(range.upperBound)"
      }
    }
  }

  /// Words nearest to others: errors list all instead.
  enum Suggestion {
    static func clause(for word: String, among known: [String]) -> String { "" }
  }
#endif
