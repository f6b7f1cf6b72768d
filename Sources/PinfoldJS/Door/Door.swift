// The functions that JavaScript calls, in one module with the files of `Pinfold`. Numbers go in and out as
// columns of doubles in the module's memory; ids of clusters have 53 bits, which a JavaScript number
// represents exactly.

/// A map, and the frame that it answered last.
private final class Session {
  var map: ClusterMap
  var frame: Frame?

  init(_ map: ClusterMap) { self.map = map }
}

// What the last call answered: records of doubles, or the message of an error.
nonisolated(unsafe) private let answer = Answer<Double>()
nonisolated(unsafe) private let message = Answer<UInt8>()

/// The result of a call that failed.
private let failed: Int32 = -1

// MARK: Memory

/// Values in memory that stays where it is until the next call.
private final class Answer<Value: BitwiseCopyable> {
  private(set) var memory = UnsafeMutableBufferPointer<Value>.allocate(capacity: 1024)
  private(set) var count = 0

  func clear() { count = 0 }

  func append(_ value: Value) {
    if count == memory.count { grow() }
    unsafe memory[count] = value
    count += 1
  }

  /// Appends a record.
  func append(_ values: (Value, Value, Value, Value, Value)) {
    if count + 5 > memory.count { grow() }
    unsafe (memory[count], memory[count + 1], memory[count + 2]) = (values.0, values.1, values.2)
    unsafe (memory[count + 3], memory[count + 4]) = (values.3, values.4)
    count += 5
  }

  private func grow() {
    let larger = unsafe UnsafeMutableBufferPointer<Value>.allocate(capacity: 2 * memory.count)
    _ = unsafe larger.update(fromContentsOf: memory)
    unsafe memory.deallocate()
    unsafe memory = larger
  }
}

/// Room for some doubles.
@_cdecl("pinfold_room")
public func room(_ count: Int32) -> UnsafeMutablePointer<Double> {
  unsafe UnsafeMutablePointer<Double>.allocate(capacity: max(1, Int(count)))
}

@_cdecl("pinfold_leave")
public func leave(_ room: UnsafeMutablePointer<Double>) { unsafe room.deallocate() }

@_cdecl("pinfold_answer")
public func answerStart() -> UnsafeMutablePointer<Double>? { unsafe answer.memory.baseAddress }

@_cdecl("pinfold_message")
public func messageStart() -> UnsafeMutablePointer<UInt8>? { unsafe message.memory.baseAddress }

@_cdecl("pinfold_message_length")
public func messageLength() -> Int32 { unsafe Int32(message.count) }

private func column(_ start: UnsafePointer<Double>?, _ count: Int32) -> [Double] {
  guard let start = unsafe start else { return [] }
  return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
}

/// Runs a call, and keeps the message of an error.
private func attempt(_ body: () throws(ClusteringError) -> Int32) -> Int32 {
  do throws(ClusteringError) { return try body() } catch { return fail(error.description) }
}

private func fail(_ text: String) -> Int32 {
  unsafe message.clear()
  for byte in text.utf8 { unsafe message.append(byte) }
  return failed
}

// MARK: Maps

/// Builds a map by the strategy that was set last, with the parameters of the package's `strategies.js` in
/// their order.
///
/// - Parameter keys: the ids of the points, whole numbers that are not negative; nil for numbers from 0 on.
/// - Returns: the session's address, or −1.
@_cdecl("pinfold_build")
public func build(
  _ count: Int32, _ longitudes: UnsafePointer<Double>?, _ latitudes: UnsafePointer<Double>?,
  _ keys: UnsafePointer<Double>?
) -> Int32 {
  attempt { () throws(ClusteringError) in
    let ids =
      unsafe keys == nil ? (0..<Int64(count)).map { $0 } : unsafe column(keys, count).map { Int64($0) }
    let columns = PointColumns(
      longitude: unsafe column(longitudes, count), latitude: unsafe column(latitudes, count),
      ids: .integers(ids))
    let points: PointSet
    do throws(PointSetError) { points = try PointSet(columns) } catch { throw .points(error) }
    guard let strategy = unsafe strategy else { return fail("no strategy is set") }
    let map = try Clusterer(strategy).build(points)
    return Int32(bitPattern: UInt32(UInt(bitPattern: unsafe Unmanaged.passRetained(Session(map)).toOpaque())))
  }
}

@_cdecl("pinfold_end")
public func end(_ session: UnsafeMutableRawPointer) {
  unsafe Unmanaged<Session>.fromOpaque(session).release()
}

private func at(_ session: UnsafeMutableRawPointer) -> Session {
  unsafe Unmanaged<Session>.fromOpaque(session).takeUnretainedValue()
}

// MARK: Strategies

// A function each, so that a module that does not export one has no code of its strategy either.

