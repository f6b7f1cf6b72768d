public import Pinfold
internal import Platform

/// A report on how a data set was understood; `pinfold info` prints it.
public struct DataReport: Sendable, Hashable {
  /// The path, or `standard input`.
  public var source: String

  /// The format, as recognized from the content.
  public var format: DataFormat

  /// Whether the data came gzip'd.
  public var isGzipped = false

  /// The size of the data, unpacked.
  public var bytes = 0

  /// The encoding that texts were converted from; nil for UTF-8, and if the format defines it.
  public var encoding: String?

  /// Whether that encoding was guessed.
  public var isEncodingGuessed = false

  /// The first word beyond ASCII, in that encoding.
  var encodingExample: String?

  /// The byte between fields; nil unless the format is delimited text.
  public var delimiter: UInt8?

  /// Whether the first row held names; nil unless the format is delimited text.
  public var hasHeader: Bool?

  /// The names of all columns or properties, in the order in which they appear.
  public var columns: [String] = []

  /// The most columns that are shown: more than ordinary data have, and few enough to print.
  public static let shownColumns = 1000

  var hiddenColumns: Int { max(0, columns.count - Self.shownColumns) }

  /// The uses of columns.
  public var roles: [ColumnUse] = []

  /// Columns that could be the coordinates instead.
  package struct Reading: Sendable, Hashable {
    package var longitude: String
    package var latitude: String

    /// The options that request this reading.
    package var options: String { "--lon \(longitude.shellQuoted) --lat \(latitude.shellQuoted)" }
  }

  /// Other columns that names or numbers allow for coordinates, where none were named by options.
  package var otherReadings: [Reading] = []

  /// Whether a column of pairs was read in an order that its form does not define.
  package var hasPairs = false

  /// Whether only the usual habit of its form gave that order.
  var isOrderGuessed = false

  /// Whether commas in coordinates were taken for separators of thousands.
  var hasThousands = false

  /// The layer that was read; nil in formats without layers.
  public var layer: String?

  /// The member of an archive that was read; nil for a plain file.
  package var member: String?

  /// The system of the coordinates in the file.
  public var system = CoordinateSystem.degrees

  /// The number of rows, or of points in GeoJSON, usable or not.
  public var rows = 0

  /// The number of rows that became points.
  public var usable = 0

  /// The other rows, by reason.
  public var unusable: [UnusableRows] = []

  /// The usable rows whose weight is missing, negative or no number, and counts as 0; nil for none.
  public var weightless: UnusableRows?

  /// The usable rows that the options select; nil if they select all.
  public var selection: RowSelection?

  /// The number of longitudes in 180…360 that were wrapped to −180…0.
  public var wrappedLongitudes = 0

  /// Whether nameless coordinates proved to be latitude first.
  public var isLatitudeFirst = false

  /// Whether coordinates are plain x and y.
  public var isPlanar = false

  /// The bounds of the points.
  public var extent = DataExtent()

  /// An explanation of the unusable rows, with an option that would read them; nil for none.
  public var advice: String?

  /// Cells that are no numbers among numbers, and marks of missing values, by column.
  var oddCells: [OddCells] = []

  /// Further notes on the whole input, a line each.
  package var notes: [String] = []

  /// The number of lines above the header, which are not read.
  package var linesAboveHeader = 0

  /// The location that the most points share; nil where none is shared, or it was not looked for.
  public var crowd: PointCrowd?

  /// Points that share their coordinates; nil unless they were counted.
  public var repeats: CoordinateRepeats?

  /// What an index was made from; nil for other formats.
  package var origin: String?

  init(source: String = "", format: DataFormat) {
    self.source = source
    self.format = format
  }

  /// Why ids of the data are not those of the points, which are then named by their rows; nil where they
  /// are, or where there are none.
  public var idDefect: String?

  /// The name in the data of a column that an option names, in any case or by its number from 1.
  public func column(named name: String) -> String? {
    ColumnNames.place(of: name, in: columns).map { columns[$0] }
  }
}

/// Rows that options select.
public struct RowSelection: Sendable, Hashable {
  /// The condition as written, and other options that select rows, in words.
  public var condition: String

  /// The number of rows.
  public var count: Int
}

/// Unusable rows of one reason.
public struct UnusableRows: Sendable, Hashable {
  /// One unusable row.
  public struct Example: Sendable, Hashable {
    /// The line of the file, from 1; nil in formats without lines.
    public var line: Int?

