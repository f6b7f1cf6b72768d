import Pinfold
import PinfoldDefinitions

/// A view on the unit square of the world, x to the east and y to the south.
struct ViewRequest: Definition {
  var x = 0.5
  var y = 0.5
  var zoom = 0.0
  var width = 1280.0
  var height = 800.0

  static let owner = "a view"

  static let options: [DefinedOption<ViewRequest>] = [
    DefinedOption(
      "x", \.x, takes: .number(-1e6...1e6), "The middle; whole numbers are trips around the world."),
    DefinedOption("y", \.y, takes: .number(0...1), "The middle."),
    DefinedOption("zoom", \.zoom, takes: .number(Viewport.zoomRange), "The zoom, of tiles of 256."),
    DefinedOption("width", \.width, takes: .number(1...16384), unit: "screen points", "Width of a pane."),
    DefinedOption("height", \.height, takes: .number(1...16384), unit: "screen points", "Height of a pane."),
  ]

  /// The share of its size that a frame shows beyond the screen, so that a short pan uncovers nothing empty.
  static let margin = 0.25

  /// The view of points of a projection.
  func viewport(on projection: Projection) -> Viewport {
    let x = projection.wraps ? x - x.rounded(.down) : max(0, min(x, 1))
    return Viewport(
      center: projection.unproject(unitX: x, unitY: y), zoom: zoom, width: width, height: height,
      margin: Self.margin)
  }
}
