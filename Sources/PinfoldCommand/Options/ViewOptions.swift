import ArgumentParser
import Pinfold
import PinfoldEvaluation

/// Which part of the world to show, and how large.
struct ViewOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Middle, zoom and size of the view: LON,LAT,ZOOM or LON,LAT,ZOOM,WxH. Without it: all points, 1280x800.",
      valueName: "view"))
  var view: String?

  @OptionGroup var screen: ScreenOptions

  /// The view that was asked for, checked; the data's own where none was.
  func viewport(planar: Bool) throws -> Viewport? {
    guard let view else { return nil }
    return try screen.viewport(view, option: "--view", planar: planar)
  }
}

extension Viewport {
  /// Reads `LON,LAT,ZOOM` or `LON,LAT,ZOOM,WxH`.
  fileprivate init(parsing text: String, option: String) throws(Failure) {
    let malformed = Failure.usage(
      "\(option) '\(text)': expected LON,LAT,ZOOM or LON,LAT,ZOOM,WxH, as in \(option) -3.7,40.4,6,1280x800")
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.prefix(3).compactMap { Double($0) }
    guard (3...4).contains(parts.count), numbers.count == 3 else { throw malformed }
    self.init(center: Coordinate(longitude: numbers[0], latitude: numbers[1]), zoom: numbers[2])
    if parts.count == 4 {
      let size = parts[3].split(separator: "x", omittingEmptySubsequences: false).compactMap { Double($0) }
      guard size.count == 2 else { throw malformed }
      (width, height) = (size[0], size[1])
    }
  }
}

/// What holds for every view, wherever it is.
struct ScreenOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How much farther than the view to look on every side, as a share of its size. Without it: 0.",
      valueName: "share"))
  var margin: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Width of the world at zoom 0 in screen points; 512 for maps in MapLibre's manner. Without it: 256.",
      valueName: "points"
    ))
  var tileSize: Double?

  /// A viewport with these settings.
  func applied(to viewport: Viewport) -> Viewport {
    var viewport = viewport
    if let margin { viewport.margin = margin }
    if let tileSize { viewport.tileSize = tileSize }
    return viewport
  }

  /// The view that an option's text describes, checked.
  func viewport(_ text: String, option: String, planar: Bool) throws -> Viewport {
    try applied(to: try Viewport(parsing: text, option: option)).validated(planar: planar)
  }

  /// A screen somewhere, checked.
  func somewhere() throws(ViewportError) -> Viewport {
    try applied(to: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 0)).validated()
  }
}
