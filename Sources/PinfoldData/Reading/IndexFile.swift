package import Pinfold

/// A file of `pinfold index` or of a script's `index`: points with all their columns, and indexes over
/// them, mapped into memory rather than read.
///
/// The header and the table of sections are always checked. So are the contents, by digests, unless
/// ``ReadOptions/trusted`` leaves that out: a damaged file is refused. The format has a version, and a file
/// of another one is refused; indexes of another version of Pinfold are built again.
package struct IndexFile {
  package let points: PointSet
  package private(set) var report: DataReport

  private static let extent = "extent"
  private static let origin = "origin"

  static func isOne(_ head: some Collection<UInt8>) -> Bool { head.starts(with: SectionFile.magic) }

  /// Opens a file, or the bytes of one; nil for one in another format, and where the options select rows, so
  /// that points have to be sorted again.
  package init?(
    path: String, bytes: [UInt8]? = nil, _ options: ReadOptions, _ context: RunContext
  ) throws(DataError) {
    if options.selectsRows { return nil }
    let request = ReadRequest(options: options, source: Conversion.shown(path), context: context)
    try self.init(path: path, bytes: bytes, request)
  }

  init?(path: String = "", bytes: [UInt8]? = nil, _ request: ReadRequest) throws(DataError) {
    guard Self.isOne(bytes ?? readHead(path: path, count: SectionFile.magic.count)) else { return nil }
    let threads = request.context.threads
    report = DataReport(source: request.source, format: .index)
    do throws(SectionFileError) {
      let file =
        if let bytes {
          try SectionFile(bytes, threads: threads)
        } else {
          try SectionFile(path: path, checks: !request.options.trusted, threads: threads)
        }
      points = try PointSet(file)
      let numbers = try file.bytes(of: Self.extent).withView { $0.values() as [Double] }
      guard numbers.count == 6 else { throw .damaged(Self.extent) }
      report.extent = DataExtent(numbers[0...3], beyondMercator: Int(exactly: numbers[4]) ?? 0)
      report.rows = Int(exactly: numbers[5]) ?? points.count
      report.bytes = file.byteCount
      report.origin = String(decoding: try file.bytes(of: Self.origin), as: UTF8.self)
    } catch {
      throw error.inWords(request)
    }
    report.usable = points.count
    report.columns = points.attributeNames
    report.isPlanar = !points.projection.wraps
    try check(request)
  }

  /// Throws for options that are about other data, and for columns that the file does not have.
  private func check(_ request: ReadRequest) throws(DataError) {
    let (options, source) = (request.options, request.source)
    if let option = options.choices.lazy.compactMap({ $0.given }).first {
      throw .badOption(
        option, reason: "\(source) is an index, whose columns were chosen when it was made")
    }
    guard options.planar == report.isPlanar else {
      throw report.isPlanar
        ? .badOption(source, reason: "an index of points on a plane; say --planar")
        : .badOption("--planar", reason: "\(source) is an index of points on the globe")
    }
    for request in options.allRequests where report.column(named: request.name) == nil {
      throw .unknownColumn(source, name: request.name, option: request.option, columns: report.columns)
    }
  }

  /// The points as other formats give them, without those that the options leave out.
  func data(_ request: ReadRequest) throws(DataError) -> PointData {
    var data = PointData(columns: points.columns(in: points.rowOrder), report: report)
    if request.options.countsRepeats, !request.options.selectsRows {
      data.report.repeats = CoordinateRepeats(data.columns)
    }
    return try data.selecting(request)
  }

  /// Writes maps over some points, or over edits of them; the file appears when it is complete.
  ///
  /// - Parameters:
  ///   - rows: the rows of the data, usable or not.
  ///   - origin: what the points were made from, as JSON or as a text.
  /// - Returns: the size of the file in bytes.
  @discardableResult
  package static func write(
    _ maps: [ClusterMap], over points: PointSet, rows: Int, origin: String, to path: String,
    context: RunContext
  ) throws -> Int {
    var file = try ClusterMap.sections(of: maps, over: points, context: context)
    let extent = DataExtent(
      PointColumns(longitude: points.longitude, latitude: points.latitude),
      isPlanar: !points.projection.wraps)
    let numbers = extent.edges + [Double(extent.beyondMercator), Double(rows)]
    file.add(Self.extent, numbers.bytes)
    file.add(Self.origin, Array(origin.utf8))
    var size = 0
    try AtomicFile.write(to: path) { descriptor in
      do throws(WriteError) {
        try file.write(threads: context.threads) { (piece) throws(WriteError) in
          if let number = descriptor.write(piece) { throw WriteError(number: number) }
          size += piece.count
        }
        return nil
      } catch { return error.number }
    }
    return size
  }

  private struct WriteError: Error {
    let number: Int32
  }
}

extension SectionFileError {
  fileprivate func inWords(_ request: ReadRequest) -> DataError {
    func advice(_ reason: String) -> DataError { request.damaged(.index, "\(reason); make it again") }
    return switch self {
    case .cannotRead(let number): .cannotRead(request.source, .init(errorNumber: number))
    case .foreign: advice("it does not begin as an index does")
    case .version(let number):
      .otherFormat(
        request.source, name: "a Pinfold index of version \(number), and this Pinfold reads version 1",
        advice: number > 1
          ? "it was written by a newer Pinfold; update this one, or make it again" : "make it again")
    case .byteOrder:
      .otherFormat(
        request.source, name: "a Pinfold index of a machine with another byte order",
        advice: "make it again on this one")
    case .truncated(let size, let expected): advice("\(size) bytes, where \(expected) are expected")
    case .damaged(let section): advice("the bytes of '\(section)' are not those that were written")
    }
  }
}
