public import Pinfold

/// How frames are drawn as maps: markers sized and labelled by count, over the points that they stand for.
///
/// A view wider than the world repeats it, and draws every marker as often as it is seen. Small markers lie on large
/// ones, so that none is hidden whole.
public struct MapDrawing: Sendable {
  /// The line above the map; nil for none.
  public var title: String?

  /// How large markers are.
  public var style = MarkerStyle()

  /// How markers write their counts.
  public var label = CountLabel(.abbreviated)

  /// What is drawn.
  public var layers: Layers = .standard

  /// Describes a drawing.
  public init(title: String? = nil, layers: Layers = .standard) {
    self.title = title
    self.layers = layers
  }

  /// The parts of a map, from the bottom up.
  public struct Layers: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Meridians and parallels, on planar data lines of equal x and y.
    public static let graticule = Layers(rawValue: 1)

    /// The cells that clusters came from, where the strategy has cells.
    public static let cells = Layers(rawValue: 2)

    /// The smallest convex outline around each cluster's members.
    public static let hulls = Layers(rawValue: 4)

    /// A line from each marker to each of its members.
    public static let legs = Layers(rawValue: 8)

    /// A dot for each member.
    public static let points = Layers(rawValue: 16)

    /// The markers with their counts.
    public static let markers = Layers(rawValue: 32)

    /// A bar of a round length.
    public static let scale = Layers(rawValue: 64)

    /// How large markers of round counts are.
    public static let legend = Layers(rawValue: 128)

    /// What a map shows unless asked for more or less.
    public static let standard: Layers = [.graticule, .points, .markers, .scale]

    /// Each layer's name, in the order of listings.
    public static let names: [(layer: Layers, name: String)] = [
      (.graticule, "graticule"), (.cells, "cells"), (.hulls, "hulls"), (.legs, "legs"), (.points, "points"),
      (.markers, "markers"), (.scale, "scale"), (.legend, "legend"),
    ]
  }

  /// A frame as a picture of its view's size, and a title above it.
  ///
  /// - Complexity: O(*m* log *m*), where *m* is the number of the clusters' points; the picture's own size is bounded by
  ///   that of the view, as dots and lines that would fall on one another are drawn once.
  public func picture(of frame: Frame) -> Picture {
    let viewport = frame.view.viewport
    let head = title == nil ? 0.0 : 28.0
    return Picture(width: viewport.width, height: viewport.height + head) { svg in
      if let title { svg.element("text", ["class": "title", "x": 2, "y": 18], text: title) }
      svg.element(
        "svg", ["y": .number(head), "width": .number(viewport.width), "height": .number(viewport.height)]
      ) { svg in
        svg.element("rect", ["class": "land", "width": "100%", "height": "100%"])
        draw(frame, to: &svg)
      }
    }
  }

  private func draw(_ frame: Frame, to svg: inout SVGWriter) {
    let sheet = MapSheet(frame.view)
    if layers.contains(.graticule) { Graticule(frame.view).draw(to: &svg) }
    let members = MemberLayers(frame, sheet)
    if layers.contains(.cells) { members.drawCells(to: &svg) }
    if layers.contains(.hulls) { members.drawHulls(to: &svg) }
    if layers.contains(.legs) { members.drawLegs(to: &svg) }
    if layers.contains(.points) { members.drawPoints(to: &svg) }
    if layers.contains(.markers) { drawMarkers(frame, sheet, to: &svg) }
    if layers.contains(.scale) { ScaleBar(frame.view).draw(to: &svg) }
    if layers.contains(.legend) { drawLegend(frame, to: &svg) }
  }

  private func drawMarkers(_ frame: Frame, _ sheet: MapSheet, to svg: inout SVGWriter) {
    let order = (0..<frame.count).sorted {
      (-frame.memberCount(of: $0), frame.ids[$0].bits) < (-frame.memberCount(of: $1), frame.ids[$1].bits)
    }
    for cluster in order {
      let count = frame.memberCount(of: cluster)
      let radius = style.radius(count: count)
      sheet.forEachPlace(of: frame.positions[cluster], reach: radius) { x, y in
        drawMarker(count, radius, at: (x, y), to: &svg)
      }
    }
  }

  private func drawMarker(
    _ count: Int, _ radius: Double, at place: (x: Double, y: Double), to svg: inout SVGWriter
  ) {
    svg.element(
      "circle",
      [
        "class": .text(count > 1 ? "disc" : "pin"), "cx": .number(place.x), "cy": .number(place.y),
        "r": .number(count > 1 ? radius : min(radius, 5)),
      ])
    guard count > 1 else { return }
    let text = label.text(for: count)
    // The label has to fit its disc.
    let size = min(12, 2 * radius * 0.86 / Theme.width(of: text, size: 1))
    svg.element(
      "text",
      [
        "class": "on middle", "x": .number(place.x), "y": .number(place.y + size * 0.36),
        "style": .text("font-size: \(SVGWriter.number(size))px"),
      ], text: text)
  }

  private func drawLegend(_ frame: Frame, to svg: inout SVGWriter) {
    let largest = (0..<frame.count).map { frame.memberCount(of: $0) }.max() ?? 0
    var counts: [Int] = []
    var count = 10
    while count <= largest, counts.count < 6 {
      counts.append(count)
      count *= 10
    }
    let viewport = frame.view.viewport
    var right = viewport.width - 10
    for count in counts.reversed() {
      let radius = style.radius(count: count)
      drawMarker(count, radius, at: (right - radius, viewport.height - 14 - radius), to: &svg)
      right -= 2 * radius + 6
    }
  }
}
