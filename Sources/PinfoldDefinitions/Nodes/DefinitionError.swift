/// A mistake in a definition.
public struct DefinitionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where it is: "study.json:7", "compare.zooms", "--zooms".
  public var place: String

  /// What is wrong, and what would be right.
  public var message: String

  /// Places a mistake.
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

  /// The mistake that this value of an option is not what the option takes.
  package func mistake(_ name: String, takes expectation: String) -> DefinitionError {
    // The place of a flag's value is its name already.
    place == OptionDescription.flag(name)
      ? DefinitionError(place: "\(place) \(shown)", message: "expected \(expectation)")
      : mistake("'\(name)' is \(shown); it takes \(expectation)")
  }

  /// Calls something that throws errors without a place.
  package func placing<Output, Failure: Error & CustomStringConvertible>(
    _ body: () throws(Failure) -> Output
  ) throws(DefinitionError) -> Output {
    do { return try body() } catch { throw mistake(error.description) }
  }
}