/// The strategy of the next map.
nonisolated(unsafe) private var strategy: AnyStrategy?

@_cdecl("pinfold_strategy_radius")
public func useRadius(_ values: UnsafePointer<Double>) {
  var radius = unsafe RadiusStrategy(
    radius: values[0], extent: values[1], minZoom: Int(values[2]), maxZoom: Int(values[3]),
    minPoints: Int(values[4]), order: values[6] == 0 ? .canonical : .input)
  unsafe radius.levelsPerZoom = Int(values[5])
  unsafe strategy = AnyStrategy(radius)
}

@_cdecl("pinfold_strategy_grid")
public func useGrid(_ values: UnsafePointer<Double>) {
  unsafe strategy = AnyStrategy(GridStrategy(cellSize: values[0]))
}

@_cdecl("pinfold_strategy_quadtree")
public func useQuadtree(_ values: UnsafePointer<Double>) {
  unsafe strategy = AnyStrategy(QuadtreeStrategy(cellSize: values[0], capacity: Int(values[1])))
}

@_cdecl("pinfold_strategy_pca")
public func usePCA(_ values: UnsafePointer<Double>) {
  unsafe strategy = AnyStrategy(PCAStrategy(budget: Int(values[0])))
}

@_cdecl("pinfold_strategy_kmeans")
public func useKMeans(_ values: UnsafePointer<Double>) {
  unsafe strategy = AnyStrategy(KMeansStrategy(k: Int(values[0]), seed: Int(values[1])))
}

@_cdecl("pinfold_strategy_separate")
public func useSeparate(_ values: UnsafePointer<Double>) {
  var separate = unsafe SeparateStrategy(.circle, padding: ScreenSize(values[0]))
  unsafe separate.separation.smallest = ScreenSize(values[1])
  unsafe separate.separation.largest = ScreenSize(values[2])
  unsafe separate.separation.saturation = Int(values[3])
  unsafe strategy = AnyStrategy(separate)
}

@_cdecl("pinfold_strategy_none")
public func useNone(_ values: UnsafePointer<Double>) { unsafe strategy = AnyStrategy(NoneStrategy()) }

// MARK: Queries

/// The markers in a box.
@_cdecl("pinfold_clusters")
public func clusters(
  _ session: UnsafeMutableRawPointer, _ west: Double, _ south: Double, _ east: Double, _ north: Double,
  _ zoom: Double
) -> Int32 {
  let session = unsafe at(session)
  return attempt { () throws(ClusteringError) in
    let box = CoordinateBounds(west: west, south: south, east: east, north: north)
    let points = session.map.points
    unsafe answer.clear()
    // The ids of nodes are found without a frame.
    let isDone = try session.map.forEachNode(in: box, zoom: zoom) { node, first, place in
      let count = node.count
      append(count == 1 ? nil : node.id, place, count, point: first, of: points)
    }
    if isDone { return answered() }
    let (frame, markers) = try session.map.markers(in: box, zoom: zoom)
    session.frame = frame
    for marker in markers {
      append(marker.id, marker.coordinate, marker.count, point: marker.point, of: points)
    }
    return answered()
  }
}

/// Appends a record: the id, degrees east and north, the number of points, and the only point's row or −1.
/// Rows are those of the columns of `build`, which edits continue as JavaScript does.
///
/// - Parameters:
///   - id: nil for that of a point, which JavaScript does not read.
///   - point: not read where there are several.
private func append(_ id: ClusterID?, _ place: Coordinate, _ count: Int, point: Int?, of points: PointSet) {
  let row = if count == 1, let point { Double(points.row(point)) } else { -1.0 }
  let number = id.map { Double($0.bits >> 11) } ?? -1
  unsafe answer.append((number, place.longitude, place.latitude, Double(count), row))
}

/// The number of records.
private func answered() -> Int32 { unsafe Int32(answer.count / 5) }

private func append(_ frame: Frame) {
  let ids = frame.ids
  for cluster in 0..<frame.count {
    let count = frame.memberCount(of: cluster)
    append(
      ids[cluster], frame.unwoundCoordinate(of: cluster), count,
      point: count == 1 ? frame.members(of: cluster).first : nil, of: frame.points)
  }
}

/// A cluster that JavaScript names by its id.
private enum Found {
  case node(HierarchyNode, any ClusterHierarchy)
  case cluster(Int, Frame)

  /// Looks an id up in the hierarchy and, where that has no such node, in the last frame: beyond the deepest
  /// zoom, coincident points may be together that no node has.
  init?(_ id: Double, in session: Session) {
    guard id >= 0, id < 0x1p53, id == id.rounded() else { return nil }
    let id = ClusterID(bits: UInt64(id) << 11)
    if let hierarchy = session.map.index.hierarchy, let node = hierarchy.node(of: id) {
      self = .node(node, hierarchy)
      return
    }
    guard let frame = session.frame, let cluster = frame.ids.firstIndex(of: id) else { return nil }
    self = .cluster(cluster, frame)
  }
}

