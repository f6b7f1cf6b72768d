import ArgumentParser
import PinfoldDefinitions
import PinfoldDrawing
import Platform

/// The destination and the format of a picture.
struct PictureOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "File to write, by its ending: SVG, PNG, PDF or an HTML page. Default: a picture on "
        + "a terminal, else SVG to standard output.", valueName: "file"))
  var path: String?

  @OptionGroup var image: Flags<ImageDefinition>

  private enum Format: String, FileFormat {
    case svg, png, pdf, html

    static let usual = svg
  }

  func check(isMoving: Bool = false) throws {
    let format = try format()
    let image = try image.definition()
    if isMoving, format != .svg || isShown(by: image.terminal.graphics) {
      throw Failure.usage("--moves needs SVG; give --output a name that ends in .svg")
    }
    if image.scale != nil, format != .png {
      throw Failure.usage("--scale applies to PNG images; give --output a name that ends in .png")
    }
    if image.terminal.graphics != .auto, path != nil {
      throw Failure.usage("--graphics shows a picture on the terminal; leave out --output")
    }
  }

  private func format() throws(Failure) -> Format { try Format.chosen(by: path) }

  var isPage: Bool { get throws(Failure) { try format() == .html } }

  func deliver(_ picture: Picture, in theme: PictureTheme) throws {
    let image = try image.definition()
    let graphics = image.terminal.graphics
    if isShown(by: graphics) {
      let display = TerminalDisplay.standardOutput(graphics: graphics)
      return try Console.write(try display.text(ofSVG: picture.svg, theme: theme))
    }
    guard let file = PictureFile(rawValue: try format().rawValue) else {
      preconditionFailure("a page is no picture")
    }
    try file.write(picture, to: path, scale: image.scale, in: theme)
  }

  /// Whether to show the picture: an SVG document is not readable on a terminal, and a program behind a pipe
  /// expects the document.
  private func isShown(by graphics: TerminalGraphics) -> Bool {
    guard path == nil else { return false }
    return graphics == .auto ? isatty(STDOUT_FILENO) == 1 : graphics != .none
  }
}

/// Files of pictures, by what their names end in.
enum PictureFile: String, CaseIterable {
  case svg, png, pdf

  init?(named path: String) {
    guard let ending = FileName.ending(of: path) else { return nil }
    self.init(rawValue: ending)
  }

  /// Writes a picture.
  ///
  /// - Parameters:
  ///   - path: nil or `-` for standard output.
  ///   - scale: the pixels of a PNG for each screen point; nil for the usual number.
  func write(_ picture: Picture, to path: String?, scale: Double? = nil, in theme: PictureTheme) throws {
    switch self {
    case .svg: try Output.deliver(picture.svg(in: theme), to: path)
    case .png:
      let png = try SVGImage.png(of: picture, scale: scale ?? ImageDefinition.usualScale, theme: theme)
      try Output.deliver(png, to: path)
    case .pdf: try Output.deliver(try SVGImage.pdf(of: picture, theme: theme), to: path)
    }
  }
}
