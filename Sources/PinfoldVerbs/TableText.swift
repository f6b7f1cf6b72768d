package import PinfoldData
package import PinfoldDefinitions

/// An answer that is written as a table or as JSON.
package protocol ListText {
  /// The table as people read it.
  var table: String { get }

  /// Writes the members of the one object of a JSON document.
  func write(to json: inout JSONWriter)
}

extension ListText {
  package var json: [UInt8] { JSONWriter.document { write(to: &$0) } }
}

/// An answer that is written as CSV too.
package protocol TableText: ListText {
  var csv: [UInt8] { get }
}

/// The form of an answer in a script: a list, and members by name beside it.
package struct ScriptForm {
  package var list: [Node] = []
  package var members: [(name: String, value: Node)] = []
}

extension Node {
  /// A number, a text, or a list of texts of an answer.
  init(_ number: Double) { self.init(.number(number), place: "") }
  init(_ number: Int) { self.init(.integer(number), place: "") }
  init(_ text: String) { self.init(.text(text), place: "") }
  package init(_ texts: [String]) { self.init(.list(texts.map { Node($0) }), place: "") }
}
