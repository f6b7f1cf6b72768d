/// The output of a format's reader: rows with raw coordinates, and the columns that are needed.
struct Table: Sendable {
  /// Longitudes or x, as they stand; meaningless in rows with a problem.
  var x: [Double] = []

  /// Latitudes or y, as they stand.
  var y: [Double] = []

  /// The problem of each row: 0 for none, else one more than the index of the reason in `allCases`.
  var problems: [UInt8] = []

  /// The offset of each row, in bytes; in GeoJSON that of its coordinates, in binary formats its feature.
  var offsets: [Int] = []

  /// The feature of each row, where a feature may have several points; in JSON nil where each row is one.
  var features: [Int]?

  /// Whether an index chose the rows, so that these are not all; ``features`` then numbers them in the whole.
  var isPart = false

  /// The rows of each problem that a report shows.
  static let shownProblems = 3

  /// What stands in rows with a problem, for the first few of each reason, where it is no text of the file.
  var notes: [Int: String] = [:]

  /// The system of the coordinates.
  var system = CoordinateSystem.degrees

  /// What the data say of it; nil for nothing.
  var declaredSystem: DeclaredSystem?

  /// The layer that was read, of a format that may have several.
  var layer: String?

  /// The names of all columns, used or not.
  var names: [String] = []

  /// The columns that are needed, as long as there are rows; nil for the others.
  var cells: [CellColumn?] = []

  /// The ids of GeoJSON features, if there are any.
  var featureIDs: CellColumn?

  /// The uses of the columns.
  var roles = ColumnRoles()

  /// The format that was read.
  var format = DataFormat.delimited

  /// The byte between fields of delimited text.
  var delimiter: UInt8?

  /// Whether the first row of delimited text holds names.
  var header: Bool?

  /// Whether the numbers of nameless coordinates show that latitudes come first.
  var latitudeFirst = false

  var count: Int { x.count }

  /// Whether there are coordinates, and all of them could be degrees.
  var fitsDegrees: Bool {
    problems.contains(0)
      && (0..<count).allSatisfy { problems[$0] != 0 || x[$0].magnitude <= 180 && y[$0].magnitude <= 90 }
  }

  mutating func append(x: Double, y: Double, problem: UnusableReason?, offset: Int) {
    self.x.append(x)
    self.y.append(y)
    problems.append(problem?.code ?? 0)
    offsets.append(offset)
  }

  /// Reads the coordinates of rows that have none of their own from two columns.
  mutating func takeCoordinates(from longitude: Int, _ latitude: Int, where isPending: (Int) -> Bool) {
    guard let xs = cells[longitude], let ys = cells[latitude] else { return }
    for row in 0..<count where isPending(row) {
      switch (xs.decimal(row), ys.decimal(row)) {
      case (.value(let first), .value(let second)):
        x[row] = first
        y[row] = second
        problems[row] = 0
      case (.missing, _), (_, .missing): problems[row] = UnusableReason.missingCoordinates.code
      default: problems[row] = UnusableReason.unparsable.code
      }
    }
  }
}
