import Pinfold

/// A zip archive ([APPNOTE 6.3](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT)), of which one
/// member is unpacked: the placemarks of KMZ, the stops of a GTFS feed, a Shapefile, or the only table.
///
/// The list at the end of the archive is what counts, as for other programs. Members that are encrypted, or
/// packed by anything but deflate, and archives past 4 GB are refused.
struct ZipArchive {
  struct Member {
    let name: String
    fileprivate let isEncrypted: Bool
    fileprivate let method: UInt16
    fileprivate let checksum: UInt32
    fileprivate let packed: Int
    fileprivate let size: Int
    fileprivate let header: Int

    /// Whether a name is that of the member, with or without folders.
    func isNamed(_ name: String?) -> Bool {
      name.map { $0 == self.name || $0.lowercased() == shortName } ?? false
    }

    /// The name without folders, in lower case.
    fileprivate var shortName: String { name.split(separator: "/").last.map { $0.lowercased() } ?? "" }

    /// The ending of the name, without its dot and in lower case.
    var ending: String {
      let name = shortName
      return name.lastIndex(of: ".").map { String(name[$0...].dropFirst()) } ?? ""
    }
  }

  private let members: [Member]
  private let buffer: ByteBuffer
  private let request: ReadRequest

  static let beginning: [UInt8] = [0x50, 0x4B, 3, 4]

  static func isZip(_ bytes: Bytes) -> Bool { bytes.starts(with: beginning) }

  /// Endings of names whose content is read here.
  private static let endings: Set<String> = [
    "csv", "tsv", "tab", "txt", "dat", "json", "geojson", "geojsonl", "geojsons", "ndjson", "jsonl",
    "topojson", "kml", "gpx", "fgb", "shp",
  ]

  /// Reads the list of members.
  init(_ buffer: ByteBuffer, _ request: ReadRequest) throws(DataError) {
    (self.buffer, self.request) = (buffer, request)
    guard let list = Self.list(in: buffer.bytes) else {
      throw request.damagedZip("it ends without a list of its members; fetch or pack it again")
    }
    var reader = ByteReader(buffer.bytes.part(list.range))
    var members: [Member] = []
    for _ in 0..<list.count {
      guard let member = Self.member(&reader) else {
        throw request.damagedZip("the list of its members ends after \(counted(members.count, "member"))")
      }
      members.append(member)
    }
    self.members = members
  }

  /// The member to read: the one that `--layer` names, the stops of GTFS, `doc.kml`, or the only one in a
  /// format of points; nil where no member is in one.
  ///
  /// - Throws: ``DataError/severalLayers(_:layers:)`` where several are.
  func chosen() throws(DataError) -> Member? {
    let readable = members.filter(isReadable)
    let layer = request.options.layer
    if let named = readable.first(where: { $0.name == layer }) ?? readable.first(where: { $0.isNamed(layer) })
    {
      return named
    }
    if let stops = readable.first(where: { $0.shortName == "stops.txt" }) { return stops }
    let placemarks = readable.filter { $0.ending == "kml" }
    if let first = placemarks.first { return placemarks.first { $0.shortName == "doc.kml" } ?? first }
    // Text files next to data usually describe them.
    let data = readable.filter { $0.ending != "txt" }
    let left = data.isEmpty ? readable : data
    guard left.count > 1 else { return left.first }
    if let layer { throw .unknownLayer(request.source, name: layer, layers: left.map(\.name)) }
    throw .severalLayers(request.source, layers: left.map(\.name))
  }

  /// The names of members that could be read instead of one; nil for none.
  func others(than member: Member) -> String? {
    let names = members.filter { isReadable($0) && $0.name != member.name }.map {
      "'\($0.name.onOneLine(limit: 40))'"
    }
    if names.isEmpty { return nil }
    return names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
  }

  private func isReadable(_ member: Member) -> Bool {
    Self.endings.contains(member.ending) && !member.shortName.hasPrefix(".")
      && !member.name.hasPrefix("__MACOSX/")
  }

  /// The members of the same name as a Shapefile's, but for the ending.
  func companions(of member: Member) throws(DataError) -> ShapefileReader.Companions {
    try ShapefileReader.Companions { (ending) throws(DataError) in
      let name = (member.name.dropLast(3) + ending).lowercased()
      guard let found = members.first(where: { $0.name.lowercased() == name }) else { return nil }
      return try unpacked(found)
    }
  }

