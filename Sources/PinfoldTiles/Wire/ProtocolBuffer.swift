import PinfoldData

/// Writes a message in the [wire format](https://protobuf.dev/programming-guides/encoding/) of Protocol
/// Buffers, as vector tiles have it: fields one after another, each with its number and form.
struct ProtocolBuffer: Sendable {
  private(set) var bytes: [UInt8] = []

  mutating func write(varint number: UInt64) { bytes.append(varint: number) }

  mutating func write(_ field: Int, varint number: UInt64) {
    write(key: field, form: 0)
    write(varint: number)
  }

  mutating func write(_ field: Int, number: Double) {
    write(key: field, form: 1)
    bytes.append(littleEndian: number.bitPattern)
  }

  /// Writes a field that is a message, or numbers without their field's number before each.
  mutating func write(_ field: Int, _ message: ProtocolBuffer) { write(field, bytes: message.bytes) }

  mutating func write(_ field: Int, _ text: String) { write(field, bytes: text.utf8) }

  mutating func append(_ fields: ProtocolBuffer) { bytes.append(contentsOf: fields.bytes) }

  /// Makes it empty; it keeps its memory.
  mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  private mutating func write(_ field: Int, bytes content: some Collection<UInt8>) {
    write(key: field, form: 2)
    write(varint: UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  private mutating func write(key field: Int, form: Int) { write(varint: UInt64(field << 3 | form)) }
}
