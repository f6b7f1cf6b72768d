package import Pinfold

/// When a transition is interrupted, and by which view.
package struct InterruptionDefinition: Definition, Hashable, Sendable {
  package var interrupt: Double?
  package var then: String?

  package init() {}

  package static let owner = "an interruption"

  package static let options: [DefinedOption<InterruptionDefinition>] = [
    DefinedOption(
      "interrupt", \.interrupt, takes: .number(0...1), value: "share",
      "When another view is wanted: a share of the duration. The result is the transition from what is shown "
        + "then to that view."),
    DefinedOption(
      "then", \.then, takes: .type("number[]|string", "a view: LON,LAT,ZOOM or LON,LAT,ZOOM,WxH"),
      value: "view", "The view that is wanted at the interruption, in the same form."),
  ]

  package func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    guard (interrupt == nil) != (then == nil), let given = node.members?.first else { return }
    throw given.value.mistake(
      "'interrupt' is when another view is wanted, 'then' which; give both or neither")
  }
}
