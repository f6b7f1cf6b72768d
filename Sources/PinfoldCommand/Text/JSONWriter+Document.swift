import PinfoldData

extension JSONWriter {
  /// The bytes of a document of one object, indented, as commands write it.
  static func document(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(indent: 2)
    json.object(members)
    json.newline()
    return json.bytes
  }

  /// Writes a member that is a list.
  mutating func member<Element>(
    _ name: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    key(name)
    array { json in for element in elements { write(element, &json) } }
  }
}
