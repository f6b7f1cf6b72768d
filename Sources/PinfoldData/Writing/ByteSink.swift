/// A buffer in which written bytes gather before they are output as a whole.
package struct ByteSink: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a text.
  package mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  package mutating func write(byte: UInt8) { bytes.append(byte) }

  package mutating func write(_ part: Substring.UTF8View) { bytes.append(contentsOf: part) }
}
