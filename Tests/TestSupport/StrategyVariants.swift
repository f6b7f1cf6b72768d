public import Pinfold

/// A strategy with one of its choices or flags other than by default, or with none.
public struct StrategyVariant: Sendable, CustomStringConvertible {
  /// The strategy's name in the registry.
  public let name: String

  /// The parameters that are not at their defaults.
  public let values: ParameterValues

  /// Pairs a strategy with parameters.
  public init(_ name: String, _ values: ParameterValues = [:]) {
    self.name = name
    self.values = values
  }

  /// Every strategy of a registry as it is by default, and with each other word of each choice, one at a
  /// time. Made from the declarations, so that a new option is tested with the rest.
  public static func all(in registry: Registry = .builtIn) -> [StrategyVariant] {
    registry.all(.strategy).flatMap { registration in
      [StrategyVariant(registration.name)]
        + registration.parameters.flatMap { parameter in
          parameter.alternatives.map { StrategyVariant(registration.name, [parameter.name: $0]) }
        }
    }
  }

  /// The strategy.
  public func callAsFunction() throws -> any ClusteringStrategy {
    try Registry.builtIn.find(name, kind: .strategy)(values)
  }

  public var description: String {
    values.isEmpty ? name : "\(name) \(values.map { "\($0.key)=\($0.value)" }.joined(separator: " "))"
  }
}

extension ParameterDescription {
  /// The values of a choice or a flag, but for the default.
  fileprivate var alternatives: [ParameterValue] {
    switch kind {
    case .choice(let words): words.map { .choice($0) }.filter { $0 != defaultValue }
    case .flag: [.flag(true), .flag(false)].filter { $0 != defaultValue }
    default: []
    }
  }
}
