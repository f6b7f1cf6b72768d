import Pinfold

extension DataFormat {
  /// The placemarks of KML.
  public static let kml = Self("KML", isText: false, hasEncoding: true, textMayBeNumber: true)

  /// The points of GPX, of one kind.
  public static let gpx = Self("GPX", isText: false, hasEncoding: true, textMayBeNumber: true)

  /// The items of RSS and Atom with points of GeoRSS or of W3C's vocabulary.
  public static let geoRSS = Self("GeoRSS", isText: false, hasEncoding: true, textMayBeNumber: true)
}

/// A format of XML, which the name of its outermost element tells.
protocol MarkupFormat: PointFormat {
  static var format: DataFormat { get }
  static var roots: [String] { get }
}

extension MarkupFormat {
  static var names: [String] { [format.name] }
  static var isBinary: Bool { false }
  static var beginning: [UInt8] { Array("<\(roots[0])>".utf8) }

  static func matches(_ head: Bytes) -> Bool { XMLScanner.root(of: head).map(roots.contains) ?? false }

  static func read(_ input: ByteBuffer, _ request: ReadRequest) throws(DataError) -> Table? {
    // In two passes, as the columns are known in the end only.
    guard input.bytes.isUTF8 else { return nil }
    return try MarkupReader(input: input, format: format, request: request).read()
  }
}

enum KMLReader: MarkupFormat {
  static let (format, roots) = (DataFormat.kml, ["kml"])
}

enum GPXReader: MarkupFormat {
  static let (format, roots) = (DataFormat.gpx, ["gpx"])
}

enum GeoRSSReader: MarkupFormat {
  static let (format, roots) = (DataFormat.geoRSS, ["rss", "feed", "RDF"])
}

/// Reads the points of KML (OGC 12-007), GPX (1.1) and GeoRSS (OGC 17-002), with their texts as columns: the
/// placemarks of KML; the waypoints, route points or track points of GPX, each kind a layer; the items of a
/// GeoRSS feed.
private struct MarkupReader {
  let input: ByteBuffer
  let format: DataFormat
  let request: ReadRequest

  fileprivate struct Feature {
    var shape: Shape
    var fields: [(name: String, value: String)] = []

    /// A latitude whose longitude follows, or the reverse.
    var half: (name: String, value: Double)?
  }

  private static let layers = [("wpt", "waypoints"), ("rtept", "route_points"), ("trkpt", "track_points")]

  func read() throws(DataError) -> Table {
    let layer = try chosenLayer()
    var table = try FeatureRows.table(format, request) { (body) throws(DataError) in
      try forEachFeature(of: layer) { body($0.shape, $0.fields) }
    } append: {
      if !$1.isEmpty { $0.append(text: $1) }
    }
    table.report.layer = layer.flatMap { layer in Self.layers.first { $0.0 == layer }?.1 }
    return table
  }

  private func chosenLayer() throws(DataError) -> String? {
    guard format == .gpx else {
      if let layer = request.options.layer {
        throw .badOption(
          "--layer \(layer)", reason: "\(request.source) is \(format.name), which has no layers")
      }
      return nil
    }
    var found: Set<String> = []
    try forEachToken { token, _ in if case .open(let name) = token { found.insert(name) } }
    let there = Self.layers.filter { found.contains($0.0) }
    return try request.layer(among: there.map(\.1)).map { there[$0].0 } ?? Self.layers[0].0
  }

  private func forEachToken(_ body: (XMLScanner.Token, XMLScanner) -> Void) throws(DataError) {
    var scanner = XMLScanner(input.bytes)
    var count = 0
    do throws(XMLScanner.Failure) {
      while let token = try scanner.next() {
        count += 1
        if count & 0xFFF == 0, (try? request.context.check()) == nil { break }
        body(token, scanner)
      }
    } catch {
      throw request.damaged(format, "line \(input.line(of: error.offset)): \(error.reason)")
    }
    try request.context.checkReading()
  }

