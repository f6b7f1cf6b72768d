package import Pinfold

/// The amount that every strategy is tuned to show in a view: a number of markers, or a share of ink.
///
/// Most measures grow or fall with the number of markers, so that strategies are fairly compared at equal
/// numbers only.
package struct MatchDefinition: Definition, Hashable, Sendable {
  private var markers: Int?
  private var ink: Double?

  package init() {}

  package static let owner = "'match'"

  package static let options: [DefinedOption<MatchDefinition>] = [
    DefinedOption(
      "markers", \.markers, takes: .integer(1...100_000), example: "200",
      "Tune the size of every strategy to about this many markers in a view."),
    DefinedOption(
      "ink", \.ink, takes: .number(0.0001...1), value: "share", example: "0.05",
      "Tune the size of every strategy until markers cover about this share of a view."),
  ]

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    if markers != nil, ink != nil {
      throw node.mistake("'markers' and 'ink' are both given; strategies are tuned to one of them")
    }
  }

  package var target: MatchTarget? { markers.map { .markers($0) } ?? ink.map { .ink($0) } }
}

/// The amount that strategies are tuned to.
package enum MatchTarget: Hashable, Sendable, CustomStringConvertible {
  case markers(Int)
  case ink(Double)

  package var description: String {
    switch self {
    case .markers(let count): "\(count) markers"
    case .ink(let share): "\(ParameterValue.number(share)) of a view under markers"
    }
  }
}
