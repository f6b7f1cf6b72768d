internal import CSimdjson

/// Reads JSON of points by simdjson, and has the columns of what it read.
@safe
final class JSONParser {
  private let json: OpaquePointer

  /// Makes a reader of the named columns, or of all, and perhaps of lines and polygons; nil if memory is out.
  init?(columns names: [String] = [], all: Bool = false, paths: Bool = false) {
    guard let json = unsafe pinfold_json_new() else { return nil }
    unsafe self.json = json
    for name in names {
      guard name.withView({ unsafe pinfold_json_want(json, $0.start, $0.count) }) else { return nil }
    }
    if all { unsafe pinfold_json_want_all(json) }
    if paths { unsafe pinfold_json_want_paths(json) }
  }

  deinit { unsafe pinfold_json_free(json) }

  func limitRecords(to most: Int) { unsafe pinfold_json_limit_records(json, most) }

  /// Adds the rows of a document; returns `PINFOLD_JSON_DONE`, or why it fails. With `asRecord` a failure
  /// adds one malformed row.
  func read(_ buffer: ByteBuffer, _ document: Range<Int>, asRecord: Bool, errorOffset: inout Int) -> Int {
    Int(
      unsafe pinfold_json_read(
        json, buffer.start, document.lowerBound, document.count, asRecord, &errorOffset))
  }

  func room(for count: Int) -> Room<UInt8>? {
    unsafe pinfold_json_room(json, count).map { unsafe Room(start: $0, count: count) }
  }

  /// Adds the rows of the features that begin the room, which is at an offset of the text. Returns
  /// `PINFOLD_JSON_DONE` for one feature or more and nothing else.
  func readFeatures(at offset: Int, _ length: Int) -> Int {
    Int(unsafe pinfold_json_read_features(json, offset, length))
  }

  func hasList(at offset: Int) -> Bool { unsafe pinfold_json_has_list(json, offset) }

  var systems: [String] {
    (0..<(unsafe pinfold_json_system_count(json))).map { index in
      var length = 0
      let start = unsafe pinfold_json_system(json, index, &length)
      return unsafe Bytes(raw: start, count: length).text
    }
  }

  var reason: String { unsafe String(cString: pinfold_json_reason(json)) }

  func forgetRows() { unsafe pinfold_json_forget_rows(json) }

  var rows: Rows { unsafe Rows(rows: pinfold_json_rows(json)) }

  func column(_ index: Int) -> JSONColumn { unsafe JSONColumn(column: pinfold_json_column(json, index)) }

  var paths: (paths: MemoryView<PinfoldJSONPath>, coordinates: MemoryView<Double>) {
    let paths = unsafe pinfold_json_paths(json)
    let count = unsafe paths.count
    let list = unsafe MemoryView(start: paths.paths, count: count)
    return unsafe (list, MemoryView(start: paths.coordinates, count: Int(list.last?.end ?? 0)))
  }

  @safe
  struct Rows {
    fileprivate let rows: PinfoldJSONRows

    var count: Int { unsafe rows.count }
    var columnCount: Int { unsafe rows.columnCount }
    var isGeometry: Bool { unsafe rows.geometry }
    var isArrays: Bool { unsafe rows.arrays }
    var hasEscapes: Bool { unsafe rows.escapes }

    /// The geometries that are left out as their feature has one already, and the row of the first.
    var geometryRepeats: (count: Int, row: Int) { unsafe (rows.geometryRepeats, rows.geometryRepeatRow) }
    var x: MemoryView<Double> { unsafe MemoryView(start: rows.x, count: count) }
    var y: MemoryView<Double> { unsafe MemoryView(start: rows.y, count: count) }
    var status: Bytes { unsafe Bytes(start: rows.status, count: count) }
    var offsets: MemoryView<Int> { unsafe integers(rows.offsets) }
    var features: MemoryView<Int> { unsafe integers(rows.features) }

    private func integers(_ start: UnsafePointer<UInt64>?) -> MemoryView<Int> {
      unsafe MemoryView(start: UnsafeRawPointer(start)?.assumingMemoryBound(to: Int.self), count: count)
    }
  }
}

