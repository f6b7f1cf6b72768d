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
    switch try format() {
    case .svg: try Output.deliver(picture.svg(in: theme), to: path)
    case .png:
      let scale = image.scale ?? ImageDefinition.usualScale
      try Output.deliver(try SVGImage.png(of: picture, scale: scale, theme: theme), to: path)
    case .pdf: try Output.deliver(try SVGImage.pdf(of: picture, theme: theme), to: path)
    case .html: preconditionFailure("a page is no picture")
    }
  }

  /// Whether to show the picture: an SVG document is not readable on a terminal, and a program behind a pipe
  /// expects the document.
  private func isShown(by graphics: TerminalGraphics) -> Bool {
    guard path == nil else { return false }
    return graphics == .auto ? isatty(STDOUT_FILENO) == 1 : graphics != .none
  }
}