  /// The content of a member.
  ///
  /// - Throws: ``DataError/tooLarge(_:reason:)`` past the limit of the options, and
  ///   ``DataError/damaged(_:format:reason:)``.
  func unpacked(_ member: Member) throws(DataError) -> ByteBuffer {
    let name = member.name.onOneLine(limit: 40)
    guard !member.isEncrypted else { throw request.damagedZip("'\(name)' is encrypted; unpack it first") }
    var reader = ByteReader(buffer.bytes, at: member.header)
    guard reader.integer(UInt32.self) == 0x0403_4B50, reader.take(22) != nil,
      let nameLength = reader.integer(UInt16.self), let extra = reader.integer(UInt16.self),
      reader.take(Int(nameLength) + Int(extra)) != nil, let packed = reader.take(member.packed)
    else { throw request.damagedZip("'\(name)' is not where the list says") }
    let megabytes = request.options.maxUnpacked
    guard member.size <= min(megabytes, Int.max >> 21) << 20 else {
      throw Inflation.tooLarge(request.source, megabytes)
    }
    let content: ByteBuffer
    switch member.method {
    case 0:
      guard let copy = ByteBuffer(Array(packed)) else { throw .outOfMemory(request.source) }
      content = copy
    case 8:
      content = try Inflation.unpacked(
        packed, as: .deflate, megabytes: megabytes, source: request.source
      ) { reason in request.damagedZip("'\(name)'" + (reason.map { ": \($0)" } ?? " is cut short")) }
    default:
      throw request.damagedZip(
        "'\(name)' is packed by method \(member.method); unpack it with another program")
    }
    guard content.count == member.size, Inflation.checksum(content.bytes) == member.checksum else {
      throw request.damagedZip("'\(name)' is not what its checksum says; fetch or pack it again")
    }
    return content
  }

  /// What the list says that all members have unpacked, in bytes.
  var unpackedSize: Int { members.reduce(0) { $0 + $1.size } }

  /// All members that are no folders.
  func files() throws(DataError) -> [FileArchive.File] {
    var files: [FileArchive.File] = []
    for member in members where !member.name.hasSuffix("/") {
      files.append(FileArchive.File(name: member.name, content: try unpacked(member).array))
    }
    return files
  }

  // MARK: The list

  /// Where the list of members is, and how long, by the record at the end, which a comment may follow.
  private static func list(in bytes: Bytes) -> (range: Range<Int>, count: Int)? {
    let size = 22
    guard bytes.count >= size else { return nil }
    let first = max(0, bytes.count - size - 0xFFFF)
    for start in stride(from: bytes.count - size, through: first, by: -1)
    where bytes.number(at: start, as: UInt32.self) == 0x0605_4B50 {
      var reader = ByteReader(bytes, at: start + 10)
      guard let count = reader.integer(UInt16.self), let length = reader.count(), let offset = reader.count(),
        let comment = reader.integer(UInt16.self), start + size + Int(comment) <= bytes.count,
        offset <= start, length <= start - offset
      else { continue }
      return (offset..<offset + length, Int(count))
    }
    return nil
  }

  private static func member(_ reader: inout ByteReader) -> Member? {
    guard reader.integer(UInt32.self) == 0x0201_4B50, reader.take(4) != nil,
      let flags = reader.integer(UInt16.self), let method = reader.integer(UInt16.self),
      reader.take(4) != nil, let checksum = reader.integer(UInt32.self), let packed = reader.count(),
      let size = reader.count(), let nameLength = reader.integer(UInt16.self),
      let extra = reader.integer(UInt16.self), let comment = reader.integer(UInt16.self),
      reader.take(8) != nil, let header = reader.count(), let name = reader.take(Int(nameLength)),
      reader.take(Int(extra) + Int(comment)) != nil
    else { return nil }
    return Member(
      name: name.text, isEncrypted: flags & 1 != 0, method: method, checksum: checksum, packed: packed,
      size: size, header: header)
  }
}

extension ReadRequest {
  fileprivate func damagedZip(_ reason: String) -> DataError {
    .damaged(source, format: "zip archive", reason: reason)
  }
}
