public import Pinfold

/// The options of reading a data set. The defaults guess everything that can be guessed.
///
/// A column is given by its name in the data (in any case) or by its number from 1.
public struct ReadOptions: Sendable, Hashable {
  /// The column of longitudes, or of x.
  public var longitude: String?

  /// The column of latitudes, or of y.
  public var latitude: String?

  /// The column that holds longitude and latitude together: pairs, WKT, GeoJSON and more; nil to detect it
  /// where there are no columns of coordinates.
  public var location: String?

  /// Whether pairs in one column, or positions of GeoJSON, TopoJSON and KML, are latitude and longitude; nil
  /// to detect it in pairs.
  public var latitudeFirst: Bool?

  /// The column of ids, which must then be unique and complete.
  public var id: String?

  /// The column of weights: finite and not negative.
  public var weight: String?

  /// The column of groups: points of different groups never share a cluster.
  public var group: String?

  /// The column of priorities: numbers, of which the highest represents a cluster.
  public var priority: String?

  /// The column that says whether a point may join a cluster: true or false, yes or no, 1 or 0; where it is
  /// missing it may.
  public var mergeable: String?

  /// The column of labels that clusters are compared with; it becomes an attribute named `truth`.
  public var truth: String?

  /// What becomes of points without a group.
  public var ungrouped: UngroupedPoints

  /// What becomes of points whose weight is missing, negative or no number.
  public var unweighted = UnweightedPoints.zero

  /// The byte between the fields of a row; nil to detect it.
  public var delimiter: UInt8?

  /// Whether the first row holds names; nil to detect it.
  public var header: Bool?

  /// Whether coordinates are plain x and y: any finite number, nothing wraps.
  public var planar: Bool

  /// Whether numbers in delimited text are written with a comma, as in 48,85.
  public var decimalComma = false

  /// The layer to read, of a format that may have several; nil for the only one.
  public var layer: String?

  /// The encoding of texts, by a name that the system's `iconv` knows; nil for what Shapefiles and XML say
  /// themselves, else UTF-8, or Windows-1252 where a text is not UTF-8 and no other line is beyond ASCII.
  public var encoding: String?

  /// The system of the coordinates; nil for what the data say, which is degrees where they say nothing.
  public var system: CoordinateSystem?

  /// What becomes of lines and polygons.
  public var shapes = OtherShapes.skip

  /// The remaining columns to load.
  public var attributes: AttributeChoice

  /// Columns to load as attributes of numbers, whatever they hold: a cell that is no number is missing.
  public var numbers: [String] = []

  /// The box in which rows become points, in degrees, or in x and y of planar data; nil for everywhere. One
  /// whose west is greater than its east crosses ±180°.
  ///
  /// Of a GeoPackage's or FlatGeobuf's points the file's index says which are read at all, where it has one.
  public var bounds: CoordinateBounds?

  /// The condition on rows to become points; nil for all.
  public var condition: Condition?

  /// The number of rows to take of those that are left; nil for all.
  public var head: Int?

  /// The number of rows to draw at random of those that are left; nil for all.
  public var sample: Int?

  /// The seed of what is drawn.
  public var sampleSeed: UInt64 = 1

  /// Columns to load as attributes besides, whatever else they are used for.
  package var requests: [ColumnRequest] = []

  /// The columns that become attributes by their names: those of ``attributes`` and ``requests``, the column
  /// of labels, and what the condition reads.
  var allRequests: [ColumnRequest] {
    var names: [String] = []
    if case .named(let list) = attributes { names = list }
    return names.map { ColumnRequest($0, option: "--attributes") } + requests
      + numbers.map { ColumnRequest($0, option: "--numbers") }
      + (truth.map { [ColumnRequest($0, option: "--truth")] } ?? [])
      + (condition?.columns ?? []).map { ColumnRequest($0, option: "--where") }
  }

  /// Whether no option names a column of coordinates or of locations.
  var hasNoPlace: Bool { longitude == nil && latitude == nil && location == nil }

  /// The columns that any option names.
  var columnNames: [String] { roles.map(\.name) + allRequests.map(\.name) }

  /// Whether an unusable row is an error.
  public var strict: Bool

  /// Whether the report counts points that share their coordinates, which takes a pass of its own.
  public var countsRepeats: Bool

  /// Whether the contents of an index are used as they are, rather than compared with their digests first;
  /// see ``PointReader``.
  public var trusted = false

  /// The most that gzip'd or zipped data may unpack to, in megabytes (2^20 bytes), 1 or more.
  ///
  /// gzip packs zeros a thousandfold, so that a small download may fill any memory; no ordinary data set
  /// comes near the default.
  public var maxUnpacked: Int

  /// The default of ``maxUnpacked``: 8 GiB.
  public static let defaultMaxUnpacked = 8192

