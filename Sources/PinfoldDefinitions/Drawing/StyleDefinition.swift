package import Pinfold
package import PinfoldDrawing

/// The size of markers.
package struct StyleDefinition: Definition, Hashable, Sendable {
  var smallest = 12.0
  var largest: Double?
  var saturation = 10_000

  package init() {}

  package static let owner = "a style"

  package static let options: [DefinedOption<StyleDefinition>] = [
    DefinedOption(
      "smallest", \.smallest, takes: .number(0...1e6), unit: "screen points",
      "Radius of a single point's marker."),
    DefinedOption(
      "largest", \.largest, takes: .number(0...1e6), unit: "screen points", standard: "32", example: "40",
      "Radius of the largest marker, at least smallest."),
    DefinedOption(
      "saturation", \.saturation, takes: .integer(2...Int(Int32.max)),
      "Number of points at which markers reach their largest size; not for markers by a column."),
  ]

  package mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    if let largest, largest < smallest { throw node.mistake("'smallest' is more than 'largest'") }
  }

  package var style: MarkerStyle {
    MarkerStyle(smallest: smallest, largest: largest ?? max(32, smallest), saturation: saturation)
  }

  /// The style in place of a frame's own; nil without any option.
  package var given: MarkerStyle? { self == StyleDefinition() ? nil : style }

  /// The frame with markers of this size; without any option, of the frame's own, or where a grid made it and
  /// nothing separated its markers, of discs no wider than its cells.
  package func applied(to frame: Frame, by clusterer: Clusterer?) -> Frame {
    var frame = frame
    if let given {
      frame.markerStyle = given
    } else if let clusterer, clusterer.separation == nil, clusterer.strategy is GridStrategy,
      let side = frame.effectiveSize
    {
      let (style, most) = (frame.markerStyle, side / 2)
      frame.markerStyle = MarkerStyle(
        smallest: min(style.smallest, most), largest: min(style.largest, most), saturation: style.saturation)
    }
    return frame
  }
}

/// How counts are written beside or in markers.
package struct LabelDefinition: Definition, Hashable, Sendable {
  package private(set) var label = CountLabel(.abbreviated)

  package init() {}

  package static let owner = "a label"

  package static let options: [DefinedOption<LabelDefinition>] =
    DefinedOption.parameters(of: \.label) + [
      DefinedOption(
        "buckets", \.label.buckets, takes: .list(of: .integer(1...Int(Int32.max))),
        "Counts that the bucketed style writes.")
    ]
}

/// Whether the drawing of a transition moves.
package struct MotionDefinition: Definition, Hashable, Sendable {
  package private(set) var moves = false

  package init() {}

  package static let owner = "a drawing of a transition"

  package static let options: [DefinedOption<MotionDefinition>] = [
    DefinedOption(
      "moves", \.moves,
      "Animate the transition, forth and back, in an SVG without scripts; draws no arrows.")
  ]
}

extension TransitionDrawing {
  /// Draws a transition, playing or still.
  ///
  /// - Throws: ``DefinitionError`` where a turned view should play.
  package func picture(
    of transition: MarkerTransitions, from old: Frame, to new: Frame, moves: Bool
  ) throws(DefinitionError) -> Picture {
    guard moves else { return picture(of: transition, from: old, to: new) }
    guard let picture = movingPicture(of: transition, from: old, to: new) else {
      throw DefinitionError(place: "moves", message: "a rotated view cannot be animated; leave out bearing")
    }
    return picture
  }
}

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
