package import PinfoldData
package import PinfoldDefinitions

extension JSONWriter {
  /// The bytes of a document of one object, indented, as commands write it.
  package static func document(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(indent: 2)
    json.object(members)
    json.newline()
    return json.bytes
  }

  /// Writes a member that is a list.
  package mutating func member<Elements: Sequence>(
    _ name: String, _ elements: Elements, _ write: (Elements.Element, inout JSONWriter) -> Void
  ) {
    key(name)
    array { json in for element in elements { write(element, &json) } }
  }

  /// Writes a member that is a list of objects.
  package mutating func member<Elements: Sequence>(
    _ name: String, objects elements: Elements, _ members: (Elements.Element, inout JSONWriter) -> Void
  ) {
    member(name, elements) { element, json in json.object { members(element, &$0) } }
  }

  /// Writes a member that is a list of texts.
  package mutating func member(_ name: String, _ texts: [String]) { member(name, texts) { $1.value($0) } }

  /// Writes a member that is an object.
  package mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  /// Writes a member of any kind.
  package mutating func member(_ name: String, _ node: Node) {
    key(name)
    node.write(to: &self)
  }
}
