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
