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

/// The reason why a picture could not be turned into another format.
@nonexhaustive
public enum PictureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A program is not installed; the names are those of the packages that bring it.
  case missingProgram(String, debian: String, homebrew: String)

  /// A program failed; the reason is its own message.
  case failed(program: String, reason: String)

  /// The picture would have a side of more pixels than files can hold.
  case tooLarge(width: Double, height: Double)

  public var description: String {
    switch self {
    case .missingProgram(let name, let debian, let homebrew):
      "the program '\(name)' is not installed: 'apt-get install \(debian)' or 'brew install \(homebrew)' brings it"
    case .failed(let program, let reason): "\(program) failed: \(reason)"
    case .tooLarge(let width, let height):
      "the picture would be \(SVGWriter.number(width.rounded())) × \(SVGWriter.number(height.rounded())) pixels; "
        + "a side can have \(SVGImage.mostPixels)"
    }
  }
}

/// The programs that convert pictures.
extension Program {
  static let converter = Program(name: "rsvg-convert", debian: "librsvg2-bin", homebrew: "librsvg")
  static let chafa = Program(name: "chafa", debian: "chafa", homebrew: "chafa")

  func converted(
    _ arguments: [String], input: some Collection<UInt8>, variables: [String] = []
  ) throws(PictureError) -> [UInt8] {
    do { return try output(arguments, input: input, variables: variables) } catch {
      switch error {
      case .missing: throw .missingProgram(name, debian: debian, homebrew: homebrew)
      case .failed(let reason): throw .failed(program: name, reason: reason)
      }
    }
  }
}
