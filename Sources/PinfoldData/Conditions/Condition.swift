import Pinfold

/// A condition on the columns of points: `mag >= 4 and place ~ "Alaska"`.
///
/// A name is a column of the data, in any case; `lon` and `lat` are the coordinates. Names with other
/// characters are quoted with backquotes, strings with single or double quotes. Numbers and strings are
/// compared by `=`, `!=`, `<`, `<=`, `>`, `>=`, strings in the order of their bytes; `~` tests whether a
/// string contains another, ignoring case, and `!~` whether it does not. There are `in (…)`, `is missing`,
/// `is not missing`, `and`, `or`, `not` and parentheses; a column of booleans is a condition by itself.
///
/// As in Lua, a missing value equals nothing, and is neither less nor greater than anything. `!=`, `!~`,
/// `not in` and `not` are true wherever `=`, `~`, `in` and the condition are not, so also for missing values.
public struct Condition: Sendable {
  /// The condition as text.
  public let text: String

  let root: Node

  indirect enum Node: Sendable {
    case comparison(Operand, Comparison, Operand)
    case membership(Operand, [Operand])
    case missing(Operand)
    case truth(Operand)
    case not(Node)
    case all([Node])
    case any([Node])
  }

  struct Operand: Sendable {
    var value: Value
    var offset: Int

    var constant: Constant? { if case .constant(let constant) = value { constant } else { nil } }

    enum Value: Equatable, Sendable {
      case column(String)

      /// `lon` or `lat`.
      case coordinate(String)
      case constant(Constant)
    }
  }

  enum Constant: Equatable, Sendable {
    case number(Number)
    case text(String)
    case flag(Bool)

    var number: Number? { if case .number(let number) = self { number } else { nil } }
    var bytes: ArraySlice<UInt8>? { if case .text(let text) = self { ArraySlice(text.utf8) } else { nil } }
  }

  /// A number, of which a whole one is compared exactly.
  enum Number: Hashable, Comparable, Sendable {
    case whole(Int64)
    case other(Double)

    init(_ number: Double) { self = Int64(exactly: number).map { .whole($0) } ?? .other(number) }

    /// The number, where a comparison with floats rounds neither; nil for others.
    var double: Double? {
      if case .whole(let number) = self, number.magnitude > 1 << 53 { return nil }
      return rounded
    }

    private var rounded: Double {
      switch self {
      case .whole(let number): Double(number)
      case .other(let number): number
      }
    }

    static func < (a: Number, b: Number) -> Bool {
      if case (.whole(let a), .whole(let b)) = (a, b) { return a < b }
      return a.rounded < b.rounded
    }
  }

  enum Comparison: String, CaseIterable, Sendable {
    case equal = "="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case holds = "~"
  }

  /// Reads a condition.
  ///
  /// - Throws: ``ConditionError`` for what is no condition, with its place, and for a text of more than two
  ///   megabytes.
  /// - Complexity: O(length of the text).
  public init(_ text: String) throws(ConditionError) { try self.init(text) { false } }

  /// The most bytes of a condition: about a hundred thousand comparisons, which are read in one go.
  package static let mostBytes = 1 << 21

  /// Parses a condition; throws if the caller should stop.
  package init(_ text: String, isStopped: () -> Bool) throws(ConditionError) {
    guard text.utf8.count <= Self.mostBytes else {
      throw ConditionError(
        text: String(text.prefix(100)), offset: 0,
        message: "a condition of \(text.utf8.count) bytes; it takes \(Self.mostBytes) at most. "
          + "Mark the rows in a column of the data, and name that column")
    }
    self.text = text
    root = try ConditionParser.condition(in: text, isStopped: isStopped)
  }

  /// The names of the columns that are read, each once, in the order in which they come.
  package var columns: [String] { columns { _ in true } }

  /// The names of the columns that are compared by their order or with an empty text, which leaves out rows
  /// without a value.
  var columnsWithoutMissing: [String] {
    columns { node in
      switch node {
      case .comparison(_, let comparison, _): comparison != .equal && comparison != .holds
      case .membership(_, let others): others.contains { $0.constant == .text("") }
      default: false
      }
    }
  }

