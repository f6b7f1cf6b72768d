import CPlayer

/// The colors of a picture.
public enum PictureTheme: String, Hashable, Sendable, CaseIterable {
  /// The colors that the reader prefers; light where that is not known.
  case auto

  /// Dark on light.
  case light

  /// Light on dark.
  case dark

  /// A document of this package with fixed colors; any other unchanged.
  ///
  /// - Parameter svg: a document that follows the preferred color scheme.
  public func applied(to svg: String) -> String {
    self == .auto ? svg : svg.replacing(Theme.sheet(.auto), with: Theme.sheet(self), maxReplacements: 1)
  }
}

/// Colors and type of all pictures, as a style sheet: light, and dark where the reader prefers that.
///
/// The first seven series colors are those of M. Okabe and K. Ito, "Color universal design", 2008, which stay
/// apart for color-blind readers, the next seven those of P. Tol's "muted" scheme that differ most from them;
/// lines also differ in dashes, dots in shape. Markers go from yellow to violet on light paper and the other
/// way on dark: the more they stand for, the more they differ from the paper in lightness.
enum Theme {
  /// The number of series that look different; further ones begin again.
  static let seriesCount = 14

  static func series(_ index: Int) -> String { "s\(index % seriesCount)" }

  /// The dashes of a series' line. When colors repeat, and for the second seven, the dashes differ.
  static func dashes(_ index: Int) -> String {
    let patterns = ["none", "7 3", "2 3", "9 3 2 3", "4 2", "1 2", "12 4"]
    return patterns[(index + index / patterns.count) % patterns.count]
  }

  /// The approximate width of a text: exact widths are known to the reader's font alone.
  static func width(of text: String, size: Double) -> Double { Double(text.count) * size * 0.56 }

  fileprivate struct Palette {
    let paper, sea, land, shore, ink, soft, dot, line, halo: String
    let series: [String]

    /// The colors of markers by ``CountClass``, and of the labels on them.
    let classes: [(fill: String, ink: String)]
  }

  static let (darkInk, lightInk) = ("#1b1f24", "#ffffff")

  private static let light = Palette(
    paper: "#ffffff", sea: "#dce8ef", land: "#f7f6f2", shore: "#a9b8c2", ink: "#1b1f24", soft: "#57606a",
    dot: "#8794a1",
    line: "#d0d7de",
    halo: "#ffffff",
    series: [
      "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#4d4d4d", "#882255", "#332288",
      "#117733", "#cc6677", "#999933",
      "#44aa99", "#aa4499",
    ],
    classes: [
      ("#f9c74f", darkInk), ("#ee8a3f", darkInk), ("#c8434e", lightInk), ("#a3328a", lightInk),
      ("#6a2a9c", lightInk), ("#3b127c", lightInk), ("#150538", lightInk),
    ])

  private static let dark = Palette(
    paper: "#0d1117", sea: "#0f1822", land: "#1b232c", shore: "#46535f", ink: "#e6edf3", soft: "#9198a1",
    dot: "#6e7b88",
    line: "#3d444d",
    halo: "#0d1117",
    series: [
      "#4aa3df", "#f08c3f", "#2fc79a", "#e39bc3", "#e3c341", "#8fd0f5", "#b3b3b3", "#d0679d", "#8f84e0",
      "#5fae6e", "#f0a0aa", "#c9c96a",
      "#7fd6c6", "#d58ad0",
    ],
    classes: [
      ("#3f3a94", lightInk), ("#8c3fa3", lightInk), ("#bf4585", lightInk), ("#ec7c5c", darkInk),
      ("#f5a94a", darkInk), ("#fbd75f", darkInk), ("#fffbd0", darkInk),
    ])

  static var classCount: Int { light.classes.count }

  /// The colors of a count class's discs and of the labels on them, as 0xRRGGBB.
  static func classColors(_ index: Int, in theme: PictureTheme) -> (fill: UInt32, ink: UInt32) {
    let colors = palette(theme).classes[index % classCount]
    func number(_ color: String) -> UInt32 { UInt32(color.dropFirst(), radix: 16) ?? 0 }
    return (number(colors.fill), number(colors.ink))
  }

