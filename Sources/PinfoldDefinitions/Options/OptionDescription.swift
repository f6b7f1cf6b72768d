package import Pinfold

/// An option as data: one declaration serves flags, Lua tables, JSON, help, editor types and the
/// documentation.
package struct OptionDescription: Hashable, Sendable {
  /// The name in Lua and JSON, in lower camel case.
  package var name: String

  /// The flag: "--tile-size".
  package var flag: String

  /// The kind of values it takes.
  package var kind: OptionKind

  /// The unit of a number, such as "screen points"; nil for a bare number.
  package var unit: String?

  /// The value where the option is not given; nil where none need be shown.
  package var standard: String?

  /// The placeholder for the flag's value in help: "column".
  package var valueName: String

  /// One line of help, a sentence.
  package var help: String

  /// A value that differs from the standard one, as a flag would state it; nil where any of the kind will do.
  package var example: String?

  /// Whether it has no standard value and must be given.
  package var isRequired: Bool

  /// Whether there is a flag; an option without one is given as an argument.
  package var hasFlag: Bool

  /// Describes an option.
  ///
  /// - Parameter value: the placeholder for the flag's value; nil for the usual one of the unit or kind.
  init(
    name: String, flag: String? = nil, kind: OptionKind, unit: String? = nil, standard: String? = nil,
    value: String? = nil, help: String, example: String? = nil, isRequired: Bool = false, hasFlag: Bool = true
  ) {
    self.name = name
    self.flag = flag ?? Self.flag(name)
    self.kind = kind
    self.unit = unit
    self.standard = standard
    valueName = value ?? unit?.replacing(" ", with: "-") ?? kind.usualValueName
    self.help = help
    self.example = example
    self.isRequired = isRequired
    self.hasFlag = hasFlag
  }

  /// Describes a parameter as an option.
  package init(_ parameter: ParameterDescription) {
    self.init(
      name: parameter.name, kind: .scalar(parameter.kind), unit: parameter.unit,
      standard: parameter.defaultValue.description, help: parameter.help)
  }

  /// The help with the standard value.
  package var summary: String {
    guard let standard, standard != "false" else { return help }
    return "\(help) Without it: \(standard)."
  }

  /// The help with the bounds of numbers, and the standard value.
  package var details: String {
    let standard = standard.map { " Without it: \($0)." } ?? ""
    guard let bounds = kind.bounds else { return help + standard }
    return "\(help) Takes \(bounds)\(unit.map { " in \($0)" } ?? "").\(standard)"
  }

  /// The flag of a name: "--tile-size" of "tileSize".
  package static func flag(_ name: String) -> String {
    "--" + name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}

/// The kind of values that an option takes.
package indirect enum OptionKind: Hashable, Sendable {
  /// A number, a whole number, true or false, or one of some words.
  case scalar(ParameterKind)

  /// Any text.
  case text

  /// A list; one value may stand for a list of it.
  case list(OptionKind)

  /// A table with options of its own, and the name of its type.
  case table(String, [OptionDescription])

  /// True or false, or a table.
  case switched(String, [OptionDescription])

  /// The named type, as `Representative`, and the same in words.
  case type(String, String)

  /// Any number.
  package static var number: OptionKind { number(.finite) }

  /// A number within bounds.
  package static func number(_ range: ClosedRange<Double>) -> OptionKind { .scalar(.number(range)) }

  /// A whole number within bounds.
  package static func integer(_ range: ClosedRange<Int>) -> OptionKind { .scalar(.integer(range)) }

  /// True or false.
  package static var flag: OptionKind { .scalar(.flag) }

  /// The kind in words, for help and errors: "a number in 16…4096".
  package var expectation: String {
    switch self {
    case .scalar(let kind): kind.expectation
    case .text: "a text"
    case .list(let element): "a list, each of it \(element.expectation)"
    case .table: "a table"
    case .switched: "true, or a table of parameters"
    case .type(_, let words): words
    }
  }

  /// The bounds in words; nil for a kind without bounds.
  fileprivate var bounds: String? {
    switch self {
    case .scalar(.number(let range)) where range.upperBound < .greatestFiniteMagnitude: expectation
    case .scalar(.integer): expectation
    default: nil
    }
  }

  /// The kind in the notation of LuaCATS.
  package var luaType: String {
    switch self {
    case .scalar(.number): "number"
    case .scalar(.size): "number|table<number, number>"
    case .scalar(.integer): "integer"
    case .scalar(.flag): "boolean"
    case .scalar(.choice(let words)): words.map { "\"\($0)\"" }.joined(separator: "|")
    case .text, .scalar(.text), .scalar(.column): "string"
    case .scalar(.list(let item)): OptionKind.list(.scalar(item)).luaType
    case .list(let element):
      element.luaType.contains("|") ? "(\(element.luaType))[]" : "\(element.luaType)[]"
    case .table(let name, _): name
    case .switched(let name, _): "boolean|\(name)"
    case .type(let name, _): name
    }
  }
}

extension OptionKind {
  /// The placeholder of a value in help, where the declaration has none.
  fileprivate var usualValueName: String {
    switch self {
    case .scalar(.number), .scalar(.integer), .scalar(.size): "number"
    case .scalar(.flag): "true|false"
    case .scalar(.choice(let words)): words.joined(separator: "|")
    case .text, .scalar(.text): "text"
    case .scalar(.column): "column"
    case .list, .scalar(.list): "list"
    case .table, .switched: "key=value"
    case .type: "name"
    }
  }
}
