internal import CSimdjson
package import Pinfold

/// Reads frames from JSON as ``FrameWriter`` writes it with members: one frame, or a list of frames.
///
/// Of a frame it reads `viewport` (`lon`, `lat`, `zoom`; `width`, `height`, `tileSize`, `margin` and
/// `bearing` if they are not those of ``Pinfold/Viewport``) and `clusters`; of a cluster `lon`, `lat`,
/// `members`, and if they are there `count`, `hidden` and `radius` in screen points. Planar data have `x`
/// and `y`, and a marker outside of the data's square is moved to its edge.
///
/// A point may be in several clusters or in none. A member that is no point, or that a cluster lists twice,
/// is an error.
package enum FrameReader {
  /// Reads a file, or standard input where the path is `-`; plain or gzip'd, up to some unpacked megabytes.
  ///
  /// - Throws: ``DataError``, with the place in the document: `[3].clusters[17].members[0]`.
  /// - Complexity: O(*m* log *n*), where *m* is the number of members and *n* that of points.
  package static func read(
    path: String, points: PointSet, maxUnpacked: Int = ReadOptions.defaultMaxUnpacked,
    context: RunContext = RunContext()
  ) throws(DataError) -> [DeclaredFrame] {
    try read(
      try readInput(path: path), points, maxUnpacked: maxUnpacked,
      source: path == "-" ? "standard input" : path, context: context)
  }

  /// Reads bytes; `source` is the name of the document in errors.
  package static func read(
    bytes: [UInt8], points: PointSet, source: String = "frames",
    maxUnpacked: Int = ReadOptions.defaultMaxUnpacked
  ) throws(DataError) -> [DeclaredFrame] {
    guard let buffer = ByteBuffer(bytes) else { throw .outOfMemory(source) }
    return try read(buffer, points, maxUnpacked: maxUnpacked, source: source, context: RunContext())
  }

  private static func read(
    _ input: ByteBuffer, _ points: PointSet, maxUnpacked: Int, source: String, context: RunContext
  ) throws(DataError) -> [DeclaredFrame] {
    let buffer = try Gzip.unpacked(input, megabytes: maxUnpacked, source: source)
    try context.checkReading()
    let origin = buffer.bytes.textStart
    guard let json = JSONFrames(buffer, from: origin, planar: !points.projection.wraps) else {
      throw .outOfMemory(source)
    }
    let (path, reason) = (json.path, json.reason)
    switch json.status {
    case PINFOLD_FRAMES_DONE: break
    case PINFOLD_FRAMES_SHAPE: throw .badFrames(source, path: path, reason: reason)
    case PINFOLD_FRAMES_TOO_LARGE: throw .tooLarge(source, reason: "one JSON document past 4 GB")
    case PINFOLD_FRAMES_OUT_OF_MEMORY: throw .outOfMemory(source)
    default:
      let line = buffer.line(of: origin + json.errorOffset)
      throw .badJSON(source, line: line, reason: path.isEmpty ? reason : "\(reason), in \(path)")
    }
    var assembly = FrameAssembly(
      columns: json, points: points, source: source, context: context,
      listedBy: [Int32](repeating: -1, count: points.count))
    return try assembly.frames()
  }
}

private struct FrameAssembly {
  let columns: JSONFrames
  let points: PointSet
  let source: String
  let context: RunContext
  var membersRead = 0
  var listedBy: [Int32]

  mutating func frames() throws(DataError) -> [DeclaredFrame] {
    var frames: [DeclaredFrame] = []
    var start = 0
    for (frame, end) in columns.clusterEnds.enumerated() {
      frames.append(try self.frame(frame, clusters: start..<Int(end)))
      start = Int(end)
    }
    return frames
  }