  private func forEachFeature(
    of layer: String?, _ body: (Feature) -> Void
  ) throws(DataError) {
    let outermost = layer.map { [$0] } ?? (format == .kml ? ["Placemark"] : ["item", "entry"])
    var feature: Feature?
    // The elements within the feature, and the text of the innermost.
    var path: [String] = []
    var text = ""
    var dataName: String?
    try forEachToken { token, scanner in
      switch token {
      case .open(let name):
        if feature != nil {
          path.append(name)
        } else if outermost.contains(name) {
          feature = Feature(shape: Shape(request.options.shapes))
          if layer != nil { feature?.addPoint(scanner.attributes) }
        }
        text = ""
        if name == "Data" || name == "SimpleData" {
          dataName = scanner.attributes.first { $0.name == "name" }?.value
        }
      case .text(let part): if feature != nil { text += part }
      case .close:
        guard feature != nil else { break }
        if path.isEmpty {
          if let whole = feature { body(whole) }
          feature = nil
        } else {
          if format == .geoRSS {
            feature?.endOfItem(path, text)
          } else {
            feature?.end(path, text, dataName, isPlacemark: layer == nil)
          }
          path.removeLast()
        }
        text = ""
      }
    }
  }
}

extension MarkupReader.Feature {
  /// Adds the point of GPX's attributes; what is no number makes an unusable row.
  mutating func addPoint(_ attributes: [(name: String, value: String)]) {
    func degrees(_ name: String) -> Double? {
      attributes.first { $0.name == name }.map { Double($0.value.trimmed()) ?? .infinity }
    }
    if let x = degrees("lon"), let y = degrees("lat") { shape.addPoint(x, y) }
  }

  private mutating func addField(_ element: String, _ text: String) {
    let text = text.trimmed()
    if !text.isEmpty { fields.append((element, String(text))) }
  }

  mutating func end(_ path: [String], _ text: String, _ dataName: String?, isPlacemark: Bool) {
    guard let element = path.last else { return }
    switch element {
    case "coordinates" where isPlacemark: addCoordinates(text, path)
    case "Track" where isPlacemark, "Model" where isPlacemark: shape.addOther("a \(element.lowercased())")
    case "value" where path.dropLast().last == "Data", "SimpleData":
      if let dataName { fields.append((dataName, String(text.trimmed()))) }
    // Any other element with text; in KML only next to the geometry.
    case _ where path.count == 1 || !isPlacemark || path[0].hasPrefix("Time"):
      addField(element, text)
    default: break
    }
  }

  /// Adds what an element within a feed's item says: its point, or a text of the item itself.
  mutating func endOfItem(_ path: [String], _ text: String) {
    guard let element = path.last else { return }
    switch element {
    // Feeds may say the same point in two ways.
    case _ where !shape.points.isEmpty && ["point", "pos", "lat", "long", "lon"].contains(element): break
    case "point", "pos":
      let numbers = text.split { $0.isWhitespace || $0 == "," }.map { Double($0) ?? .infinity }
      shape.addPoint(numbers.count > 1 ? numbers[1] : .infinity, numbers.first ?? .infinity)
    case "lat", "long", "lon":
      let value = Double(text.trimmed()) ?? .infinity
      guard let half, (half.name == "lat") != (element == "lat") else {
        half = (element, value)
        break
      }
      shape.addPoint(element == "lat" ? half.value : value, element == "lat" ? value : half.value)
      self.half = nil
    case "line", "LineString": shape.addOther("a line")
    case "polygon", "box", "circle", "Polygon", "Envelope": shape.addOther("a polygon")
    case _ where path.count == 1: addField(element, text)
    default: break
    }
  }

  /// Adds KML's coordinates: longitude, latitude and height with commas, tuples with blanks between them.
  private mutating func addCoordinates(_ text: String, _ path: [String]) {
    let tuples = text.split { $0.isWhitespace }.map { tuple in
      let parts = tuple.split(separator: ",", omittingEmptySubsequences: false)
      return parts.count < 2
        ? (x: Double.infinity, y: Double.infinity)
        : (x: Double(parts[0]) ?? .infinity, y: Double(parts[1]) ?? .infinity)
    }
    if path.dropLast().last == "Point" {
      for tuple in tuples.prefix(1) { shape.addPoint(tuple.x, tuple.y) }
    } else if shape.beginPath(isArea: path.contains("Polygon")) {
      for tuple in tuples { shape.addCorner(tuple.x, tuple.y) }
      shape.endPath()
    }
  }
}
