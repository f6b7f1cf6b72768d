/// The options of reading a data set. The defaults guess everything that can be guessed.
///
/// A column is given by its name in the data (in any case) or by its number from 1.
public struct ReadOptions: Sendable, Hashable {
  /// The column of longitudes, or of x.
  public var longitude: String?

  /// The column of latitudes, or of y.
  public var latitude: String?

  /// The column of ids, which must then be unique and complete.
  public var id: String?

  /// The column of weights: finite and not negative.
  public var weight: String?

  /// The column of groups: points of different groups never share a cluster.
  public var group: String?

  /// The column of priorities: numbers, of which the highest represents a cluster.
  public var priority: String?

  /// The byte between the fields of a row; nil to detect it.
  public var delimiter: UInt8?

  /// Whether the first row holds names; nil to detect it.
  public var header: Bool?

  /// Whether coordinates are plain x and y: any finite number, nothing wraps.
  public var planar: Bool

  /// The remaining columns to load.
  public var attributes: AttributeChoice

  /// Whether an unusable row is an error.
  public var strict: Bool

  /// Whether the report counts points that share their coordinates, which takes a pass of its own.
  public var countsRepeats: Bool

  /// The most that gzip'd data may unpack to, in megabytes (2^20 bytes), 1 or more.
  ///
  /// gzip packs zeros a thousandfold, so that a small download may fill any memory; no ordinary data set
  /// comes near the default.
  public var maxUnpacked: Int

  /// The default of ``maxUnpacked``: 8 GiB.
  public static let defaultMaxUnpacked = 8192

  /// Creates options.
  public init(
    longitude: String? = nil, latitude: String? = nil, id: String? = nil, weight: String? = nil,
    group: String? = nil, priority: String? = nil, delimiter: UInt8? = nil, header: Bool? = nil,
    planar: Bool = false, attributes: AttributeChoice = .none, strict: Bool = false,
    countsRepeats: Bool = false, maxUnpacked: Int = ReadOptions.defaultMaxUnpacked
  ) {
    self.longitude = longitude
    self.latitude = latitude
    self.id = id
    self.weight = weight
    self.group = group
    self.priority = priority
    self.delimiter = delimiter
    self.header = header
    self.planar = planar
    self.attributes = attributes
    self.strict = strict
    self.countsRepeats = countsRepeats
    self.maxUnpacked = maxUnpacked
  }

  /// The delimiter that a text names: one ASCII character, `\t`, or `tab`, `comma`, `semicolon`, `pipe`,
  /// `space`.
  ///
  /// - Throws: ``DataError/badOption(_:reason:)``.
  public static func delimiter(named text: String) throws(DataError) -> UInt8 {
    switch text.lowercased() {
    case "tab", "\\t": return .tab
    case "comma": return .comma
    case "semicolon": return UInt8(ascii: ";")
    case "pipe": return UInt8(ascii: "|")
    case "space": return .space
    default:
      guard text.utf8.count == 1, let byte = text.utf8.first, isDelimiter(byte) else {
        throw .badOption(
          "--delimiter '\(text)'",
          reason: "expected one ASCII character but no quote, letter or digit, or 'tab'")
      }
      return byte
    }
  }

  static func isDelimiter(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    return byte > 0 && byte < 127 && byte != .quote && byte != .lineFeed && byte != .carriageReturn
      && !byte.isDigit && !letter
  }
}

/// The columns that become attributes.
public enum AttributeChoice: Sendable, Hashable {
  /// None of them; the fastest.
  case none

  /// All that have no other use.
  case all

  /// Those of these names.
  case named([String])
}
