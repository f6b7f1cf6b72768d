public import Pinfold

/// Draws frames as maps: markers colored and labeled by count, in the size of the frame's style
/// (``Pinfold/Frame/markerStyle``), over their points.
///
/// A view wider than the world repeats it, and draws every marker in each copy. Large markers are drawn on
/// top of small ones, so those of most points are never covered.
public struct MapDrawing: Sendable {
  /// The line above the map, over one with the zoom and the numbers of points and clusters; nil for neither.
  public var title: String?

  /// The form of the markers' counts.
  public var label = CountLabel(.abbreviated)

  /// Shapes that lie on the land, such as borders.
  public var shapes: [MapShapes] = []

  /// The layers that are drawn.
  public var layers: Layers = .standard

  /// Describes a drawing.
  public init(title: String? = nil, layers: Layers = .standard) {
    self.title = title
    self.layers = layers
  }

  /// Draws a frame as a picture of its view's size, and the title above it.
  ///
  /// Elements of equal look less than two screen points apart are drawn once, and outlines end a little
  /// beyond the view: so the picture's size is bounded by the view's, however many points there are.
  ///
  /// - Parameters:
  ///   - frame: the clusters.
  ///   - cells: the content of the layer of cells; see ``ClusterMap/cells(in:context:)``.
  ///   - values: what markers show, and are sized and colored by; nil for counts.
  ///   - categories: what the colors of markers show; nil for their numbers.
  ///   - names: a name for each cluster that is a single point, nil for one without; empty for none.
  /// - Precondition: There is a value and a category for each cluster, and a name if there are any.
  /// - Complexity: O(*m* log *m*), where *m* is the number of the clusters' points.
  public func picture(
    of frame: Frame, cells: [WorldRect] = [], values: MarkerValues? = nil,
    categories: MarkerCategories? = nil, names: [String?] = []
  ) -> Picture {
    precondition(values?.values.count ?? frame.count == frame.count)
    precondition(categories?.clusters.count ?? frame.count == frame.count)
    precondition(names.isEmpty || names.count == frame.count)
    let sheet = MapSheet(frame.view)
    return Picture(of: sheet, title: title, facts: frame.facts) { svg in
      let markers = MarkerLayer(
        frame, sheet, label: label, values: values, categories: categories, names: names)
      draw(frame, on: sheet, markers, cells, to: &svg)
    }
  }

  private func draw(
    _ frame: Frame, on sheet: MapSheet, _ markers: MarkerLayer, _ cells: [WorldRect], to svg: inout SVGWriter
  ) {
    let upright = UprightSheet(frame.view)
    let world = WorldLayer(upright)
    let graticule = Graticule(upright)
    world.draw(ground: layers.contains(.coast), shapes, to: &svg)
    if layers.contains(.graticule) { graticule.drawLines(to: &svg) }
    let clusters = ClusterLayers(frame, sheet)
    if layers.contains(.cells) { clusters.draw(cells, to: &svg) }
    if layers.contains(.markers) { clusters.drawOutlines(to: &svg) }
    if layers.contains(.hulls) { clusters.drawHulls(to: &svg) }
    if layers.contains(.legs) { clusters.drawLegs(to: &svg) }
    if layers.contains(.points) { clusters.drawPoints(to: &svg) }
    let obstacles = layers.contains(.markers) ? markers : nil
    if layers.contains(.graticule) { graticule.drawNames(to: &svg, avoiding: obstacles) }
    if layers.contains(.towns) { TownNames(sheet: upright).draw(to: &svg, avoiding: obstacles) }
    if layers.contains(.markers) { markers.draw(to: &svg) }
    if layers.contains(.spread) { clusters.drawStacks(to: &svg) }
    if layers.contains(.scale) {
      ScaleBar(view: frame.view).draw(to: &svg) { obstacles?.hidden(in: $0) ?? 0 }
    }
    if layers.contains(.legend) { markers.drawLegend(to: &svg) }
  }
}

extension MapDrawing {
  /// The parts of a map, from the bottom up.
  public struct Layers: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Meridians and parallels, on planar data lines of equal x and y.
    public static let graticule = Layers(rawValue: 1)

    /// The smallest convex outline around each cluster's members.
    public static let hulls = Layers(rawValue: 2)

    /// A line from each marker to each of its members.
    public static let legs = Layers(rawValue: 4)

    /// A dot for each point in view.
    public static let points = Layers(rawValue: 8)

    /// The markers with their counts; single points are small pins.
    public static let markers = Layers(rawValue: 16)

    /// A bar of a round length.
    public static let scale = Layers(rawValue: 32)

    /// The colors of markers by the classes of counts in sight.
    public static let legend = Layers(rawValue: 64)

    /// The outlines of the strategy's cells, such as the lines of a grid.
    public static let cells = Layers(rawValue: 128)

    /// The members of stacks, each a pin on a leg, as ``SpreadLayout`` lays them out.
    public static let spread = Layers(rawValue: 256)

    /// Land, lakes and borders, which fade between zoom 9 and 12, where they are too coarse; none on planar
    /// data.
    public static let coast = Layers(rawValue: 512)

    /// Names of large towns, up to zoom 12, where markers leave space; none on planar data.
    public static let towns = Layers(rawValue: 1024)

    /// The default layers of a map.
    public static let standard: Layers = [
      .coast, .graticule, .points, .towns, .markers, .scale, .legend,
    ]

    /// Each layer's name, from the bottom up.
    public static let names: [(layer: Layers, name: String)] = [
      (.coast, "coast"), (.graticule, "graticule"), (.cells, "cells"), (.hulls, "hulls"), (.legs, "legs"),
      (.points, "points"), (.towns, "towns"), (.markers, "markers"), (.spread, "spread"), (.scale, "scale"),
      (.legend, "legend"),
    ]

    /// The layers of these names, in whatever order.
    public init(names: some Sequence<String>) throws(UnknownLayer) {
      self = []
      for name in names {
        guard let known = Self.names.first(where: { $0.name == name }) else { throw UnknownLayer(name: name) }
        insert(known.layer)
      }
    }
  }

  /// No layer has this name.
  public struct UnknownLayer: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public var name: String

    public var description: String {
      "unknown layer '\(name)'" + Suggestion.clause(for: name, among: Layers.names.map(\.name))
    }
  }
}
