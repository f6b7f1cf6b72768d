package import Pinfold

/// Strategies to time, and how often.
package struct BenchDefinition: Definition {
  package private(set) var strategies = StrategiesDefinition()
  package private(set) var timing = TimingDefinition()
  package private(set) var repetitions = 1

  /// The label of the strategy to whose times the others are related; nil for none.
  package private(set) var baseline: String?

  package private(set) var views = ViewsDefinition()
  private var baselineNode: Node?

  package init() {}

  package static let owner = "a bench"

  package static let options: [DefinedOption<BenchDefinition>] =
    [
      DefinedOption(
        "baseline", \.baselineNode,
        takes: .type("string|strategy|table", "a name, or a table with name and parameters"),
        value: "strategy", example: "pca", "Strategy whose times are the unit of the others."),
      DefinedOption(
        "repetitions", \.repetitions, takes: .integer(1...10_000),
        "Queries of each view in a row; their mean is the time of the view."),
    ] + TimingDefinition.options(in: \.timing).filter { $0.about.name != "seed" }
    + StrategiesDefinition.options(in: \.strategies) + ViewsDefinition.options(in: \.views)

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try strategies.complete(at: node, registry: registry)
    guard let chosen = baselineNode else { return }
    let label = try ClustererDefinition.one(chosen, in: registry).label
    let known = strategies.strategies.map(\.label)
    guard known.contains(label) else {
      throw chosen.mistake(
        "strategy '\(label)' is not among those timed" + Suggestion.clause(for: label, among: known))
    }
    baseline = label
  }
}
