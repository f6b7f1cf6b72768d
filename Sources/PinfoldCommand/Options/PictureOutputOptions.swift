public import ArgumentParser
public import PinfoldDrawing
import Platform

extension TerminalGraphics: ExpressibleByArgument {}
extension PictureTheme: ExpressibleByArgument {}

/// The destination and the format of a picture.
struct PictureOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "File to write, which appears only when complete: an SVG, PNG or PDF by its name. Without it: a picture on "
        + "a terminal, else SVG to standard output.", valueName: "file"))
  var path: String?

  @Option(
    help: "Colours: as the reader prefers, which PNG, PDF and terminals cannot know and take for light.")
  var theme = PictureTheme.auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels of a PNG image for each screen point. Without it: 2.", valueName: "number"))
  var scale: Double?

  @Option(help: "How to show a picture in place of writing a file; auto asks the environment.")
  var graphics = TerminalGraphics.auto

  func validate() throws {
    if let scale, !(scale >= 0.1 && scale <= 16) {
      throw ValidationError("--scale: expected a number in 0.1…16")
    }
  }

  /// The formats of files.
  private enum Format: String { case svg, png, pdf }

  /// Throws for a picture that cannot be written, before any work is done.
  func check() throws(Failure) {
    let format = try format()
    if scale != nil, format != .png {
      throw .usage("--scale says how many pixels a PNG image has; --output names none")
    }
    if graphics != .auto, path != nil {
      throw .usage("--graphics shows a picture in place of writing a file; leave --output out")
    }
  }

  private func format() throws(Failure) -> Format {
    guard let name = path?.split(separator: "/").last, let dot = name.lastIndex(of: ".") else { return .svg }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = Format(rawValue: ending) else {
      throw .usage("--output '\(path ?? "")': expected a name that ends in .svg, .png or .pdf")
    }
    return format
  }

  /// Writes or shows a picture.
  func deliver(_ picture: Picture) throws {
    if isShown {
      let display = TerminalDisplay.standardOutput(graphics: graphics)
      return try Console.write(try display.text(ofSVG: picture.svg, theme: theme))
    }
    switch try format() {
    case .svg: try Output.deliver(picture.svg(in: theme), to: path)
    case .png:
      try Output.deliver(try SVGImage.png(of: picture, scale: scale ?? 2, theme: theme), to: path)
    case .pdf: try Output.deliver(try SVGImage.pdf(of: picture, theme: theme), to: path)
    }
  }

  /// Whether to show the picture: nobody reads an SVG document on a terminal, and the program behind a pipe
  /// takes one.
  private var isShown: Bool {
    guard path == nil else { return false }
    return graphics == .auto ? isatty(STDOUT_FILENO) == 1 : graphics != .none
  }
}
