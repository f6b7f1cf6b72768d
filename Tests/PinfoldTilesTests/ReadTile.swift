import Pinfold
import Testing

@testable import PinfoldData
@testable import PinfoldTiles

/// A vector tile as a reader of the specification sees it: the one layer's features with their properties.
struct ReadTile {
  enum Value: Hashable {
    case text(String)
    case number(Double)
    case whole(Int)
    case truth(Bool)
  }

  struct Feature {
    var id = 0
    var x = 0
    var y = 0
    var properties: [(name: String, value: Value)] = []

    subscript(name: String) -> Value? { properties.first { $0.name == name }?.value }

    /// Whether it is the tile's own, and not of its buffer.
    var isInside: Bool { (0..<4096).contains(x) && (0..<4096).contains(y) }
  }

  var layer = ""
  var extent = 0
  var version = 0
  var features: [Feature] = []

  init(_ bytes: [UInt8]) throws {
    var message = WireReader(bytes)
    let fields = try message.fields()
    #expect(fields.map(\.number) == [3])
    var inner = WireReader(fields[0].bytes)
    var names: [String] = []
    var values: [Value] = []
    var raw: [[UInt8]] = []
    for field in try inner.fields() {
      switch field.number {
      case 1: layer = String(decoding: field.bytes, as: UTF8.self)
      case 2: raw.append(field.bytes)
      case 3: names.append(String(decoding: field.bytes, as: UTF8.self))
      case 4: values.append(try Self.value(field.bytes))
      case 5: extent = Int(field.varint)
      case 15: version = Int(field.varint)
      default: Issue.record("a field of number \(field.number) in a layer")
      }
    }
    features = try raw.map { try Self.feature($0, names, values) }
  }

  private static func value(_ bytes: [UInt8]) throws -> Value {
    var reader = WireReader(bytes)
    let field = try #require(try reader.fields().first)
    switch field.number {
    case 1: return .text(String(decoding: field.bytes, as: UTF8.self))
    case 3: return .number(Double(bitPattern: field.varint))
    case 5: return .whole(Int(field.varint))
    case 6: return .whole(signed(field.varint))
    default: return .truth(field.varint == 1)
    }
  }

  private static func signed(_ number: UInt64) -> Int { Int(number >> 1) ^ -Int(number & 1) }

  private static func feature(_ bytes: [UInt8], _ names: [String], _ values: [Value]) throws -> Feature {
    var feature = Feature()
    var reader = WireReader(bytes)
    for field in try reader.fields() {
      var numbers = WireReader(field.bytes)
      switch field.number {
      case 1: feature.id = Int(field.varint)
      case 2:
        let tags = try numbers.varints()
        for pair in stride(from: 0, to: tags.count, by: 2) {
          feature.properties.append((names[Int(tags[pair])], values[Int(tags[pair + 1])]))
        }
      case 3: #expect(field.varint == 1)
      case 4:
        let geometry = try numbers.varints()
        #expect(geometry.count == 3 && geometry[0] == 9)
        feature.x = signed(geometry[1])
        feature.y = signed(geometry[2])
      default: Issue.record("a field of number \(field.number) in a feature")
      }
    }
    return feature
  }
}

/// The fields of a message of Protocol Buffers.
struct WireReader {
  struct Truncated: Error {}

  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func varint() throws -> UInt64 {
    var (number, shift): (UInt64, UInt64) = (0, 0)
    while let byte = bytes.popFirst() {
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    throw Truncated()
  }

  mutating func varints() throws -> [UInt64] {
    var numbers: [UInt64] = []
    while !bytes.isEmpty { numbers.append(try varint()) }
    return numbers
  }

  mutating func fields() throws -> [(number: Int, varint: UInt64, bytes: [UInt8])] {
    var fields: [(Int, UInt64, [UInt8])] = []
    while !bytes.isEmpty {
      let key = try varint()
      var content: [UInt8] = []
      var number: UInt64 = 0
      switch key & 7 {
      case 0: number = try varint()
      case 1:
        for (index, byte) in bytes.prefix(8).enumerated() { number |= UInt64(byte) << UInt64(8 * index) }
        bytes = bytes.dropFirst(8)
      default:
        let count = Int(try varint())
        guard count <= bytes.count else { throw Truncated() }
        content = Array(bytes.prefix(count))
        bytes = bytes.dropFirst(count)
      }
      fields.append((Int(key >> 3), number, content))
    }
    return fields
  }
}

/// Unpacks gzip'd bytes by the reader of data.
func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
  let buffer = try #require(ByteBuffer(bytes))
  return try Gzip.unpacked(buffer, megabytes: 64, source: "a tile").array
}
