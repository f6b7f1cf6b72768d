import Pinfold
import PinfoldDefinitions

/// A pane that wants a frame, and where it is in the transition that it shows.
struct PaneRequest: Definition {
  /// The index of the pane, from 0.
  var pane = 0

  /// The strategy with the steps after it, as everywhere else; read later, so that a mistake in one pane does
  /// not keep the others from their frames.
  var strategy = Node(.null, place: "strategy")

  /// The diff.
  var diff = Node(.text("membership"), place: "diff")

  /// The size of markers.
  var style: Node?

  /// The plan that the pane shows; 0 for none.
  var plan = 0

  /// The share of that plan's duration up to which the pane shows it. The new plan starts from there.
  var at = 1.0

  static let owner = "a pane"

  static let options: [DefinedOption<PaneRequest>] = [
    DefinedOption(
      "pane", \.pane, takes: .integer(0...LiveBeginning.mostPanes - 1), isRequired: true, "The pane, from 0."),
    DefinedOption(
      "strategy", .type("strategy", "a name, or a table with name and parameters"), isRequired: true,
      "The strategy."
    ) { (pane, node, _) throws(DefinitionError) in pane.strategy = node },
    DefinedOption("diff", .type("diff", "a name, or a table with name and parameters"), "The diff.") {
      (pane, node, _) throws(DefinitionError) in pane.diff = node
    },
    DefinedOption("style", .table("Style", StyleDefinition.optionDescriptions), "The size of markers.") {
      (pane, node, _) throws(DefinitionError) in pane.style = node
    },
    DefinedOption("plan", \.plan, "The plan that the pane shows."),
    DefinedOption("at", \.at, takes: .number(0...1), "How far it is."),
  ]
}
