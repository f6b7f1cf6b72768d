import Pinfold
package import PinfoldDrawing

/// The protocol by which a terminal shows pictures.
package struct TerminalDefinition: Definition, Hashable, Sendable {
  package private(set) var graphics = TerminalGraphics.auto

  package init() {}

  package static let owner = "a terminal"

  package static let options: [DefinedOption<TerminalDefinition>] = [
    DefinedOption(
      "graphics", \.graphics, "How to show a picture on a terminal; auto reads the environment.")
  ]
}

/// The form in which a picture is written to a file, or shown on a terminal.
package struct ImageDefinition: Definition, Hashable, Sendable {
  package private(set) var scale: Double?
  package private(set) var terminal = TerminalDefinition()

  package static let usualScale = 2.0

  package init() {}

  package static let owner = "a picture"

  package static let options: [DefinedOption<ImageDefinition>] =
    [
      DefinedOption(
        "scale", \.scale, takes: .number(0.1...16), standard: usualScale.standard,
        "Pixels per screen point in a PNG image.")
    ] + TerminalDefinition.options(in: \.terminal)
}
