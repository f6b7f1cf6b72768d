package import PinfoldDrawing

/// The protocol by which a terminal shows pictures.
package struct TerminalDefinition: Definition, Hashable, Sendable {
  /// The protocol, or how to choose one.
  package private(set) var graphics = TerminalGraphics.auto

  package init() {}

  package static let owner = "a terminal"

  package static let options: [DefinedOption<TerminalDefinition>] = [
    DefinedOption(
      "graphics", \.graphics, "How to show a picture on a terminal; auto asks the environment.")
  ]
}

/// The form in which a picture is written to a file, or shown on a terminal.
package struct ImageDefinition: Definition, Hashable, Sendable {
  /// The pixels of a PNG image for each screen point; nil for the usual number.
  package private(set) var scale: Double?

  /// The terminal that shows the picture in place of a file.
  package private(set) var terminal = TerminalDefinition()

  /// The usual number of pixels for each screen point.
  package static let usualScale = 2.0

  package init() {}

  package static let owner = "a picture"

  package static let options: [DefinedOption<ImageDefinition>] =
    [
      DefinedOption(
        "scale", \.scale, takes: .number(0.1...16), standard: usualScale.shown,
        "Pixels of a PNG image for each screen point.")
    ] + TerminalDefinition.options(in: \.terminal)
}
