import Pinfold

extension DataFormat {
  /// TopoJSON, of which each object is a layer.
  public static let topoJSON = Self("TopoJSON", isText: false)
}

/// Reads the geometries of an object of [TopoJSON](https://github.com/topojson/topojson-specification) 1.0:
/// its points, or a point inside of what else it has.
struct TopoJSONReader: PointFormat {
  static let names = ["TopoJSON"]
  static let isBinary = false
  static let beginning = Array(#"{"type":"Topology","#.utf8)

  /// A document whose type stands near its beginning, as all programs write it.
  static func matches(_ head: Bytes) -> Bool {
    guard head.first(where: { !$0.isBlank }) == UInt8(ascii: "{") else { return false }
    let start = Array(head.prefix(4096).filter { !$0.isBlank })
    return start[...].place(of: Array(#""type":"Topology""#.utf8)) != nil
  }

  /// The position of coordinates as they stand.
  private let position: (_ x: Double, _ y: Double) -> Shape.Position

  /// Lines that geometries share, in coordinates of the file.
  private let arcs: [[Shape.Position]]
  private let request: ReadRequest

  static func read(_ input: ByteBuffer, _ request: ReadRequest) throws(DataError) -> Table? {
    guard input.bytes.isUTF8 else { return nil }
    let root = try Node(json: input.array, source: request.source)
    return try TopoJSONReader(root, request).table(of: root)
  }

  private init(_ root: Node, _ request: ReadRequest) throws(DataError) {
    self.request = request
    if let node = root["transform"] {
      let parts = ["scale", "translate"].map { node[$0]?.numbers ?? [] }
      guard parts.allSatisfy({ $0.count >= 2 }) else {
        throw request.damaged(.topoJSON, "its transform has no scale and translate of two numbers each")
      }
      let (scale, offset) = (parts[0], parts[1])
      position = { Shape.Position(x: $0 * scale[0] + offset[0], y: $1 * scale[1] + offset[1]) }
    } else {
      position = Shape.Position.init
    }
    // Arcs are only needed for points inside of what they bound.
    guard request.options.shapes == .inside else {
      arcs = []
      return
    }
    let (position, isStep) = (position, root["transform"] != nil)
    arcs = (root["arcs"]?.nodes ?? []).map { arc in
      // With a transform each corner is the step from the one before.
      var (x, y) = (0.0, 0.0)
      return arc.nodes.compactMap { corner in
        let numbers = corner.numbers
        guard numbers.count >= 2 else { return nil }
        (x, y) = isStep ? (x + numbers[0], y + numbers[1]) : (numbers[0], numbers[1])
        return position(x, y)
      }
    }
  }

  private func table(of root: Node) throws(DataError) -> Table {
    let objects = root["objects"]?.members ?? []
    let object = try request.layer(among: objects.map(\.name)).map { objects[$0] }
    var features: [Node] = []
    if let object { collect(object.value, into: &features) }
    var shape = Shape(request.options.shapes)
    var table = try FeatureRows.table(.topoJSON, request) { (body) throws(DataError) in
      for (number, feature) in features.enumerated() {
        if number & 0xFFF == 0 { try request.context.checkReading() }
        shape.reset()
        add(feature, to: &shape)
        body(shape, Self.fields(of: feature))
      }
    } append: {
      $0.append($1)
    }
    table.report.layer = object?.name
    return table
  }

  /// Adds the features of an object: its own, or those of a collection.
  private func collect(_ object: Node, depth: Int = 0, into features: inout [Node]) {
    let isCollection = object["type"]?.text == "GeometryCollection"
    guard isCollection, object["properties"] == nil, depth < Shape.maximumNesting else {
      return features.append(object)
    }
    for geometry in object["geometries"]?.nodes ?? [] { collect(geometry, depth: depth + 1, into: &features) }
  }

  /// The id and the properties of a feature; a property of that name is before it.
  private static func fields(of feature: Node) -> [(name: String, value: Node)] {
    let properties = feature["properties"]?.members ?? []
    let id = feature["id"].map { [("id", $0)] } ?? []
    let others = properties.map { ($0.name, $0.value) }
    return properties.contains { $0.name == "id" } ? others + id : id + others
  }

  private func add(_ geometry: Node, to shape: inout Shape, depth: Int = 0) {
    func addPoint(_ node: Node) {
      let numbers = node.numbers
      let place = numbers.count < 2 ? nil : position(numbers[0], numbers[1])
      shape.addPoint(place?.x ?? .infinity, place?.y ?? .infinity)
    }
    let arcs = geometry["arcs"]?.nodes ?? []
    switch geometry["type"]?.text {
    case "Point"?: geometry["coordinates"].map(addPoint)
    case "MultiPoint"?: for node in geometry["coordinates"]?.nodes ?? [] { addPoint(node) }
    case "LineString"?: addPath(arcs, isArea: false, to: &shape)
    case "MultiLineString"?: for path in arcs { addPath(path.nodes, isArea: false, to: &shape) }
    case "Polygon"?: for ring in arcs { addPath(ring.nodes, isArea: true, to: &shape) }
    case "MultiPolygon"?: for ring in arcs.flatMap(\.nodes) { addPath(ring.nodes, isArea: true, to: &shape) }
    case "GeometryCollection"? where depth < Shape.maximumNesting:
      for part in geometry["geometries"]?.nodes ?? [] { add(part, to: &shape, depth: depth + 1) }
    default: break
    }
  }

  /// Adds the arcs of a line or ring one after another; one of index −1 − *i* is arc *i* backwards.
  private func addPath(_ indices: [Node], isArea: Bool, to shape: inout Shape) {
    guard shape.beginPath(isArea: isArea) else { return }
    for (place, node) in indices.enumerated() {
      guard case .integer(let index) = node.value else { continue }
      let number = index < 0 ? ~index : index
      guard arcs.indices.contains(number) else { continue }
      let arc = index < 0 ? arcs[number].reversed() : arcs[number]
      // An arc begins where the one before ends.
      for corner in arc.dropFirst(place == 0 ? 0 : 1) { shape.addCorner(corner.x, corner.y) }
    }
    shape.endPath()
  }
}

extension Node {
  /// The elements of a list; none of anything else.
  fileprivate var nodes: [Node] { if case .list(let nodes) = value { nodes } else { [] } }

  /// The numbers of a list.
  fileprivate var numbers: [Double] { nodes.compactMap(\.number) }
}

extension CellColumn {
  fileprivate mutating func append(_ node: Node) {
    switch node.value {
    case .null: break
    case .flag(let flag): append(flag)
    case .integer(let number): append(Int64(number))
    case .number(let number): append(number)
    case .text(let text), .word(let text), .object(_, let text): append(text: text)
    case .list, .table: append(text: node.json)
    }
  }
}
