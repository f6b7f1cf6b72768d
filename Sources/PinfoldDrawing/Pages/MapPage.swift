import CPlayer
public import Pinfold

/// A map as one self-contained HTML page: the frames of whole zooms, with panning, zooming and transitions by
/// a plain script in it. It makes no requests.
///
/// Each frame shows the whole world. Transitions follow the points that clusters share, so that the visible
/// counts add up at every instant. Markers have the size of the first frame's.
public struct MapPage: Sendable {
  /// The heading.
  public var title: String

  /// The layers that are drawn, of those in ``pageLayers``.
  public var layers: MapDrawing.Layers = .standard

  /// Shapes that lie on the land, such as borders.
  public var shapes: [MapShapes] = []

  /// The first view, for a screen of any size; nil for the start of ``html(of:start:theme:)``.
  package var fit: Fit?

  /// Describes a page.
  public init(title: String) { self.title = title }

  /// The most bytes that a page may have, which any browser opens at once.
  public static let mostBytes = 8_000_000

  /// The layers that a page can have. Points are drawn where the coast is not: from the zooms on at which it
  /// fades, and at all zooms without it.
  public static let pageLayers: MapDrawing.Layers = [
    .coast, .graticule, .points, .towns, .markers, .scale, .legend,
  ]

  /// The content of a whole zoom.
  public struct Level: Sendable {
    /// The clusters of the whole world, of ``MapPage/world(atZoom:of:)``.
    public var frame: Frame

    /// The values that markers show, and that decide their size and color; nil for counts.
    public var values: MarkerValues?

    /// What the colors of markers show; nil for their numbers.
    public var categories: MarkerCategories?

    /// A name for each cluster that is a single point, nil for one without; empty for none.
    public var names: [String?]

    /// Gathers what is seen at a zoom.
    ///
    /// - Precondition: There is a value and a category for each cluster, and a name if there are any.
    public init(
      _ frame: Frame, values: MarkerValues? = nil, categories: MarkerCategories? = nil, names: [String?] = []
    ) {
      precondition(values?.values.count ?? frame.count == frame.count)
      precondition(categories?.clusters.count ?? frame.count == frame.count)
      precondition(names.isEmpty || names.count == frame.count)
      (self.frame, self.values, self.categories, self.names) = (frame, values, categories, names)
    }
  }

  /// The first view of a page, for a window of any size.
  package struct Fit: Sendable {
    /// The box around most points.
    var box: WorldRect

    /// The number of points in equal strips of the world from west to east, if the box goes around it.
    var countsAround: [Int]?

    package init(box: WorldRect, countsAround: [Int]?) { (self.box, self.countsAround) = (box, countsAround) }
  }

  /// The view of the whole world at a zoom.
  ///
  /// - Parameter projection: that of the points.
  public static func world(atZoom zoom: Int, of projection: Projection) -> Viewport {
    .world(atZoom: zoom, of: projection)
  }

  /// Writes the page.
  ///
  /// - Parameters:
  ///   - levels: one or more, of zooms that rise by one, from one map; all show counts, or the same values.
  ///   - start: the view that the page opens with.
  ///   - theme: its colors.
  /// - Precondition: There is a level.
  /// - Complexity: O(*n* log *n*) for each level, where *n* is the number of points.
  public func html(of levels: [Level], start: Viewport, theme: PictureTheme = .auto) -> String {
    precondition(!levels.isEmpty)
    let parts = [
      "title": title.xmlEscaped, "colors": Theme.variables(theme),
      "style": unsafe pinfold_player_sheet().text,
      "data": PageContent(self, levels, start).json, "modules": Self.modules,
      "script": unsafe pinfold_player_script().text,
    ]
    return unsafe pinfold_player_page().text.replacing(#/\{([a-z]+)\}/#) {
      parts[String($0.1)] ?? String($0.0)
    }
  }

  /// The modules that the live map has too, as parts of a plain script.
  private static let modules = (0..<pinfold_player_module_count()).map { index in
    unsafe pinfold_player_module(index).text.replacing(#/(?m)^(export |import .*\n)/#, with: "")
  }.joined(separator: "\n")
}

extension PinfoldPlayerFile {
  var text: String { unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: size), as: UTF8.self) }
}
