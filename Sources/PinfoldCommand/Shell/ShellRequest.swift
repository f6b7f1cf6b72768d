import Pinfold
import PinfoldData
import PinfoldDefinitions

/// What a line of JSON asks of a shell.
struct ShellRequest: Definition, Sendable {
  /// The kinds of requests.
  enum Kind: String, CaseIterable, Sendable {
    /// Runs inputs.
    case execute
    /// Lists what could follow a text.
    case complete
    /// Explains the name at a position of a text.
    case inspect
    /// Says whether a text is a whole input.
    case isComplete = "is-complete"
    /// Stops what runs.
    case interrupt
  }

  /// What to do.
  private(set) var kind = Kind.execute

  /// The number that replies have too.
  private(set) var id = 0

  /// Lua code.
  private(set) var code = ""

  private var cursor: Int?

  static let owner = "a request"

  static let options: [DefinedOption<ShellRequest>] = [
    DefinedOption("do", \.kind, "What to do with the code."),
    DefinedOption("id", \.id, "A number that the replies have too."),
    DefinedOption("code", \.code, "Lua code."),
    DefinedOption(
      "cursor", \.cursor, standard: "the end",
      "A position in the code, in Unicode's scalar values from 0: what to complete ends there."),
  ]

  /// Reads a line.
  init(line: String) throws {
    try self.init(Node(json: Array(line.utf8), source: "the request"))
  }

  init() {}

  /// The code up to the cursor.
  var beforeCursor: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: code.unicodeScalars.prefix(max(0, cursor ?? .max)))
    return String(text)
  }

  /// The name that the cursor is in or behind: `frame`, `frame:plot`, `grid-merge`.
  var nameAtCursor: String {
    func isPart(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || "_.:-".contains(character)
    }
    let before = beforeCursor
    let after = code.unicodeScalars.dropFirst(before.unicodeScalars.count)
    let name =
      String(before.reversed().prefix(while: isPart).reversed()) + String(after).prefix(while: isPart)
    return String(name.drop { ".:-".contains($0) }.reversed().drop { ".:-".contains($0) }.reversed())
  }
}