  private mutating func frame(_ frame: Int, clusters: Range<Int>) throws(DataError) -> DeclaredFrame {
    let path = columns.isList ? "[\(frame)]" : ""
    let view = try view(of: frame, path)
    var lists: [[UInt32]] = []
    var positions: [WorldPoint] = []
    for cluster in clusters {
      if cluster & 0xFFF == 0 { try context.checkReading() }
      let path = "\(path).clusters[\(cluster - clusters.lowerBound)]"
      let place = Coordinate(
        longitude: columns.places[2 * cluster], latitude: columns.places[2 * cluster + 1])
      if points.projection.wraps, abs(place.latitude) > 90 {
        throw .badFrames(source, path: path + ".lat", reason: "expected a latitude in −90…90")
      }
      positions.append(points.projection.project(place))
      lists.append(try members(of: cluster, path))
    }
    var shown = Frame(listing: lists, positions: positions, of: points, in: view)
    shown.hidden = clusters.indices.filter { columns.hidden[$0] != 0 }.map { $0 - clusters.lowerBound }
    return DeclaredFrame(
      frame: shown,
      counts: zip(clusters, lists).map { cluster, list in
        let count = columns.counts[cluster]
        return count < 0 ? list.count : Int(count)
      },
      radii: clusters.map { columns.radii[$0].isNaN ? nil : columns.radii[$0] })
  }

  private func view(of frame: Int, _ path: String) throws(DataError) -> ProjectedView {
    func number(_ field: some BinaryInteger, else value: Double) -> Double {
      let number = columns.viewports[Int(PINFOLD_VIEW_FIELDS) * frame + Int(field)]
      return number.isNaN ? value : number
    }
    var viewport = Viewport(
      center: Coordinate(
        longitude: number(PINFOLD_VIEW_X, else: 0), latitude: number(PINFOLD_VIEW_Y, else: 0)),
      zoom: number(PINFOLD_VIEW_ZOOM, else: 0))
    viewport.width = number(PINFOLD_VIEW_WIDTH, else: viewport.width)
    viewport.height = number(PINFOLD_VIEW_HEIGHT, else: viewport.height)
    viewport.tileSize = number(PINFOLD_VIEW_TILE_SIZE, else: viewport.tileSize)
    viewport.margin = number(PINFOLD_VIEW_MARGIN, else: viewport.margin)
    viewport.bearing = number(PINFOLD_VIEW_BEARING, else: viewport.bearing)
    viewport.clip = number(PINFOLD_VIEW_CLIP, else: 0) == 1 ? .markers : .members
    do { return try ProjectedView(viewport, on: points.projection) } catch {
      throw .badFrames(source, path: path + ".viewport", reason: "\(error)")
    }
  }

  private mutating func members(of cluster: Int, _ path: String) throws(DataError) -> [UInt32] {
    let range = columns.memberEnds.range(endingAt: cluster)
    var members: [UInt32] = []
    members.reserveCapacity(range.count)
    for member in range {
      membersRead += 1
      if membersRead & 0xFFF == 0 { try context.checkReading() }
      let id = id(of: member)
      func fail(_ reason: String) -> DataError {
        .badFrames(source, path: "\(path).members[\(member - range.lowerBound)]", reason: reason)
      }
      guard let point = points.index(of: id) else {
        throw fail("no point has the id \(shown(id))\(hint(for: id))")
      }
      guard listedBy[point] != cluster else { throw fail("the cluster lists \(shown(id)) twice") }
      listedBy[point] = Int32(cluster)
      members.append(UInt32(point))
    }
    return members
  }

  private func id(of member: Int) -> PointID {
    let payload = Int(columns.payloads[member])
    return columns.areTexts[member] == 0 ? .integer(Int64(payload)) : .text(columns.text(payload))
  }

  private func shown(_ id: PointID) -> String {
    switch id {
    case .integer(let number): "\(number)"
    case .text(let text): "'\(text.onOneLine())'"
    }
  }

  /// A hint at an id of another type, which is easily lost on the way.
  private func hint(for id: PointID) -> String {
    let other: PointID? =
      switch id {
      case .integer(let number): .text(String(number))
      case .text(let text): Int64(text).map { .integer($0) }
      }
    guard let other, points.index(of: other) != nil else { return "" }
    return "; \(shown(other)) there is: numbers and texts are different ids"
  }
}

/// A frame as a file declares it; another program may have written it.
package struct DeclaredFrame: Sendable {
  /// The clusters, their members and the positions of their markers.
  package var frame: Frame

  /// The declared number of points of each cluster, which may differ from that of its members; the number of
  /// members where none is declared.
  package var counts: [Int]

  /// The declared radius of each marker in screen points; nil where none is.
  package var radii: [Double?]
}
