import Pinfold

extension DeclaredSystem {
  /// The system that members `crs` name, as in [GeoJSON of
  /// 2008](https://geojson.org/geojson-spec.html#coordinate-reference-system-objects).
  init?(members: [String]) {
    let found = Set(members.compactMap(Self.name)).sorted().map { DeclaredSystem(named: $0) }
    guard let first = found.first else { return nil }
    let isOne = found.allSatisfy { $0.name == first.name || $0.system != nil && $0.system == first.system }
    self = isOne ? first : DeclaredSystem(name: found.map(\.name).joined(separator: " and "), system: nil)
    isSeveral = !isOne
  }

  /// The system of Esri's JSON, a member `spatialReference` beside the list of features; nil without one.
  init?(esri text: Bytes, besides list: Range<Int>) {
    let shell = Array(text[..<list.lowerBound]) + Array("0".utf8) + Array(text[list.upperBound...])
    guard shell.count < 1 << 20, let root = try? Node(json: shell, source: "JSON"),
      let reference = root["spatialReference"]
    else { return nil }
    for name in ["latestWkid", "wkid"] {
      guard case .integer(let code)? = reference[name]?.value else { continue }
      let known = CoordinateSystem(code: code)
      let name = CoordinateSystem.name(ofCode: code)
      self.init(name: name, system: known, definition: name)
      return
    }
    return nil
  }

  private static func name(_ member: String) -> String? {
    guard let list = try? Node(json: Array("[\(member)]".utf8), source: "crs"),
      case .list(let nodes) = list.value, let node = nodes.first
    else { return member }
    if case .text(let name) = node.value { return name }
    guard let type = node["type"], let properties = node["properties"] else { return member }
    switch (type.value, properties["name"]?.value, properties["code"]?.value, properties["href"]?.value) {
    case (.text("EPSG"), _, .integer(let code), _): return "EPSG:\(code)"
    case (_, .text(let name), _, _): return name
    case (_, _, _, .text(let address)): return address
    default: return member
    }
  }
}
