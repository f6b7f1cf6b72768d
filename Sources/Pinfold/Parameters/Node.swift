/// One value of a definition with its position: the common form of JSON files, Lua tables and flags.
package struct Node {
  package let value: Value

  /// The position for messages: "study.json:7", "compare.zooms", "--zooms".
  package let place: String

  package enum Value {
    case null
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)

    /// A text typed where numbers and texts look alike: the value of a flag, or of a setting in
    /// `grid(cellSize=80)`. It is read as whatever type is needed.
    case word(String)

    case list([Node])
    case table([(name: String, value: Node)])

    /// An object that only a program can hold, such as a dataset in a script, and the name of its type.
    case object(Any, type: String)
  }

  package init(_ value: Value, place: String = "") {
    self.value = value
    self.place = place
  }

  /// Makes a node of a parameter's value as it would be written.
  package init(parameter: ParameterValue, place: String = "") {
    let value: Value =
      switch parameter {
      case .number(let number): .number(number)
      case .integer(let integer): .integer(integer)
      case .flag(let flag): .flag(flag)
      case .choice(let word): .text(word)
      case .size(let size): .text(size.description)
      case .list(let values): .list(values.map { Node(parameter: $0, place: place) })
      }
    self.init(value, place: place)
  }
}

// A node may hold any object, so it is not sendable. It has to be declared: inferring it is circular
// (Node, Value, list of Node), which the compiler refuses when it compiles one file at a time.
@available(*, unavailable)
extension Node: Sendable {}

@available(*, unavailable)
extension Node.Value: Sendable {}

extension Node {
  /// Whether this is no value at all.
  package var isNull: Bool { if case .null = value { true } else { false } }

  /// True or false; nil for any other value.
  package var flag: Bool? {
    switch value {
    case .flag(let flag): flag
    case .word(let text): Bool(text)
    default: nil
    }
  }

  /// The text; nil for any other value.
  package var text: String? {
    switch value {
    case .text(let text), .word(let text): text
    default: nil
    }
  }

  /// The number, whole or not; nil for any other value.
  // Never inlined, as Swift 6.3's optimizer fails on the switch ("found outside of lifetime use") where it
  // is.
  @inline(never)
  package var number: Double? {
    switch value {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .word(let text): Double(text)
    default: nil
    }
  }

  /// The whole number; nil for any other value.
  var integer: Int? {
    switch value {
    case .integer(let number): number
    case .number(let number): Int(exactly: number)
    // By way of a double, a large seed would lose its last digits.
    case .word(let text): Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
    default: nil
    }
  }

  /// The length on the screen: a number, stops as in "0:80,12:40", or a table of lengths by zoom; nil for any
  /// other value.
  var size: ScreenSize? {
    switch value {
    case .integer, .number: return number.map { ScreenSize($0) }
    // In scripts and JSON, a number is one already.
    case .text(let text): return Double(text) == nil ? ScreenSize(parsing: text) : nil
    case .word(let text): return ScreenSize(parsing: text)
    case .table(let members):
      var sizes: [Double: Double] = [:]
      for (name, value) in members {
        guard let zoom = Double(name), zoom.isFinite, let size = value.number,
          sizes.updateValue(size, forKey: zoom) == nil
        else { return nil }
      }
      return sizes.isEmpty ? nil : ScreenSize(stops: sizes.map { .init(zoom: $0.key, size: $0.value) })
    default: return nil
    }
  }

  /// The members of a table; nil for any other value.
  package var members: [(name: String, value: Node)]? {
    if case .table(let members) = value { members } else { nil }
  }

  /// The first member of a name; nil where there is none, or this is no table.
  package subscript(name: String) -> Node? { members?.first { $0.name == name }?.value }

  /// The object of a type; nil for anything else.
  package func object<Object>(as type: Object.Type) -> Object? {
    if case .object(let object, _) = value { object as? Object } else { nil }
  }

  /// Several values: those of a list, those between the commas of a word, or this one alone.
  package var alternatives: [Node] {
    switch value {
    case .list(let nodes):
      // Collects the values of a repeated flag.
      nodes.flatMap { if case .word = $0.value { $0.alternatives } else { [$0] } }
    case .word(let text):
      text.split(separator: ",", omittingEmptySubsequences: false).map {
        Node(.word(String($0)), place: place)
      }
    default: [self]
    }
  }

  /// The elements of a list, or this value alone; commas in texts stay, because they may be within
  /// parentheses.
  package var elements: [Node] { if case .list(let nodes) = value { nodes } else { [self] } }

  /// The values of a parameter that takes a list: its elements, those between the commas of a text, or this
  /// value alone.
  var items: [Node] {
    guard let text else { return elements }
    return text.isEmpty
      ? []
      : text.split(separator: ",", omittingEmptySubsequences: false).map { item in
        Node(.word(String(item.drop { $0 == " " })), place: place)
      }
  }

  /// The value in messages.
  package var shown: String {
    switch value {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(ParameterValue.number(number))"
    case .text(let text), .word(let text): "'\(text)'"
    case .list: "a list"
    case .table: "a table"
    case .object(_, let type): "a \(type)"
    }
  }

  /// The same with the members of all tables by name, so that its JSON does not depend on their order.
  package var sorted: Node {
    switch value {
    case .list(let nodes): Node(.list(nodes.map(\.sorted)), place: place)
    case .table(let members):
      Node(.table(members.sorted { $0.name < $1.name }.map { ($0.name, $0.value.sorted) }), place: place)
    default: self
    }
  }
}
