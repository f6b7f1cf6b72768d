/// The kind of values that a parameter takes, or an option of a definition.
@nonexhaustive
public enum ParameterKind: Hashable, Sendable {
  /// A finite number within bounds, ends included.
  case number(ClosedRange<Double>)

  /// A whole number within bounds, ends included.
  case integer(ClosedRange<Int>)

  /// True or false.
  case flag

  /// One of some words.
  case choice([String])

  /// Any text.
  case text

  /// The name of an attribute of the points that holds values of a type; an empty text names none.
  case column(AttributeKind)

  /// A length on the screen within bounds, ends included, or one for each of some zooms.
  case size(ClosedRange<Double>)

  /// A list, each value of it of a kind that is no list; one value stands for a list of it.
  indirect case list(of: ParameterKind)

  /// A table with settings of its own, and the name of its type. Only options are of this kind.
  case table(String, [ParameterDescription])

  /// True or false, or such a table. Only options are of this kind.
  case switched(String, [ParameterDescription])

  /// The named type, as `Representative`, and the same in words. Only options are of this kind.
  case type(String, String)

  /// One of the cases of an enumeration.
  package static func words<Word: RawRepresentable<String> & CaseIterable>(of type: Word.Type) -> Self {
    .choice(type.allCases.map(\.rawValue))
  }

  /// The kind in words, for help and error messages: "a number in 1…4096".
  public var expectation: String {
    switch self {
    case .number(let range): "a number" + Self.words(range)
    case .integer(let range): "a whole number" + Self.words(range, of: .min ... .max, \.description)
    case .flag: "true or false"
    case .choice(let words): "one of \(words.joined(separator: ", "))"
    case .text: "a text"
    case .column(let kind): "the name of a column of \(kind.rawValue)s"
    case .size(let range):
      "a number\(Self.words(range)), or such by zoom that grow no faster than the map, as in 0:80,12:40"
    case .list(let item): "a list, each of it \(item.expectation)"
    case .table: "a table"
    case .switched: "true, or a table of parameters"
    case .type(_, let words): words
    }
  }

  private static func words(_ range: ClosedRange<Double>) -> String {
    words(range, of: .finite) { ParameterValue.number($0).description }
  }

  /// The bounds that a range has: " in 1…4096", " from 1", " up to 4096" or none.
  private static func words<Number>(
    _ range: ClosedRange<Number>, of widest: ClosedRange<Number>, _ text: (Number) -> String
  ) -> String {
    let (low, high) = (range.lowerBound, range.upperBound)
    return switch (low > widest.lowerBound, high < widest.upperBound) {
    case (true, true): " in \(text(low))…\(text(high))"
    case (true, false): " from \(text(low))"
    case (false, true): " up to \(text(high))"
    case (false, false): ""
    }
  }

  /// Whether help repeats the bounds.
  var isBounded: Bool {
    switch self {
    case .number(let range): range.upperBound < .greatestFiniteMagnitude
    case .integer: true
    default: false
    }
  }

  /// The placeholder of a value in help, where the declaration has none.
  var usualValueName: String {
    switch self {
    case .number, .integer, .size: "number"
    case .flag: "true|false"
    case .choice(let words): words.joined(separator: "|")
    case .text: "text"
    case .column: "column"
    case .list: "list"
    case .table, .switched: "key=value"
    case .type: "name"
    }
  }

  /// The kind in the notation of LuaCATS.
  package var luaType: String {
    switch self {
    case .number: "number"
    case .size: "number|table<number, number>"
    case .integer: "integer"
    case .flag: "boolean"
    case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: "|")
    case .text, .column: "string"
    case .list(let item): item.luaType.contains("|") ? "(\(item.luaType))[]" : "\(item.luaType)[]"
    case .table(let name, _), .type(let name, _): name
    case .switched(let name, _): "boolean|\(name)"
    }
  }
}

extension ParameterKind {
  /// The value in this kind's own form (converting between integers and numbers), or nil if it does not fit.
  package func accepted(_ node: Node) -> ParameterValue? {
    switch self {
    case .number(let range): return node.number.flatMap { range.contains($0) ? .number($0) : nil }
    case .integer(let range): return node.integer.flatMap { range.contains($0) ? .integer($0) : nil }
    case .flag: return node.flag.map { .flag($0) }
    case .choice(let words): return node.text.flatMap { words.contains($0) ? .choice($0) : nil }
    case .text, .column, .type: return node.text.map { .choice($0) }
    case .size: return node.size.flatMap(accepted)
    case .list(let item):
      let nodes = node.items
      let values = nodes.compactMap(item.accepted)
      return values.count == nodes.count ? .list(values) : nil
    case .table, .switched: return nil
    }
  }

  /// The value in this kind's own form, or nil where it does not fit.
  package func accepted(_ value: ParameterValue) -> ParameterValue? {
    guard case .size(let size) = value else { return accepted(Node(parameter: value)) }
    if case .list(let item) = self { return item.accepted(size).map { .list([$0]) } }
    return accepted(size)
  }

  private func accepted(_ size: ScreenSize) -> ParameterValue? {
    guard case .size(let range) = self, size.stops.allSatisfy({ range.contains($0.size) }),
      size.growsNoFasterThanMap
    else { return nil }
    return size.parameterValue
  }
}
