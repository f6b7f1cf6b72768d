/// A finished picture: an SVG document of a size in screen points.
///
/// Its text stays text, and its colors follow the reader's preference for light or dark by CSS, unless they
/// are fixed.
public struct Picture: Hashable, Sendable {
  /// The width in screen points.
  public let width: Double

  /// The height in screen points.
  public let height: Double
  let content: String

  /// Whether they refer to the outline of the land: an HTML document in which the picture is embedded then
  /// needs ``embeddedDefinitions``.
  public let needsDefinitions: Bool

  init(width: Double, height: Double, _ draw: (inout SVGWriter) -> Void) {
    self.width = width
    self.height = height
    var svg = SVGWriter()
    draw(&svg)
    content = svg.text
    needsDefinitions = svg.usesLand
  }

  /// The whole document, which follows the reader's preference.
  public var svg: String { svg(in: .auto) }

  /// The whole document in the colors of a theme.
  public func svg(in theme: PictureTheme) -> String {
    element(xmlns: "http://www.w3.org/2000/svg") { svg in
      svg.style(Theme.sheet(theme))
      if needsDefinitions { Self.defineLand(to: &svg) }
    }
  }

  /// The picture as an element of a kind.
  private func element(
    xmlns: SVGWriter.Value = "", role: SVGWriter.Value = "", label: String = "",
    _ head: (inout SVGWriter) -> Void = { _ in }
  ) -> String {
    let (wide, high) = (SVGWriter.Value.number(width), SVGWriter.Value.number(height))
    let box = SVGWriter.Value.text("0 0 \(wide.written) \(high.written)")
    var svg = SVGWriter()
    svg.element(
      "svg",
      [
        "xmlns": xmlns, "width": wide, "height": high, "viewBox": box, "role": role,
        "aria-label": .text(label),
      ]
    ) { svg in
      head(&svg)
      svg.element("rect", ["class": "paper", "width": wide, "height": high])
      svg.raw(content)
    }
    return svg.text
  }

  /// The picture as an element of an HTML document, which contains ``embeddedStyleSheet``, and
  /// ``embeddedDefinitions`` if any of them needs it, once for all its pictures; it shrinks with the room
  /// that it has.
  ///
  /// - Parameter label: a description, for those who do not see it.
  public func embedded(label: String) -> String { element(role: "img", label: label) }

  /// The rules that embedded pictures need; on paper they are light.
  public static let embeddedStyleSheet = Theme.sheet(.auto, media: "screen and (prefers-color-scheme: dark)")

  /// The element to which embedded maps with a coast refer; it takes no room.
  public static let embeddedDefinitions: String = {
    var svg = SVGWriter()
    svg.element("svg", ["width": 0, "height": 0, "aria-hidden": "true"]) { defineLand(to: &$0) }
    return svg.text
  }()

  /// The id of the land's outline in a document.
  static let landID = "pinfold-land"

  private static func defineLand(to svg: inout SVGWriter) {
    svg.element("defs") {
      $0.element("path", ["id": .text(landID), "fill-rule": "evenodd", "d": .text(LandOutline.path)])
    }
  }

  /// Several pictures as one, in rows from left to right.
  ///
  /// - Parameters:
  ///   - pictures: the pictures.
  ///   - columns: the number of pictures beside each other, 1 or more.
  ///   - gap: the space around each, in screen points.
  public static func grid(_ pictures: [Picture], columns: Int, gap: Double = 16) -> Picture {
    precondition(columns >= 1)
    let rows = stride(from: 0, to: pictures.count, by: columns).map {
      pictures[$0..<min($0 + columns, pictures.count)]
    }
    let widths = (0..<columns).map { column in
      stride(from: column, to: pictures.count, by: columns).map { pictures[$0].width }.max() ?? 0
    }
    let heights = rows.map { $0.map(\.height).max() ?? 0 }
    let width = widths.reduce(gap) { $0 + ($1 > 0 ? $1 + gap : 0) }
    return Picture(width: width, height: heights.reduce(gap) { $0 + $1 + gap }) { svg in
      var top = gap
      for (row, height) in zip(rows, heights) {
        var left = gap
        for (picture, width) in zip(row, widths) {
          let size: SVGWriter.Attributes = [
            "x": .number(left), "y": .number(top), "width": .number(picture.width),
            "height": .number(picture.height),
          ]
          svg.element("svg", size) { $0.raw(picture.content) }
          svg.usesLand = svg.usesLand || picture.needsDefinitions
          left += width + gap
        }
        top += height + gap
      }
    }
  }

  /// The number of columns that makes a grid of so many pictures about as wide as it is high.
  public static func columns(for count: Int) -> Int {
    var columns = 1
    while columns * columns < count { columns += 1 }
    return columns
  }
}
