internal import CSimdjson
package import Pinfold

// JSON as a tree whose values have line numbers: for definitions and other small files that people write, and
// whose mistakes need a line.
extension Node {
  /// Reads a file that holds one object or array.
  ///
  /// - Throws: ``DataError`` for a file that cannot be read, and for malformed JSON, with the line.
  package init(path: String) throws(DataError) { try self.init(try readInput(path: path), source: path) }

  /// Reads bytes that hold one object or array.
  ///
  /// - Parameter source: the name in messages, usually its path.
  package init(json bytes: [UInt8], source: String) throws(DataError) {
    guard let buffer = ByteBuffer(bytes) else { throw .outOfMemory(source) }
    try self.init(buffer, source: source)
  }

  private init(_ buffer: ByteBuffer, source: String) throws(DataError) {
    guard let tree = JSONTree() else { throw .outOfMemory(source) }
    if !buffer.bytes.contains(where: { !$0.isBlank }) {
      throw .badJSON(source, line: 1, reason: "empty; expected a JSON object or array")
    }
    var place = 0
    switch tree.read(buffer, errorOffset: &place) {
    case PINFOLD_JSON_DONE: break
    case PINFOLD_JSON_OUT_OF_MEMORY: throw .outOfMemory(source)
    case PINFOLD_JSON_UTF8: throw .badJSON(source, line: 1, reason: "the text is not UTF-8")
    case PINFOLD_JSON_TRAILING:
      throw .badJSON(
        source, line: buffer.line(of: place), reason: "something follows the end of the document")
    default:
      throw .badJSON(source, line: buffer.line(of: place), reason: tree.reason)
    }
    var builder = JSONTreeBuilder(tree, buffer, source)
    self = builder.node()
  }

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

  /// The value as JSON on one line.
  package var json: String {
    var json = JSONWriter()
    write(to: &json)
    return json.text
  }
}

/// Builds a tree along the list of its values.
private struct JSONTreeBuilder {
  private let buffer: ByteBuffer
  private let source: String
  private let tree: JSONTree
  private let nodes: JSONColumn
  private let offsets: MemoryView<UInt64>
  private var place = 0
  private var offset = 0
  private var line = 1

  init(_ tree: JSONTree, _ buffer: ByteBuffer, _ source: String) {
    (self.tree, self.buffer, self.source) = (tree, buffer, source)
    (nodes, offsets) = (tree.nodes, tree.offsets)
  }

  mutating func node() -> Node {
    let (kind, payload) = (Int(nodes.cells[place].kind), nodes.cells[place].payload)
    let line = advance()
    let value: Node.Value =
      switch kind {
      case PINFOLD_CELL_FALSE: .flag(false)
      case PINFOLD_CELL_TRUE: .flag(true)
      case PINFOLD_CELL_INTEGER: .integer(Int(Int64(bitPattern: payload)))
      case PINFOLD_CELL_NUMBER: .number(Double(bitPattern: payload))
      case PINFOLD_CELL_TEXT: .text(text(payload))
      case PINFOLD_CELL_LIST: .list((0..<payload).map { _ in node() })
      case PINFOLD_CELL_TABLE: .table((0..<payload).map { _ in member() })
      default: .null
      }
    return Node(value, place: "\(source):\(line)")
  }

  private mutating func member() -> (name: String, value: Node) {
    let name = text(nodes.cells[place].payload)
    _ = advance()
    return (name, node())
  }

  /// Goes on to the next value, and returns the line of this one.
  private mutating func advance() -> Int {
    let next = Int(offsets[place])
    line += buffer.lineEnds(in: offset..<max(offset, next))
    offset = max(offset, next)
    place += 1
    return line
  }

  private func text(_ ordinal: UInt64) -> String { nodes.text.part(nodes.textRange(ordinal)).text }
}

extension ParameterKind {
  /// Writes the members that describe the allowed values: `type`, with `low` and `high`, `words` or `holds`.
  package func writeMembers(to json: inout JSONWriter) {
    func write(_ type: String, _ low: PropertyValue, _ high: PropertyValue) {
      json.member("type", type)
      json.member("low", low)
      json.member("high", high)
    }
    switch self {
    case .number(let range): write("number", .number(range.lowerBound), .number(range.upperBound))
    case .integer(let range): write("integer", .integer(range.lowerBound), .integer(range.upperBound))
    case .size(let range): write("size", .number(range.lowerBound), .number(range.upperBound))
    case .flag: json.member("type", "flag")
    case .choice(let words):
      json.member("type", "choice")
      json.array("words") { json in for word in words { json.value(word) } }
    case .text, .table, .switched, .type: json.member("type", "text")
    case .column(let kind):
      json.member("type", "column")
      json.member("holds", kind.rawValue)
    case .list: json.member("type", "list")
    }
  }
}
