package import Pinfold

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
