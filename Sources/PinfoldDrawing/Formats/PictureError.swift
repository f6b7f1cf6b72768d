import Platform

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
