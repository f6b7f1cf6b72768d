internal import CSimdjson

/// Reads JSON of points by simdjson, and has the columns of what it read.
@safe
final class JSONParser {
  private let json: OpaquePointer

  init?() {
    guard let json = unsafe pinfold_json_new() else { return nil }
    unsafe self.json = json
  }

  deinit { unsafe pinfold_json_free(json) }

  /// Keeps the cells of columns of a name; false if memory is out.
  func want(_ name: String) -> Bool {
    name.withView { unsafe pinfold_json_want(json, $0.start, $0.count) }
  }

  func wantAll() { unsafe pinfold_json_want_all(json) }

  func wantPaths() { unsafe pinfold_json_want_paths(json) }

  /// Sets the most records that are not GeoJSON to read.
  func limitRecords(to most: Int) { unsafe pinfold_json_limit_records(json, most) }

  /// Adds the rows of a document; returns `PINFOLD_JSON_DONE`, or why it fails. With `asRecord` a failure
  /// adds one malformed row.
  func read(_ buffer: ByteBuffer, _ document: Range<Int>, asRecord: Bool, errorOffset: inout Int) -> Int {
    Int(
      unsafe pinfold_json_read(
        json, buffer.start, document.lowerBound, document.count, asRecord, &errorOffset))
  }

  /// Room for a part of a collection's list; nil if memory is out.
  func room(for count: Int) -> Room<UInt8>? {
    unsafe pinfold_json_room(json, count).map { unsafe Room(start: $0, count: count) }
  }

  /// Adds the rows of the features that begin the room, which is at an offset of the text. Returns
  /// `PINFOLD_JSON_DONE` for one feature or more and nothing else.
  func readFeatures(at offset: Int, _ length: Int) -> Int {
    Int(unsafe pinfold_json_read_features(json, offset, length))
  }

  /// Whether what was read has just one list of features, at an offset.
  func hasList(at offset: Int) -> Bool { unsafe pinfold_json_has_list(json, offset) }

  var systems: [String] {
    (0..<(unsafe pinfold_json_system_count(json))).map { index in
      var length = 0
      let start = unsafe pinfold_json_system(json, index, &length)
      return unsafe Bytes(raw: start, count: length).text
    }
  }

  var reason: String { unsafe String(cString: pinfold_json_reason(json)) }

  /// Removes the rows that were read.
  func forgetRows() { unsafe pinfold_json_forget_rows(json) }

  var rows: Rows { unsafe Rows(pinfold_json_rows(json)) }

  /// A column of the rows that were read; the first has the ids of features.
  func column(_ index: Int) -> JSONColumn { unsafe JSONColumn(pinfold_json_column(json, index)) }

  /// The lines and rings of the rows that were read, and the x and y of their corners.
  var paths: (paths: View<PinfoldJSONPath>, coordinates: View<Double>) {
    let paths = unsafe pinfold_json_paths(json)
    let count = unsafe paths.count
    let list = unsafe View(start: paths.paths, count: count)
    return unsafe (list, View(start: paths.coordinates, count: Int(list.last?.end ?? 0)))
  }

  struct Rows {
    let x: View<Double>
    let y: View<Double>
    let status: Bytes
    let offsets: View<Int>
    let features: View<Int>
    let columnCount: Int
    let isGeometry: Bool
    let isArrays: Bool
    let hasEscapes: Bool

    var count: Int { x.count }

    fileprivate init(_ rows: PinfoldJSONRows) {
      func integers(_ start: UnsafePointer<UInt64>?) -> View<Int> {
        unsafe View(start: UnsafeRawPointer(start)?.assumingMemoryBound(to: Int.self), count: rows.count)
      }
      unsafe x = View(start: rows.x, count: rows.count)
      unsafe y = View(start: rows.y, count: rows.count)
      unsafe status = Bytes(start: rows.status, count: rows.count)
      unsafe offsets = integers(rows.offsets)
      unsafe features = integers(rows.features)
      unsafe (columnCount, isGeometry) = (rows.columnCount, rows.geometry)
      unsafe (isArrays, hasEscapes) = (rows.arrays, rows.escapes)
    }
  }
}

/// The cells of a column, or the values of a tree, in order.
struct JSONColumn {
  let name: Bytes
  let isSeen: Bool
  let isWanted: Bool
  let cells: View<PinfoldJSONCell>
  let text: Bytes
  private let textEnds: View<UInt64>

