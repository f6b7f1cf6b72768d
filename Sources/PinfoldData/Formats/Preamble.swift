import Pinfold

/// The lines above the header of delimited text: the separator for a spreadsheet, titles and comments.
///
/// Only names decide: where the first line names no coordinates, and one of the next does, the header is
/// that.
struct Preamble {
  /// Where the header begins, or what stands for it.
  private(set) var end: Int

  /// The delimiter that a line `sep=;` names; nil without one.
  private(set) var delimiter: UInt8?

  private(set) var lines = 0

  private static let most = 40

  init(_ text: Bytes, from origin: Int, _ options: ReadOptions, needsMore: inout Bool) {
    end = origin
    takeSeparator(text)
    guard options.header != false else { return }
    let delimiters = (options.delimiter ?? delimiter).map { [$0] } ?? Dialect.delimiters
    var position = end
    for line in 0..<Self.most {
      for delimiter in delimiters {
        var scanner = FieldScanner(text: text, delimiter: delimiter, position: position)
        let row = scanner.nextRow() ?? []
        if scanner.metEnd { needsMore = true }
        if line == 0, Dialect.hasCoordinates(row, options) { return }
        if Self.isHeader(row, options) {
          let above = text[position...].prefix { $0 == .lineFeed || $0 == .carriageReturn }
          (end, lines) = (position + above.count, lines + line + above.count(where: { $0 == .lineFeed }))
          return
        }
      }
      guard let feed = text[position...].firstIndex(of: .lineFeed) else {
        needsMore = true
        return
      }
      position = feed + 1
    }
  }

  /// Handles a first line `sep=;`, a convention of spreadsheets.
  private mutating func takeSeparator(_ text: Bytes) {
    let line = text[end...].prefix(8)
    let name = Array("sep=".utf8)
    guard line.count > name.count,
      line.prefix(name.count).map({ $0 | 0x20 }).starts(with: name.map { $0 | 0x20 })
    else { return }
    let rest = line.dropFirst(name.count)
    guard let found = rest.first, let feed = rest.dropFirst().firstIndex(of: .lineFeed),
      text[(rest.startIndex + 1)..<feed].allSatisfy({ $0 == .carriageReturn })
    else { return }
    (delimiter, end, lines) = (found, feed + 1, 1)
  }

  /// Whether a row contains names of coordinates, its own or those of the options.
  private static func isHeader(_ row: [String], _ options: ReadOptions) -> Bool {
    guard row.count > 1 else { return false }
    let named = [options.longitude, options.latitude, options.location].compactMap { $0 }
    if !named.isEmpty, named.allSatisfy(row.contains) { return true }
    return ColumnNames.coordinates(in: row.map(ColumnNames.fold), planar: options.hasMetres) != nil
  }
}
