package import Pinfold
package import PinfoldData

/// One value of a definition with its position: the common form of JSON files, Lua tables and flags.
package struct Node {
  /// The value.
  package let value: Value

  /// The position for messages: "study.json:7", "compare.zooms", "--zooms".
  package let place: String

  /// The kinds of values.
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

  /// Creates a node of a value and its position.
  package init(_ value: Value, place: String) {
    self.value = value
    self.place = place
  }

  /// Reads a JSON document from its bytes.
  ///
  /// - Parameter source: the name in messages, usually its path.
  package init(json bytes: [UInt8], source: String) throws(DataError) {
    self.init(try JSONNode(bytes: bytes, source: source), source: source)
  }

  /// Reads a JSON document from a file.
  package init(path: String) throws(DataError) { self.init(try JSONNode(path: path), source: path) }

  private init(_ json: JSONNode, source: String) {
    place = "\(source):\(json.line)"
    value =
      switch json.value {
      case .null: .null
      case .flag(let flag): .flag(flag)
      case .integer(let integer): .integer(integer)
      case .number(let number): .number(number)
      case .text(let text): .text(text)
      case .list(let values): .list(values.map { Node($0, source: source) })
      case .table(let members): .table(members.map { ($0.name, Node($0.value, source: source)) })
      }
  }

  /// Makes a node of a parameter's value as it would be written.
  package init(parameter: ParameterValue, place: String) {
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
  var isNull: Bool { if case .null = value { true } else { false } }

  /// The text; nil for any other value.
  package var text: String? {
    switch value {
    case .text(let text), .word(let text): text
    default: nil
    }
  }

  /// The number, whole or not; nil for any other value.
  // Never inlined, as Swift 6.3's optimiser fails on the switch ("found outside of lifetime use") where it
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

  /// The members of a table; nil for any other value.
  package var members: [(name: String, value: Node)]? {
    if case .table(let members) = value { members } else { nil }
  }

  /// The first member of a name; nil where there is none, or this is no table.
  subscript(name: String) -> Node? { members?.first { $0.name == name }?.value }

  /// The object of a type; nil for anything else.
  package func object<Object>(as type: Object.Type) -> Object? {
    if case .object(let object, _) = value { object as? Object } else { nil }
  }

  /// Several values: those of a list, those between the commas of a word, or this one alone.
  package var alternatives: [Node] {
    switch value {
    case .list(let nodes):
      // Of a flag that is given more than once.
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

  /// The value as a parameter of a kind, in the kind's own form; nil for any other value.
  func accepted(by kind: ParameterKind) -> ParameterValue? {
    switch value {
    case .flag(let flag): kind.accepted(.flag(flag))
    case .integer(let integer): kind.accepted(.integer(integer))
    case .number(let number): kind.accepted(.number(number))
    case .text(let text): kind.accepted(.choice(text))
    case .word(let text): kind.parsed(text)
    case .table(let members): Self.size(members).flatMap { kind.accepted(.size($0)) }
    case .list(let nodes): Self.list(nodes, kind)
    case .null, .object: nil
    }
  }

  /// The values of a list as a parameter of a kind; nil where that takes no lists, or not these values.
  private static func list(_ nodes: [Node], _ kind: ParameterKind) -> ParameterValue? {
    guard case .list(let item) = kind else { return nil }
    let values = nodes.compactMap { $0.accepted(by: item) }
    return values.count == nodes.count ? .list(values) : nil
  }

  /// The values of a parameter that a sweep goes through: of one that takes lists those of a list of lists,
  /// else this value alone.
  func axis(of kind: ParameterKind?) -> [Node] {
    guard case .list = kind else { return elements }
    let lists = elements.filter { if case .list = $0.value { true } else { false } }
    return !lists.isEmpty && lists.count == elements.count ? lists : [self]
  }

  /// The length on the screen that a table of lengths by zoom states; nil for any other table.
  private static func size(_ members: [(name: String, value: Node)]) -> ScreenSize? {
    var sizes: [Double: Double] = [:]
    for (name, value) in members {
      guard let zoom = Double(name), zoom.isFinite, let size = value.number else { return nil }
      guard sizes.updateValue(size, forKey: zoom) == nil else { return nil }
    }
    return sizes.isEmpty
      ? nil : ScreenSize(stops: sizes.map { ScreenSize.Stop(zoom: $0.key, size: $0.value) })
  }

  /// The value in messages.
  var shown: String {
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
}

extension [Node] {
  /// The results of `body` for each of the values, one after another.
  package func each<Output>(
    _ body: (Node) throws(DefinitionError) -> [Output]
  ) throws(DefinitionError) -> [Output] {
    var all: [Output] = []
    for node in self { all += try body(node) }
    return all
  }
}

extension Node {
  /// Writes the value as JSON; an object is written as its type's name.
  package func write(to json: inout JSONWriter) {
    switch value {
    case .null: json.null()
    case .flag(let flag): json.value(flag)
    case .integer(let number): json.value(number)
    case .number(let number): json.value(number)
    case .text(let text), .word(let text), .object(_, let text): json.value(text)
    case .list(let nodes): json.array { json in for node in nodes { node.write(to: &json) } }
    case .table(let members):
      json.object { json in
        for (name, value) in members {
          json.key(name)
          value.write(to: &json)
        }
      }
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

  /// The value as JSON on one line.
  package var json: String {
    var json = JSONWriter()
    write(to: &json)
    return json.text
  }
}
