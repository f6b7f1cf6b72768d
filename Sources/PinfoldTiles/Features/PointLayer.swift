import PinfoldData

/// A layer of points of one [vector tile](https://github.com/mapbox/vector-tile-spec/tree/master/2.1).
///
/// Names and values stand once in a layer; features name them by their numbers. A missing value is left
/// out, and a list or an object is its JSON as a text.
struct PointLayer: PropertySink {
  static let extent = 4096

  private let name: String
  private var features = ProtocolBuffer()
  private var keys: [(name: String, kind: FieldKind)] = []
  private var values = TileValues()

  // The feature being written.
  private var feature = ProtocolBuffer()
  private var tags = ProtocolBuffer()
  private var geometry = ProtocolBuffer()
  private var nextKey = 0

  init(_ name: String) { self.name = name }

  /// Adds a point at a place in the tile, from its north-west corner.
  ///
  /// - Parameters:
  ///   - id: a number below 2⁵³, which programs in JavaScript hold exactly.
  ///   - properties: writes its properties.
  mutating func add(id: Int, x: Int, y: Int, _ properties: (inout PointLayer) -> Void) {
    feature.clear()
    tags.clear()
    geometry.clear()
    nextKey = 0
    properties(&self)
    // MoveTo, once.
    geometry.write(varint: 1 << 3 | 1)
    geometry.write(varint: UInt64(zigzag: x))
    geometry.write(varint: UInt64(zigzag: y))
    feature.write(1, varint: UInt64(id))
    feature.write(2, tags)
    feature.write(3, varint: 1)
    feature.write(4, geometry)
    features.write(2, feature)
  }

  var tile: [UInt8] {
    var layer = ProtocolBuffer()
    layer.write(15, varint: 2)
    layer.write(1, name)
    layer.append(features)
    for key in keys { layer.write(3, key.name) }
    layer.append(values.written)
    layer.write(5, varint: UInt64(Self.extent))
    var tile = ProtocolBuffer()
    tile.write(3, layer)
    return tile.bytes
  }

  var fields: [(name: String, kind: FieldKind)] { keys }

  mutating func clear() {
    features.clear()
    keys.removeAll(keepingCapacity: true)
    values.clear()
  }

  // MARK: Properties

  mutating func member(_ name: String, _ value: PropertyValue?) {
    switch value {
    // As JSON, which has no infinity, and no text for it either.
    case nil: break
    case .number(let number)? where !number.isFinite: break
    case .number(let number)?:
      let whole = Int(exactly: number).flatMap { $0.magnitude < 1 << 53 ? $0 : nil }
      tag(name, .number, values.index(of: whole.map { .integer($0) } ?? .number(number)))
    case .integer(let number)?: tag(name, .number, values.index(of: .integer(number)))
    case .text(let text)?: tag(name, .text, values.index(of: .text(text)))
    case .boolean(let truth)?: tag(name, .truth, values.index(of: .boolean(truth)))
    }
  }

  mutating func member(_ name: String, json body: (inout JSONWriter) -> Void) {
    member(name, JSONWriter.text(body))
  }

  private mutating func tag(_ name: String, _ kind: FieldKind, _ value: Int) {
    let key = index(ofKey: name, kind)
    keys[key].kind = keys[key].kind.joined(with: kind)
    tags.write(varint: UInt64(key))
    tags.write(varint: UInt64(value))
  }

  // Features have the same properties in the same order, so the next key usually follows the last one.
  private mutating func index(ofKey name: String, _ kind: FieldKind) -> Int {
    let isNext = nextKey < keys.count && keys[nextKey].name.hasSameBytes(as: name)
    let found = isNext ? nextKey : keys.firstIndex { $0.name.hasSameBytes(as: name) }
    if found == nil { keys.append((name, kind)) }
    let key = found ?? keys.count - 1
    nextKey = key + 1
    return key
  }
}

extension String {
  /// Whether two texts are the same in UTF-8; texts that differ in it may be equal to Swift.
  fileprivate func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// The values that a layer's features name by their numbers, each once.
private struct TileValues: Sendable {
  private(set) var written = ProtocolBuffer()
  private var value = ProtocolBuffer()
  private var known: [[UInt8]: Int] = [:]

  mutating func index(of property: PropertyValue) -> Int {
    value.clear()
    switch property {
    case .text(let text): value.write(1, text)
    case .number(let number): value.write(3, number: number)
    case .integer(let whole) where whole < 0: value.write(6, varint: UInt64(zigzag: whole))
    case .integer(let whole): value.write(5, varint: UInt64(whole))
    case .boolean(let truth): value.write(7, varint: truth ? 1 : 0)
    }
    if let index = known[value.bytes] { return index }
    written.write(4, value)
    defer { known[value.bytes] = known.count }
    return known.count
  }

  mutating func clear() {
    written.clear()
    known.removeAll(keepingCapacity: true)
  }
}

/// The kind of a property's values, by its name in a TileJSON document's `fields`.
enum FieldKind: String, Sendable {
  case number = "Number"
  case text = "String"
  case truth = "Boolean"

  /// The kind where features differ.
  func joined(with other: Self) -> Self { self == other ? self : .text }
}

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
