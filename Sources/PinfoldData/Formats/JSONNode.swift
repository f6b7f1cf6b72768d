internal import CSimdjson

/// A JSON document as a tree whose values know their lines: for definitions and other small files that people
/// write, and whose mistakes need a line.
package struct JSONNode: Sendable {
  /// The value.
  package let value: Value

  /// The line on which it begins, from 1.
  package let line: Int

  /// The kinds of values; a whole number is an integer.
  package enum Value: Sendable {
    case null
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([JSONNode])
    case table([Member])
  }

  /// A member of an object, in the order of the document; one name may come twice.
  package struct Member: Sendable {
    /// Its name.
    package let name: String

    /// Its value.
    package let value: JSONNode
  }

  /// Reads a file that holds one object or array.
  ///
  /// - Throws: ``DataError`` for a file that cannot be read, and for malformed JSON, with the line.
  package init(path: String) throws(DataError) {
    try self.init(try readInput(path: path), source: path)
  }

  /// Reads bytes that hold one object or array.
  ///
  /// - Parameter source: the name in errors.
  package init(bytes: [UInt8], source: String) throws(DataError) {
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
    var builder = Builder(tree, buffer)
    self = builder.node()
  }

  private init(_ value: Value, line: Int) {
    self.value = value
    self.line = line
  }

  /// Builds the tree along the list of values.
  private struct Builder {
    private let buffer: ByteBuffer
    private let tree: JSONTree
    private let nodes: JSONColumn
    private let offsets: View<UInt64>
    private var place = 0
    private var offset = 0
    private var line = 1

    init(_ tree: JSONTree, _ buffer: ByteBuffer) {
      (self.tree, self.buffer, nodes, offsets) = (tree, buffer, tree.nodes, tree.offsets)
    }

    mutating func node() -> JSONNode {
      let (kind, payload) = (Int(nodes.cells[place].kind), nodes.cells[place].payload)
      let line = advance()
      let value: Value =
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
      return JSONNode(value, line: line)
    }

    private mutating func member() -> Member {
      let name = text(nodes.cells[place].payload)
      _ = advance()
      return Member(name: name, value: node())
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
}