  fileprivate init(_ column: PinfoldJSONColumn) {
    unsafe name = Bytes(raw: column.name, count: column.nameLength)
    unsafe (isSeen, isWanted) = (column.seen, column.wanted)
    unsafe cells = View(start: column.cells, count: column.count)
    unsafe text = Bytes(raw: column.text, count: column.textLength)
    unsafe textEnds = View(start: column.textEnds, count: column.textCount)
  }

  /// The range of a text among those of the column.
  @inline(__always)
  func textRange(_ ordinal: UInt64) -> Range<Int> {
    let place = Int(ordinal)
    return (place == 0 ? 0 : Int(textEnds[place - 1]))..<Int(textEnds[place])
  }
}

/// A whole small document of JSON: its values one after another, each before its elements.
@safe
final class JSONTree {
  private let tree: OpaquePointer

  init?() {
    guard let tree = unsafe pinfold_json_tree_new() else { return nil }
    unsafe self.tree = tree
  }

  deinit { unsafe pinfold_json_tree_free(tree) }

  /// Reads an array or object, once; returns `PINFOLD_JSON_DONE`, or why it fails.
  func read(_ buffer: ByteBuffer, errorOffset: inout Int) -> Int {
    Int(unsafe pinfold_json_tree_read(tree, buffer.start, buffer.count, &errorOffset))
  }

  var reason: String { unsafe String(cString: pinfold_json_tree_reason(tree)) }
  var nodes: JSONColumn { unsafe JSONColumn(pinfold_json_tree_nodes(tree)) }

  /// Where each of them begins, in bytes.
  var offsets: View<UInt64> {
    unsafe View(start: pinfold_json_tree_offsets(tree), count: nodes.cells.count)
  }
}

/// Frames of JSON as columns: clusters one after another, then their members.
@safe
final class JSONFrames {
  private let frames: OpaquePointer

  let isList: Bool

  /// `PINFOLD_VIEW_FIELDS` numbers for each frame; NaN where it has none.
  let viewports: View<Double>

  /// Where the clusters of each frame end.
  let clusterEnds: View<UInt64>

  /// The x and y of each cluster.
  let places: View<Double>
  let radii: View<Double>
  let counts: View<Int64>
  let hidden: Bytes

  /// Where the members of each cluster end.
  let memberEnds: View<UInt64>

  /// Whether the id of each member is a text, and its number or the number of its text.
  let areTexts: Bytes
  let payloads: View<Int64>
  private let textEnds: View<UInt64>
  private let text: Bytes

  /// Reads a document from an offset on; fails if memory is out.
  init?(_ buffer: ByteBuffer, from origin: Int, planar: Bool) {
    guard let frames = unsafe pinfold_frames_read(buffer.start + origin, buffer.count - origin, planar) else {
      return nil
    }
    unsafe self.frames = frames
    let columns = unsafe pinfold_frames_columns(frames)
    let (clusters, members) = unsafe (columns.clusterCount, columns.memberCount)
    unsafe isList = columns.list
    unsafe viewports = View(
      start: columns.viewports, count: columns.frameCount * Int(PINFOLD_VIEW_FIELDS))
    unsafe clusterEnds = View(start: columns.clusterEnds, count: columns.frameCount)
    unsafe places = View(start: columns.places, count: 2 * clusters)
    unsafe radii = View(start: columns.radii, count: clusters)
    unsafe counts = View(start: columns.counts, count: clusters)
    unsafe hidden = Bytes(start: columns.hidden, count: clusters)
    unsafe memberEnds = View(start: columns.memberEnds, count: clusters)
    unsafe areTexts = Bytes(start: columns.texts, count: members)
    unsafe payloads = View(start: columns.payloads, count: members)
    unsafe textEnds = View(start: columns.textEnds, count: columns.textCount)
    unsafe text = Bytes(raw: columns.text, count: Int(textEnds.last ?? 0))
  }

  deinit { unsafe pinfold_frames_free(frames) }

  /// `PINFOLD_FRAMES_DONE`, or why reading failed: the reason, its path in the document, its offset in bytes.
  var status: Int { Int(unsafe pinfold_frames_status(frames)) }
  var reason: String { unsafe String(cString: pinfold_frames_reason(frames)) }
  var path: String { unsafe String(cString: pinfold_frames_path(frames)) }
  var errorOffset: Int { unsafe pinfold_frames_offset(frames) }

  func text(_ ordinal: Int) -> String {
    text.part((ordinal == 0 ? 0 : Int(textEnds[ordinal - 1]))..<Int(textEnds[ordinal])).text
  }
}
