import Pinfold
package import PinfoldEvaluation

/// The views on which strategies are judged: all points at once, and crowded locations at several zooms.
package struct ViewsDefinition: Definition, Hashable, Sendable {
  var zooms = (3...12).map(Double.init)
  var locations = 5
  var fit = true
  var screen = ScreenDefinition()
  package var seed: UInt64 = 1

  package init() {}

  package static let owner = "a plan of views"

  package static let options: [DefinedOption<ViewsDefinition>] =
    [
      DefinedOption(
        "zooms", .list(of: .type("number|string", "zooms in -8…32, as in 3-12 or 4,8,12.5")),
        standard: "3-12",
        example: "4,8.5", "Zooms of the views of crowded locations, as in 3-12 or 4,8,12.5."
      ) { (views, node, _) throws(DefinitionError) in
        views.zooms = try node.alternatives.each { (part) throws(DefinitionError) in
          guard let zooms = part.zooms else {
            throw node.mistake("zooms", takes: "zooms in -8…32, as in 3-12 or 4,8,12.5")
          }
          return zooms
        }
      },
      DefinedOption(
        "locations", \.locations, takes: .integer(0...100_000), "Number of crowded locations at each zoom."
      ),
      DefinedOption(
        "seed", \.seed, "Seed of all random choices; equal seeds give equal results."),
      DefinedOption("fit", \.fit, "Also include a view of all points."),
    ] + ScreenDefinition.options(in: \.screen)

  /// The plan: all points at once, and locations at each zoom.
  package var plan: ViewPlan {
    ViewPlan(screen: screen.viewport, includesFit: fit, zooms: zooms, locations: locations, seed: seed)
  }
}

extension Node {
  /// One zoom, or a range of zooms; nil for anything else.
  var zooms: [Double]? {
    let range = Viewport.zoomRange
    if let number { return range.contains(number) ? [number] : nil }
    // The sign of the first zoom separates nothing.
    guard let text, let dash = text.dropFirst().firstIndex(of: "-"), let low = Double(text[..<dash]),
      let high = Double(text[text.index(after: dash)...]), low <= high, range.contains(low),
      range.contains(high)
    else { return nil }
    return Array(stride(from: low, through: high, by: 1))
  }
}
