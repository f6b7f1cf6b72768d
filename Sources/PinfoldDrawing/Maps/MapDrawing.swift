public import Pinfold

/// The drawing of frames as maps: markers colored and labeled by count, in the size that the frame says
/// (``Pinfold/Frame/markerStyle``), over their points.
///
/// A view wider than the world repeats it, and draws every marker as often as it is seen. Large markers lie
/// on small ones: what stands for most points is never covered.
public struct MapDrawing: Sendable {
  /// The line above the map, over one that says the zoom and how many points are in how many clusters; nil
  /// for neither.
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
  ///   - values: what markers show, and are sized and coloured by; nil for counts.
  ///   - names: a name for each cluster that is a single point, nil for one without; empty for none.
  /// - Precondition: There is a value for each cluster, and a name if there are any.
  /// - Complexity: O(*m* log *m*), where *m* is the number of the clusters' points.
  public func picture(
    of frame: Frame, cells: [WorldRect] = [], values: MarkerValues? = nil, names: [String?] = []
  ) -> Picture {
    precondition(values?.values.count ?? frame.count == frame.count)
    precondition(names.isEmpty || names.count == frame.count)
    let viewport = frame.view.viewport
    let head = title == nil ? 0.0 : Heading.height
    return Picture(width: viewport.width, height: viewport.height + head) { svg in
      if let title {
        Heading(title: title, facts: frame.facts).draw(width: viewport.width, to: &svg)
      }
      svg.element(
        "svg", ["y": .number(head), "width": .number(viewport.width), "height": .number(viewport.height)]
      ) { svg in
        let sheet = MapSheet(frame.view)
        let markers = MarkerLayer(frame, sheet, label: label, values: values, names: names)
        draw(frame, on: sheet, markers, cells, to: &svg)
      }
    }
  }

  private func draw(
    _ frame: Frame, on sheet: MapSheet, _ markers: MarkerLayer, _ cells: [WorldRect], to svg: inout SVGWriter
  ) {
    let upright = UprightSheet(frame.view)
    let world = WorldLayer(upright)
    let graticule = Graticule(upright)
    world.drawWorld(to: &svg)
    if layers.contains(.coast) { world.drawLand(to: &svg) }
    world.draw(shapes, to: &svg)
    if layers.contains(.graticule) { graticule.drawLines(to: &svg) }
    if layers.contains(.cells) { CellLayer(cells, sheet).draw(to: &svg) }
    if layers.contains(.markers) { OutlineLayer(frame, sheet).draw(to: &svg) }
    let members = MemberLayers(frame, sheet)
    if layers.contains(.hulls) { members.drawHulls(to: &svg) }
    if layers.contains(.legs) { members.drawLegs(to: &svg) }
    if layers.contains(.points) { members.drawPoints(to: &svg) }
    if layers.contains(.graticule) {
      graticule.drawNames(to: &svg, avoiding: layers.contains(.markers) ? markers : nil)
    }
    if layers.contains(.markers) { markers.draw(to: &svg) }
    if layers.contains(.spread) { SpreadLayer(frame, sheet).draw(to: &svg) }
    if layers.contains(.scale) { ScaleBar(frame.view).draw(to: &svg) }
    if layers.contains(.legend) { markers.drawLegend(to: &svg) }
  }
}