private let unknown = "No cluster with the specified id."

/// What a cluster splits into.
@_cdecl("pinfold_children")
public func children(_ session: UnsafeMutableRawPointer, _ id: Double) -> Int32 {
  let session = unsafe at(session)
  return attempt { () throws(ClusteringError) in
    unsafe answer.clear()
    switch Found(id, in: session) {
    case .node(let node, let hierarchy):
      let points = session.map.points
      for child in hierarchy.children(of: node) {
        let point = child.count == 1 ? child.members(limit: 1).first : nil
        let place = point.map { points.coordinate($0) } ?? points.projection.unproject(child.position)
        append(child.id, place.unwound(on: points.projection), child.count, point: point, of: points)
      }
    case .cluster(let cluster, let frame):
      if let children = try session.map.expansion(of: cluster, in: frame) {
        append(children)
        session.frame = children
      }
    case nil: return fail(unknown)
    }
    return answered()
  }
}

/// The rows of a cluster's points, page by page.
@_cdecl("pinfold_leaves")
public func leaves(_ session: UnsafeMutableRawPointer, _ id: Double, _ limit: Int32, _ offset: Int32) -> Int32
{
  let session = unsafe at(session)
  let members: [Int]
  switch Found(id, in: session) {
  case .node(let node, _): members = node.members(limit: Int(limit), offset: Int(offset))
  case .cluster(let cluster, let frame):
    members = Array(frame.members(of: cluster).dropFirst(max(0, Int(offset))).prefix(max(0, Int(limit))))
  case nil: return fail(unknown)
  }
  let points = session.map.points
  unsafe answer.clear()
  for point in members { unsafe answer.append(Double(points.row(point))) }
  return Int32(members.count)
}

/// The zoom at which a cluster splits, as the only record; infinite for what never does.
@_cdecl("pinfold_expansion_zoom")
public func expansionZoom(_ session: UnsafeMutableRawPointer, _ id: Double) -> Int32 {
  let session = unsafe at(session)
  return attempt { () throws(ClusteringError) in
    let zoom: Double?
    switch Found(id, in: session) {
    case .node(let node, let hierarchy): zoom = hierarchy.expansionZoom(of: node)
    case .cluster(let cluster, let frame): zoom = try session.map.expansionZoom(of: cluster, in: frame)
    case nil: return fail(unknown)
    }
    unsafe answer.clear()
    unsafe answer.append(zoom ?? .infinity)
    return 1
  }
}

/// The markers of a tile, each as in a box, but with columns and rows of the tile for degrees.
@_cdecl("pinfold_tile")
public func tile(
  _ session: UnsafeMutableRawPointer, _ zoom: Int32, _ x: Int32, _ y: Int32, _ extent: Double,
  _ buffer: Double
) -> Int32 {
  let session = unsafe at(session)
  return attempt { () throws(ClusteringError) in
    unsafe answer.clear()
    guard
      let tile = try session.map.tile(zoom: Int(zoom), x: Int(x), y: Int(y), extent: extent, buffer: buffer)
    else { return 0 }
    session.frame = tile.frame
    let ids = tile.frame.ids
    for marker in tile.markers {
      let count = tile.frame.memberCount(of: marker.cluster)
      append(
        ids[marker.cluster], Coordinate(longitude: marker.x, latitude: marker.y), count,
        point: count == 1 ? tile.frame.members(of: marker.cluster).first : nil, of: tile.frame.points)
    }
    return Int32(tile.markers.count)
  }
}

// MARK: Edits

/// Adds, removes or moves points, by `kind` 0, 1 or 2.
@_cdecl("pinfold_edit")
public func edit(
  _ session: UnsafeMutableRawPointer, _ kind: Int32, _ count: Int32, _ numbers: UnsafePointer<Double>?,
  _ longitudes: UnsafePointer<Double>?, _ latitudes: UnsafePointer<Double>?
) -> Int32 {
  let session = unsafe at(session)
  return attempt { () throws(ClusteringError) in
    let ids = unsafe column(numbers, count).map { Int64($0) }
    let (east, north) = unsafe (column(longitudes, count), column(latitudes, count))
    switch kind {
    case 0: try session.map.insert(PointColumns(longitude: east, latitude: north, ids: .integers(ids)))
    case 1: try session.map.remove(ids.map { .integer($0) })
    default:
      try session.map.move(
        ids.indices.map { (.integer(ids[$0]), Coordinate(longitude: east[$0], latitude: north[$0])) })
    }
    session.frame = nil
    return count
  }
}