  /// `auto` is light.
  fileprivate static func palette(_ theme: PictureTheme) -> Palette { theme == .dark ? dark : light }

  static func classFill(_ index: Int) -> String { "c\(index)" }

  static func classInk(_ index: Int) -> String { "t\(index)" }

  /// The style sheet of a theme.
  ///
  /// - Parameter media: the condition under which a sheet that follows the reader is dark.
  static func sheet(_ theme: PictureTheme, media: String = "(prefers-color-scheme: dark)") -> String {
    let inTheDark = theme == .auto ? "\n@media \(media) {\n\(rules(dark))\n}" : ""
    return rules(palette(theme)) + inTheDark + "\n" + common
  }

  /// The colors of maps as variables of a page's style sheet.
  static func variables(_ theme: PictureTheme) -> String {
    func variables(_ palette: Palette) -> String {
      var values = [
        ("paper", palette.paper), ("sea", palette.sea), ("land", palette.land), ("shore", palette.shore),
        ("ink", palette.ink),
        ("soft", palette.soft), ("dot", palette.dot), ("line", palette.line), ("halo", palette.halo),
        ("pin", palette.series[0]),
      ]
      for (index, (fill, ink)) in palette.classes.enumerated() {
        values += [("fill\(index)", fill), ("ink\(index)", ink)]
      }
      for (index, (fill, ink)) in categoryColors(palette).enumerated() {
        values += [("category\(index)", fill), ("label\(index)", ink)]
      }
      return ":root { " + values.map { "--\($0): \($1);" }.joined(separator: " ") + " }"
    }
    let inTheDark = theme == .auto ? "\n@media (prefers-color-scheme: dark) { \(variables(dark)) }" : ""
    return variables(palette(theme)) + inTheDark
  }

  private static let common = unsafe pinfold_picture_sheet().text

  private static func rules(_ palette: Palette) -> String {
    var rules = """
      .paper { fill: \(palette.paper) } .world, .land { fill: \(palette.land) }
      .sea, .lake { fill: \(palette.sea) } .lake, .coast, .border { stroke: \(palette.shore) } text { fill: \(palette.ink) }
      .soft { fill: \(palette.soft) } .frame { stroke: \(palette.soft) } .rule { stroke: \(palette.line) }
      .cell, .spread, .shape { stroke: \(palette.soft) } .shape { fill: \(palette.soft) }
      .dots { stroke: \(palette.dot) } .disc, .pin { stroke: \(palette.halo) }
      .pin { fill: \(palette.series[0]) } .box { fill: \(palette.paper) }
      .name, .town { fill: \(palette.soft); stroke: \(palette.land) }
      """
    for (index, (fill, ink)) in palette.classes.enumerated() {
      rules += "\n.c\(index) { fill: \(fill) } .t\(index) { fill: \(ink) }"
    }
    for (index, color) in palette.series.enumerated() {
      rules += "\n.s\(index) { stroke: \(color) } .f\(index) { fill: \(color) }"
    }
    return rules
  }

  static func fill(_ index: Int) -> String { "f\(index % seriesCount)" }

  static func categoryColors(_ theme: PictureTheme) -> [(fill: String, ink: String)] {
    categoryColors(palette(theme))
  }

  private static func categoryColors(_ palette: Palette) -> [(fill: String, ink: String)] {
    let fills = categories.map { palette.series[$0] } + [palette.soft]
    return fills.enumerated().map { offset, fill in
      (fill, categoryInk(offset).style == nil ? palette.classes[3].ink : darkInk)
    }
  }
}

extension PictureTheme {
  /// The colors of markers by the digits of their counts, and of the labels on them, as #RRGGBB: below 10,
  /// below 100 and so on, the last for all beyond.
  package var countColors: [(fill: String, ink: String)] { Theme.palette(self).classes }
}