  /// The options that choose what points are made of, by their names in definitions, and each as it was
  /// given; nil for its default. Those of an index were chosen when it was made.
  package var choices: [(name: String, given: String?)] {
    func option(_ name: String, _ value: String?) -> (String, String?) {
      let words = name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
      return (name, value.map { $0.isEmpty ? "--\(words)" : "--\(words) \($0)" })
    }
    func flag(_ name: String, _ isOn: Bool?) -> (String, String?) {
      (
        name,
        isOn.map { option($0 ? name : "no" + name.prefix(1).uppercased() + name.dropFirst(), "").1 ?? "" }
      )
    }
    return [
      option("lon", longitude), option("lat", latitude), option("location", location),
      option("weight", weight),
      option("group", group), option("priority", priority), option("mergeable", mergeable), option("id", id),
      option("layer", layer), option("encoding", encoding), option("truth", truth),
      option("crs", system?.shownName),
      option("ungrouped", ungrouped == .together ? nil : ungrouped.rawValue),
      option("unweighted", unweighted == .zero ? nil : unweighted.rawValue),
      option("shapes", shapes == .skip ? nil : shapes.rawValue), option("numbers", numbers.first),
      option("delimiter", delimiter.map { String(UnicodeScalar($0)) }), flag("header", header),
      flag("decimalComma", decimalComma ? true : nil), flag("latitudeFirst", latitudeFirst),
    ]
  }

  /// The options besides ``choices``, which an index takes too. An option that is in neither fails a test.
  package static let selections: Set<String> = [
    "within", "where", "sample", "sampleSeed", "head", "planar", "strict", "maxUnpacked", "trusted",
    "attributes",
  ]

  /// Creates options.
  public init(
    longitude: String? = nil, latitude: String? = nil, id: String? = nil, weight: String? = nil,
    group: String? = nil, priority: String? = nil, mergeable: String? = nil,
    ungrouped: UngroupedPoints = .together, delimiter: UInt8? = nil, header: Bool? = nil,
    planar: Bool = false, attributes: AttributeChoice = .none, strict: Bool = false,
    countsRepeats: Bool = false, maxUnpacked: Int = ReadOptions.defaultMaxUnpacked,
    condition: Condition? = nil
  ) {
    self.longitude = longitude
    self.latitude = latitude
    self.id = id
    self.weight = weight
    self.group = group
    self.priority = priority
    self.mergeable = mergeable
    self.ungrouped = ungrouped
    self.delimiter = delimiter
    self.header = header
    self.planar = planar
    self.attributes = attributes
    self.strict = strict
    self.countsRepeats = countsRepeats
    self.maxUnpacked = maxUnpacked
    self.condition = condition
  }

  /// The delimiter that a text names: one ASCII character, `\t`, or `tab`, `comma`, `semicolon`, `pipe`,
  /// `space`.
  ///
  /// - Throws: ``DataError/badOption(_:reason:)``.
  public static func delimiter(named text: String) throws(DataError) -> UInt8 {
    let names = ["tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|", "space": " "]
    let character = names[text.lowercased()] ?? text
    guard character.utf8.count == 1, let byte = character.utf8.first, isDelimiter(byte) else {
      throw .badOption(
        "--delimiter '\(text)'",
        reason: "expected one ASCII character but no quote, letter or digit, or 'tab'")
    }
    return byte
  }

  func checkDelimiter() throws(DataError) {
    if let delimiter, !Self.isDelimiter(delimiter) {
      throw .badOption("--delimiter", reason: "byte \(delimiter) cannot separate fields")
    }
  }

  static func isDelimiter(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    return byte > 0 && byte < 127 && byte != .quote && byte != .lineFeed && byte != .carriageReturn
      && !byte.isDigit && !letter
  }
}

/// What becomes of points without a group.
public enum UngroupedPoints: String, CaseIterable, Sendable {
  /// They merge with each other, as the points of one group do.
  case together

  /// Each stays by itself, as map views do with markers that have no clustering identifier.
  case alone
}

/// What becomes of points without a weight that can be used.
public enum UnweightedPoints: String, CaseIterable, Sendable {
  /// They are points like others, and weigh nothing; the report counts them.
  case zero

  /// Their rows are left out, and counted as unusable.
  case skip
}

extension PointColumns {
  /// Makes points without a group such that never merge.
  package mutating func keepUngroupedAlone() {
    mergeable = (0..<count).map { (mergeable?[$0] ?? true) && (group?[$0] ?? -1) >= 0 }
  }
}

/// A column that an option other than those of reading names.
package struct ColumnRequest: Hashable, Sendable {
  /// The column's name, or its number from 1.
  package var name: String

  /// The option, for messages: "--aggregate".
  package var option: String

  package init(_ name: String, option: String) {
    self.name = name
    self.option = option
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

/// What becomes of lines and polygons, which are no points.
public enum OtherShapes: String, CaseIterable, Sendable, Hashable {
  /// They are left out, and counted.
  case skip

  /// A point of each: inside of a polygon, half-way along a line.
  case inside
}
