import Pinfold

extension FrameWriter {
  /// The clusters as FlatGeobuf, with the properties that GeoJSON has as columns by their types, in Hilbert
  /// order with an index, by which programs read only what is in view, also over the network.
  ///
  /// Source: [FlatGeobuf, version 3](https://flatgeobuf.org).
  ///
  /// - Throws: ``DataError/tooLarge(_:reason:)`` for more than 65535 columns.
  /// - Complexity: O(*n* log *n*) in the clusters.
  public func flatGeobuf() throws(DataError) -> [UInt8] { try FlatGeobufWriter(table: features).bytes() }
}

struct FlatGeobufWriter {
  private static let node: UInt16 = 16

  let table: FeatureTable

  func bytes() throws(DataError) -> [UInt8] {
    try table.refuse(moreThan: Int(UInt16.max), "FlatGeobuf counts")
    var header = FlatBufferWriter()
    header.append(root: self.header)
    let order = hilbertOrder
    var body = FlatBufferWriter()
    var offsets: [Int] = []
    for feature in order {
      offsets.append(body.bytes.count)
      body.append(root: [
        (0, .table([(1, .numbers([table.longitude[feature], table.latitude[feature]]))])),
        (1, .list(properties(of: feature), of: 1)),
      ])
    }
    let points = order.map { Coordinate(longitude: table.longitude[$0], latitude: table.latitude[$0]) }
    let tree = PackedTree(features: UInt64(order.count), node: Int(Self.node))
    return FlatGeobufReader.beginning + [1] + header.bytes + (tree?.bytes(points, offsets: offsets) ?? [])
      + body.bytes
  }

  private var header: [FlatBufferWriter.Field] {
    var fields: [FlatBufferWriter.Field] = [(0, .text(table.name))]
    if let west = table.longitude.min(), let east = table.longitude.max(), let south = table.latitude.min(),
      let north = table.latitude.max()
    {
      fields.append((1, .numbers([west, south, east, north])))
    }
    let columns = zip(table.names(besides: []), table.columns).map { name, column in
      [(0, .text(name)), (1, .number(Self.type(column.kind).rawValue))] as [FlatBufferWriter.Field]
    }
    fields += [
      (2, .number(UInt8(1))), (7, .tables(columns)), (8, .number(UInt64(table.count))),
      (9, .number(table.count == 0 ? 0 : Self.node)),
    ]
    if !table.isPlanar {
      fields.append((10, .table([(0, .text("EPSG")), (1, .number(Int32(4326))), (2, .text("WGS 84"))])))
    }
    return fields
  }

  private static func type(_ kind: FeatureTable.Kind) -> FlatGeobufType {
    switch kind {
    case .boolean: .bool
    case .integer: .long
    case .number: .double
    case .text: .string
    case .json: .json
    }
  }

  private func properties(of feature: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for column in table.columns.indices {
      guard let value = table.value(column, feature) else { continue }
      bytes.append(littleEndian: UInt16(column))
      switch value {
      case .boolean(let truth): bytes.append(truth ? 1 : 0)
      case .integer(let number): bytes.append(littleEndian: Int64(number))
      case .number(let number): bytes.append(littleEndian: number.bitPattern)
      case .text(let text):
        bytes.append(littleEndian: UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
      }
    }
    return bytes
  }

  /// The features along a Hilbert curve through their bounds; ties in the order given.
  private var hilbertOrder: [Int] {
    func cells(_ values: [Double]) -> [Int] {
      guard let low = values.min(), let high = values.max(), high > low else { return values.map { _ in 0 } }
      // By halves, because the difference of two huge numbers may be none.
      return values.map { Int(65535 * (($0 / 2 - low / 2) / (high / 2 - low / 2))) }
    }
    let (x, y) = (cells(table.longitude), cells(table.latitude))
    let keys = x.indices.map { HilbertCurve.index(x: x[$0], y: y[$0], side: 1 << 16) }
    return keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
  }
}

/// The [Hilbert curve](https://en.wikipedia.org/wiki/Hilbert_curve) through the cells of a square.
package enum HilbertCurve {
  /// The number of a cell along the curve; the side is a power of two.
  package static func index(x: Int, y: Int, side: Int) -> UInt64 {
    var (x, y, index) = (x, y, UInt64(0))
    var half = side >> 1
    while half > 0 {
      let (isRight, isUpper) = (x & half != 0, y & half != 0)
      index += UInt64(half) * UInt64(half) * (isRight ? (isUpper ? 2 : 3) : (isUpper ? 1 : 0))
      // The curve through the lower quadrants is turned; bits above `half` are done with.
      if !isUpper {
        if isRight { (x, y) = (~x, ~y) }
        swap(&x, &y)
      }
      half >>= 1
    }
    return index
  }
}
