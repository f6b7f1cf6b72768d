/// A mistake in a definition.
public struct DefinitionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position: "study.json:7", "compare.zooms", "--zooms".
  public var place: String

  /// What is wrong, and what would be right.
  public var message: String

  /// Creates a mistake at a position.
  public init(place: String, message: String) {
    self.place = place
    self.message = message
  }

  public var description: String { "\(place): \(message)" }
}

extension Node {
  /// A mistake in this value.
  package func mistake(_ message: String) -> DefinitionError {
    DefinitionError(place: place, message: message)
  }

  /// Calls something that throws errors without a place.
  package func placing<Output, Failure: Error & CustomStringConvertible>(
    _ body: () throws(Failure) -> Output
  ) throws(DefinitionError) -> Output {
    do { return try body() } catch { throw mistake(error.description) }
  }
}
