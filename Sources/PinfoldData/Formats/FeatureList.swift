internal import CSimdjson

/// The list of features of a GeoJSON collection, which threads read in pieces that fit the processor's
/// caches.
///
/// Where a piece begins is a guess: at what looks like the start of the first feature. A wrong piece is no
/// list of features. Then, and wherever else something is odd, the document is read as a whole, which gives
/// the error and its place.
struct FeatureList: Sendable {
  private let text: InputBytes
  private let range: Range<Int>

  /// The beginning of the first feature, up to the name of its first member.
  private let mark: [UInt8]
  let systems: [String]

  /// Whether a line end in the list shows that a line is a document of its own.
  private let isOneLine: Bool

  /// So much is read at a time: what simdjson notes of it, as much again or twice, stays in the second cache.
  private static let pieceSize = 1 << 18
  private static let edgeSize = 1 << 16

  /// The list of the collection that a document is; nil where it begins or ends unlike most. With
  /// `isOneLine`, a line end in the list shows that it is no such document.
  init?(_ text: InputBytes, document: Range<Int>, isOneLine: Bool = false) {
    self.text = text
    self.isOneLine = isOneLine
    let name = Array("\"features\"".utf8)
    guard let head = text.bytes(document.prefix(Self.edgeSize)),
      let tail = text.bytes(document.suffix(Self.edgeSize)),
      let found = head[...].place(of: name),
      let open = Self.skip([UInt8(ascii: ":"), UInt8(ascii: "[")], from: found + name.count, in: head)
    else { return nil }
    var rest = tail[...]
    for bracket in [UInt8(ascii: "}"), UInt8(ascii: "]")] {
      while rest.last?.isBlank == true { rest.removeLast() }
      guard rest.popLast() == bracket else { return nil }
    }
    let end = document.upperBound - tail.count + rest.count
    guard end >= document.lowerBound + open,
      let mark = Self.mark(in: head[open...].prefix(end - document.lowerBound - open)),
      mark.count < Self.edgeSize / 4,
      let systems = Self.systems(ofCollection: head[..<open] + tail[rest.count...], listAt: open - 1)
    else { return nil }
    self.systems = systems
    range = document.lowerBound + open..<end
    self.mark = mark
  }

  var count: Int { range.count }

  /// The list of a file of JSON that holds a collection; nil as above, and for what may be another document.
  init?(of file: PiecewiseFile) {
    let input = InputBytes.file(file)
    guard let head = input.bytes(0..<min(file.count, Self.edgeSize)), let buffer = ByteBuffer(head),
      let isOneLine = JSONRecords.isOneLine(beginning: buffer),
      let tail = input.bytes(max(0, file.count - Self.edgeSize)..<file.count),
      let start = head.firstIndex(of: UInt8(ascii: "{")), let end = tail.lastIndex(where: { !$0.isBlank })
    else { return nil }
    self.init(input, document: start..<file.count - tail.count + end + 1, isOneLine: isOneLine)
  }

  /// Starts of parts of about one size, and the end: the byte before each is a bracket or a comma.
  func parts(_ count: Int) -> [Int] {
    var starts = [range.lowerBound]
    for part in 1..<max(1, count) {
      let cut = next(from: range.lowerBound + range.count * part / count)
      if let cut, cut > starts[starts.count - 1] { starts.append(cut) }
    }
    return starts + [range.upperBound + 1]
  }

  /// Reads a part piece by piece; `done` is called with the offset of each next piece.
  ///
  /// - Returns: `PINFOLD_JSON_DONE` if it is a list of features.
  func read(
    _ part: Range<Int>, into json: JSONParser, _ done: (Int) throws(DataError) -> Void
  ) throws(DataError) -> Int {
    let end = part.upperBound - 1
    var start = part.lowerBound
    var size = Self.pieceSize
    while start <= end {
      let count = min(size, end - start)
      guard let room = json.room(for: count) else { return PINFOLD_JSON_OUT_OF_MEMORY }
      guard text.copy(start..<start + count, to: room),
        !isOneLine || room.view.place(of: .lineFeed, in: 0..<count) == nil
      else { return PINFOLD_JSON_SYNTAX }
      var length = count
      if start + count < end {
        guard let comma = lastComma(in: room.view) else {
          size *= 2
          continue
        }
        length = comma
      }
      let code = json.readFeatures(at: start, length)
      if code != PINFOLD_JSON_DONE { return code }
      start += length + 1
      size = Self.pieceSize
      try done(start)
    }
    return PINFOLD_JSON_DONE
  }

  private func lastComma(in piece: Bytes) -> Int? {
    var place = piece.count - mark.count
    while place > 0 {
      if piece[place] == mark[0], piece[place...].starts(with: mark),
        let comma = Self.comma(before: place, in: piece[...])
      {
        return comma
      }
      place -= 1
    }
    return nil
  }

  /// The first place from an offset on at which a feature seems to begin, behind its comma.
  private func next(from offset: Int) -> Int? {
    var start = offset
    while start < range.upperBound,
      let bytes = text.bytes(start..<min(start + Self.edgeSize, range.upperBound))
    {
      var rest = bytes[...]
      while let found = rest.place(of: mark) {
        if let comma = Self.comma(before: found, in: rest) { return start + comma + 1 }
        rest = rest[(found + 1)...]
      }
      if start + bytes.count == range.upperBound { return nil }
      // A beginning may lie in both.
      start += bytes.count - 2 * mark.count
    }
    return nil
  }

  private static func comma<Bytes: RandomAccessCollection<UInt8>>(
    before place: Int, in bytes: Bytes
  ) -> Int? where Bytes.Index == Int {
    guard let last = bytes[..<place].lastIndex(where: { !$0.isBlank }) else { return nil }
    return bytes[last] == .comma ? last : nil
  }

  /// The beginning of the first feature: up to its first colon, and including its type if that is first.
  private static func mark(in list: ArraySlice<UInt8>) -> [UInt8]? {
    let all = Array(list)
    guard let start = all.firstIndex(where: { !$0.isBlank }),
      let name = skip([UInt8(ascii: "{"), .quote], from: start, in: all)
    else { return nil }
    let near = all[name...].prefix(64)
    guard let colon = near.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let type = Array("\"Feature\"".utf8)
    if all[name..<colon].starts(with: "type\"".utf8), let found = near.place(of: type) {
      return Array(all[start..<found + type.count])
    }
    return Array(all[start...colon])
  }

  /// The members `crs` of a document without what is in its list; nil unless it is a collection with this one
  /// list, which is empty.
  private static func systems(ofCollection shell: ArraySlice<UInt8>, listAt place: Int) -> [String]? {
    guard let text = ByteBuffer(Array(shell)), let json = JSONParser() else { return nil }
    var error = 0
    guard json.read(text, 0..<text.count, asRecord: false, errorOffset: &error) == PINFOLD_JSON_DONE,
      json.rows.count == 0, json.hasList(at: place)
    else { return nil }
    return json.systems
  }

  private static func skip(_ bytes: [UInt8], from start: Int, in text: [UInt8]) -> Int? {
    var rest = text[start...]
    for byte in bytes {
      rest = rest.drop(while: \.isBlank)
      guard rest.popFirst() == byte else { return nil }
    }
    return rest.startIndex
  }
}
