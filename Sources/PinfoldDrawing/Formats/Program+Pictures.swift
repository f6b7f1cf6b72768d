import Platform

/// The programs that turn pictures into other formats.
extension Program {
  /// librsvg's converter.
  static let converter = Program(name: "rsvg-convert", debian: "librsvg2-bin", homebrew: "librsvg")

  /// The program that writes pictures for terminals.
  static let chafa = Program(name: "chafa", debian: "chafa", homebrew: "chafa")

  /// Runs the program on a picture.
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
