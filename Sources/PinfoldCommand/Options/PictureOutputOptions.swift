import ArgumentParser
import PinfoldDefinitions
import PinfoldDrawing
import Platform

/// The destination and the format of a picture.
struct PictureOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "File to write, which appears only when complete: an SVG, PNG, PDF or HTML page by its name. Without it: a picture on "
        + "a terminal, else SVG to standard output.", valueName: "file"))
  var path: String?

  @OptionGroup var image: Flags<ImageDefinition>

  /// The formats of files.
  private enum Format: String, FileFormat {
    case svg, png, pdf, html

    static let usual = svg
  }

  /// Throws for a picture that cannot be written, before any work is done.
  func check(isMoving: Bool = false) throws {
    let format = try format()
    let image = try image.definition()
    if isMoving, format != .svg || isShown(by: image.terminal.graphics) {
      throw Failure.usage("--moves makes an SVG; give --output a name that ends in .svg")
    }
    if image.scale != nil, format != .png {
      throw Failure.usage("--scale says how many pixels a PNG image has; --output names none")
    }
    if image.terminal.graphics != .auto, path != nil {
      throw Failure.usage("--graphics shows a picture in place of writing a file; leave --output out")
    }
  }

  private func format() throws(Failure) -> Format { try Format.chosen(by: path) }

  /// Whether the file is a page that plays.
  var isPage: Bool { get throws(Failure) { try format() == .html } }

  /// Writes or shows a picture.
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

  /// Whether to show the picture: nobody reads an SVG document on a terminal, and the program behind a pipe
  /// takes one.
  private func isShown(by graphics: TerminalGraphics) -> Bool {
    guard path == nil else { return false }
    return graphics == .auto ? isatty(STDOUT_FILENO) == 1 : graphics != .none
  }
}
