import PinfoldDefinitions
import PinfoldDrawing

/// Files of pictures, by what their names end in.
enum PictureFile: String, CaseIterable {
  case svg, png, pdf

  /// The picture that the name of a file asks for; nil for other names.
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
