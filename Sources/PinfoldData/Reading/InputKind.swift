/// What the first bytes of an input, unpacked, say that it is, unless it is cells.
enum InputKind {
  case database, flatGeobuf, shapefile
  case markup(DataFormat)

  /// JSON, behind the offset at which its text begins.
  case json(Int)

  /// What may be delimited text, behind the offset at which it begins.
  case delimited(Int)

  /// What begins as markup does, but with no element that is read; behind the offset at which it begins.
  case otherMarkup(Int)

  /// Nothing but blanks.
  case blank

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    if SQLiteDatabase.isDatabase(bytes) {
      self = .database
    } else if bytes.starts(with: FlatGeobufReader.magic) {
      self = .flatGeobuf
    } else if bytes.starts(with: ShapefileReader.magic) {
      self = .shapefile
    } else if let format = MarkupReader.format(of: bytes) {
      self = .markup(format)
    } else {
      // Behind a byte order mark.
      let origin = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      switch bytes[origin...].first(where: { !$0.isBlank }) {
      case nil: self = .blank
      case UInt8(ascii: "{"), UInt8(ascii: "["), .recordSeparator: self = .json(origin)
      case UInt8(ascii: "<"): self = .otherMarkup(origin)
      default: self = .delimited(origin)
      }
    }
  }
}