/// The cells of a column, or the values of a tree, in order.
@safe
struct JSONColumn {
  fileprivate let column: PinfoldJSONColumn

  var name: Bytes { unsafe Bytes(raw: column.name, count: column.nameLength) }
  var isSeen: Bool { unsafe column.seen }
  var isWanted: Bool { unsafe column.wanted }

  /// The values that are left out as their row has one already, and the row of the first.
  var repeats: (count: Int, row: Int) { unsafe (column.repeats, column.repeatRow) }
  var cells: MemoryView<PinfoldJSONCell> { unsafe MemoryView(start: column.cells, count: column.count) }
  var text: Bytes { unsafe Bytes(raw: column.text, count: column.textLength) }

  /// The range of a text among those of the column.
  @inline(__always)
  func textRange(_ ordinal: UInt64) -> Range<Int> {
    unsafe MemoryView(start: column.textEnds, count: column.textCount).range(endingAt: Int(ordinal))
  }
}

extension MemoryView<UInt64> {
  /// The range of one of several that follow each other, of which these are the ends.
  @inline(__always)
  func range(endingAt index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(self[index - 1]))..<Int(self[index])
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
  var nodes: JSONColumn { unsafe JSONColumn(column: pinfold_json_tree_nodes(tree)) }

  var offsets: MemoryView<UInt64> {
    unsafe MemoryView(start: pinfold_json_tree_offsets(tree), count: nodes.cells.count)
  }
}

/// Frames of JSON as columns: clusters one after another, then their members.
@safe
final class JSONFrames {
  private let frames: OpaquePointer
  private let columns: PinfoldFrameColumns

  /// Reads a document from an offset on; fails if memory is out.
  init?(_ buffer: ByteBuffer, from origin: Int, planar: Bool) {
    guard let frames = unsafe pinfold_frames_read(buffer.start + origin, buffer.count - origin, planar) else {
      return nil
    }
    unsafe (self.frames, columns) = (frames, pinfold_frames_columns(frames))
  }

  deinit { unsafe pinfold_frames_free(frames) }

  /// `PINFOLD_FRAMES_DONE`, or why reading failed: the reason, its path in the document, its offset in bytes.
  var status: Int { Int(unsafe pinfold_frames_status(frames)) }
  var reason: String { unsafe String(cString: pinfold_frames_reason(frames)) }
  var path: String { unsafe String(cString: pinfold_frames_path(frames)) }
  var errorOffset: Int { unsafe pinfold_frames_offset(frames) }

  var isList: Bool { unsafe columns.list }
  private var clusters: Int { unsafe columns.clusterCount }
  private var members: Int { unsafe columns.memberCount }

  /// `PINFOLD_VIEW_FIELDS` numbers for each frame; NaN where it has none.
  var viewports: MemoryView<Double> {
    unsafe MemoryView(start: columns.viewports, count: columns.frameCount * Int(PINFOLD_VIEW_FIELDS))
  }

  /// Where the clusters of each frame end, and the members of each cluster.
  var clusterEnds: MemoryView<UInt64> {
    unsafe MemoryView(start: columns.clusterEnds, count: columns.frameCount)
  }
  var memberEnds: MemoryView<UInt64> { unsafe MemoryView(start: columns.memberEnds, count: clusters) }

  /// The x and y of each cluster.
  var places: MemoryView<Double> { unsafe MemoryView(start: columns.places, count: 2 * clusters) }
  var radii: MemoryView<Double> { unsafe MemoryView(start: columns.radii, count: clusters) }
  var counts: MemoryView<Int64> { unsafe MemoryView(start: columns.counts, count: clusters) }
  var hidden: Bytes { unsafe Bytes(start: columns.hidden, count: clusters) }

  /// Whether the id of each member is a text, and its number or the number of its text.
  var areTexts: Bytes { unsafe Bytes(start: columns.texts, count: members) }
  var payloads: MemoryView<Int64> { unsafe MemoryView(start: columns.payloads, count: members) }

  func text(_ ordinal: Int) -> String {
    let ends = unsafe MemoryView(start: columns.textEnds, count: columns.textCount)
    let range = ends.range(endingAt: ordinal)
    return unsafe Bytes(raw: columns.text, count: range.upperBound).part(range).text
  }
}
