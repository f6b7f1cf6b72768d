import Platform

/// SVG documents in other formats, by librsvg's program `rsvg-convert`.
///
/// It runs as a child process, so that the library is loaded only when needed. It ignores the preferred color
/// scheme: a document that follows the scheme becomes a light image.
public enum SVGImage {
  /// The most pixels that a side of an image may have, a bound of the program's.
  public static let mostPixels = 32_767

  /// Makes a PNG image of a picture.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - scale: pixels for each screen point, above 0.
  ///   - theme: its colors; `auto` is light.
  public static func png(
    of picture: Picture, scale: Double, theme: PictureTheme = .auto
  ) throws(PictureError) -> [UInt8] {
    let (width, height) = (picture.width * scale, picture.height * scale)
    guard max(width, height) <= Double(mostPixels) else {
      throw .tooLarge(width: width, height: height)
    }
    return try Program.converter.converted(
      ["--format", "png", "--zoom", "\(scale)"], input: picture.svg(in: theme).utf8)
  }

  /// Makes a PDF document of one page, in which lines stay lines and text stays text.
  ///
  /// Equal pictures give equal bytes: the document bears the date of 1970, unless `SOURCE_DATE_EPOCH` is set.
  ///
  /// - Parameters:
  ///   - picture: the picture.
  ///   - theme: its colors; `auto` is light.
  public static func pdf(of picture: Picture, theme: PictureTheme = .auto) throws(PictureError)
    -> [UInt8]
  {
    try Program.converter.converted(
      ["--format", "pdf"], input: picture.svg(in: theme).utf8, variables: ["SOURCE_DATE_EPOCH=0"])
  }
}