    /// The index of the feature or record, from 0; nil in delimited text.
    public var feature: Int?

    /// The row's text, shortened.
    public var text: String

    /// The position: "line 12", or "feature 3, line 12".
    public var place: String {
      [feature.map { "feature \($0)" }, line.map { "line \($0)" }].compactMap { $0 }.joined(
        separator: ", ")
    }
  }

  /// Why they are unusable.
  public var reason: UnusableReason

  /// The number of rows.
  public var count: Int

  /// The first few.
  public var examples: [Example]
}

/// The bounds of usable points.
public struct DataExtent: Sendable, Hashable {
  /// The least longitude or x; 0 without points, as the others.
  public var west = 0.0

  /// The least latitude or y.
  public var south = 0.0

  /// The greatest longitude or x.
  public var east = 0.0

  /// The greatest latitude or y.
  public var north = 0.0

  /// The number of points past ±85.0511°, where Web Mercator ends; 0 on planar data.
  public var beyondMercator = 0

  init() {}

  var edges: [Double] { [west, south, east, north] }

  init(_ columns: PointColumns, isPlanar: Bool) {
    guard let x = columns.longitude.first, let y = columns.latitude.first else { return }
    (west, south, east, north) = (x, y, x, y)
    for (x, y) in zip(columns.longitude, columns.latitude) {
      (west, south, east, north) = (min(west, x), min(south, y), max(east, x), max(north, y))
      if !isPlanar && y.magnitude > Projection.mercatorLimit { beyondMercator += 1 }
    }
  }

  init(_ edges: ArraySlice<Double>, beyondMercator: Int) {
    (west, south, east, north) = (edges[0], edges[1], edges[2], edges[3])
    self.beyondMercator = beyondMercator
  }
}

/// Counts of points that share their coordinates exactly.
public struct CoordinateRepeats: Sendable, Hashable {
  /// The number of different coordinates.
  public var distinct: Int

  /// The most points with equal coordinates.
  public var most: Int

  /// The longitude or x of those points, the least where several locations have as many; 0 without points.
  public var longitude: Double

  /// Their latitude or y.
  public var latitude: Double

  /// Counts, by a hash table.
  ///
  /// - Complexity: O(*n*), with *n* entries of memory.
  init(_ columns: PointColumns) {
    var counts: [Coordinate: Int32] = [:]
    counts.reserveCapacity(columns.count)
    for (x, y) in zip(columns.longitude, columns.latitude) {
      counts[Coordinate(longitude: x, latitude: y), default: 0] += 1
    }
    distinct = counts.count
    let crowd = counts.min {
      (-$0.value, $0.key.longitude, $0.key.latitude) < (-$1.value, $1.key.longitude, $1.key.latitude)
    }
    most = Int(crowd?.value ?? 0)
    (longitude, latitude) = (crowd?.key.longitude ?? 0, crowd?.key.latitude ?? 0)
  }
}

/// The location that the most points share: often where data put the points whose location is unknown.
public struct PointCrowd: Sendable, Hashable {
  /// The number of points there.
  public let count: Int

  /// The longitude in degrees, or x.
  public let longitude: Double

  /// The latitude in degrees, or y.
  public let latitude: Double

  /// Finds the largest crowd; of equally large ones the first in the canonical order.
  ///
  /// - Returns: nil where no two points share a location.
  /// - Complexity: O(*n*).
  public init?(of points: PointSet) {
    var (first, most) = (0, 1)
    var start = 0
    for index in 0..<points.count {
      if points.x[index] != points.x[start] || points.y[index] != points.y[start] { start = index }
      if index - start + 1 > most { (first, most) = (start, index - start + 1) }
    }
    guard most > 1 else { return nil }
    (count, longitude, latitude) = (most, points.longitude[first], points.latitude[first])
  }

  /// Whether they are at 0, 0, where data put much that has no location.
  var isNullIsland: Bool { longitude == 0 && latitude == 0 }

  /// Whether a mistake is likelier than a coincidence: several points on 0, 0, or 20 and at least 1 % of all
  /// on one location.
  ///
  /// - Parameter total: the number of all points.
  public func isSuspicious(among total: Int) -> Bool {
    isNullIsland || count >= 20 && count * 100 >= total
  }
}
