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
      "Interrupt the transition at this share of its duration, and write the transition from there to the view "
        + "'then'."),
    DefinedOption(
      "then", \.then, takes: .type("number[]|string", "a view: LON,LAT,ZOOM or LON,LAT,ZOOM,WxH"),
      value: "view", "View to which the transition turns at the interruption, in the same form."),
  ]

  package func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    guard (interrupt == nil) != (then == nil), let given = node.members?.first else { return }
    throw given.value.mistake(
      "'interrupt' and 'then' belong together; give both or neither")
  }
}