  private func columns(in isWanted: (Node) -> Bool) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    func visit(_ operand: Operand) {
      if case .column(let name) = operand.value, known.insert(name).inserted { names.append(name) }
    }
    func visit(_ node: Node) {
      switch node {
      case .not(let node): visit(node)
      case .all(let nodes), .any(let nodes): nodes.forEach(visit)
      case _ where !isWanted(node): break
      case .comparison(let left, _, let right):
        visit(left)
        visit(right)
      case .membership(let operand, let others):
        visit(operand)
        others.forEach(visit)
      case .missing(let operand), .truth(let operand): visit(operand)
      }
    }
    visit(root)
    return names
  }
}

extension Condition {
  /// What to write in place of a name that is no column: a test for missing values, or a text in quotes where
  /// it is compared with something; nil for a name that may be a typo.
  ///
  /// - Parameter before: the condition up to the name.
  static func advice(on name: String, in before: some StringProtocol, among columns: [String]) -> String? {
    if ["null", "nil", "none", "nan", "na"].contains(name.lowercased()) {
      return "; write is missing, as in x is missing"
    }
    let last = before.split(whereSeparator: \.isWhitespace).last ?? ""
    let isCompared = last.last.map { "=<>~,".contains($0) } ?? false
    guard isCompared, Suggestion.closest(to: name, among: columns) == nil else { return nil }
    return "; a text needs quotes: '\(name)'"
  }

  /// A line for each text that the condition compares a column with by `=` or `in` and that no row has, where
  /// a row has it in other case or with other blanks, or where missing values are meant; of the first few.
  ///
  /// - Complexity: O(*n*) for each such text.
  package func unmatched(in columns: ConditionColumns) -> [String] {
    var (lines, left) = ([String](), 20)
    func visit(_ node: Node) {
      switch node {
      case .not(let node): visit(node)
      case .all(let nodes), .any(let nodes): for node in nodes where left > 0 { visit(node) }
      case .membership(let operand, let others):
        guard case .column(let name) = operand.value, let place = columns.attribute(name),
          case .texts(let column) = columns.attributes[place].values
        else { return }
        for case .text(let text)? in others.prefix(left).map(\.constant) {
          left -= 1
          if let line = Self.unmatched(text, columns.attributes[place].name, column) { lines.append(line) }
        }
      default: break
      }
    }
    visit(root)
    return lines
  }

  private static func unmatched(_ text: String, _ name: String, _ column: TextColumn) -> String? {
    let bytes = ArraySlice(text.utf8)
    guard !(0..<column.count).contains(where: { column.utf8(at: $0) == bytes }) else { return nil }
    if text.isEmpty {
      return column.presentCount == column.count
        ? nil : "no row has an empty '\(name)'; '\(name) is missing' selects rows without a value"
    }
    func folded(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
    let wanted = folded(text)
    let near = (0..<column.count).lazy.compactMap { column[$0] }.first { folded($0) == wanted }
    return near.map { "no row has '\(text)' as '\(name)'; did you mean '\($0.onOneLine(limit: 40))'?" }
  }
}

extension Condition: Hashable {
  /// Whether two conditions are written alike.
  public static func == (one: Condition, other: Condition) -> Bool { one.text == other.text }

  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A mistake in a condition.
public struct ConditionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The condition.
  public let text: String

  /// Where the mistake is, in characters from 0.
  public let offset: Int

  /// The mistake and its correction.
  public let message: String

  /// The error of a condition whose parsing was stopped; the cause is reported elsewhere.
  static func stopped(_ text: String) -> Self { Self(text: text, offset: 0, message: "stopped") }

  /// The error with more to its message.
  func adding(_ more: String) -> Self { Self(text: text, offset: offset, message: "\(message); \(more)") }

  /// The message, and below it the condition, or a part of a long one, with a caret under the mistake.
  public var description: String {
    let (before, after) = (60, 40)
    let skipped = offset > before + 20 ? offset - before : 0
    let rest = text.dropFirst(skipped)
    let head = skipped > 0 ? "…" : ""
    let part = rest.prefix(offset - skipped + after)
    // On one line, so that the caret is where it points to.
    let line = String(part.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    let tail = part.endIndex < rest.endIndex ? "…" : ""
    let indent = String(repeating: " ", count: head.count + offset - skipped)
    return "\(message)\n  \(head)\(line)\(tail)\n  \(indent)^"
  }
}
