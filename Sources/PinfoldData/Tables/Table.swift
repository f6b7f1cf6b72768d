import Pinfold
import Platform

/// The output of a format's reader: rows with raw coordinates, and the columns that are needed.
struct Table: Sendable {
  var x: [Double] = []
  var y: [Double] = []

  /// The problem of each row; nil for none.
  var problems: [UnusableReason?] = []

  /// The offset of each row, in bytes; in GeoJSON that of its coordinates, in binary formats its feature.
  var offsets: [Int] = []

  /// The feature of each row, where a feature may have several points; in JSON nil where each row is one.
  var features: [Int]?

  /// Whether an index chose the rows, so that these are not all; ``features`` then numbers them in the whole.
  var isPart = false
  static let shownProblems = 3

  /// What stands in rows with a problem, for the first few of each reason, where it is no text of the file.
  var notes: [Int: String] = [:]

  /// The rows that are kept although their weight is none.
  private(set) var weightless: [Int] = []

  /// The values that are left out as their row has another of the same name: how many, and the row of the
  /// first.
  private(set) var repeats: [String: (count: Int, row: Int)] = [:]
  var declaredSystem: DeclaredSystem?

  /// The facts that the reader finds in the data: the format, the system, the layer, how text is delimited.
  var report = DataReport(format: .delimited)
  var names: [String] = []

  /// The columns that are needed, as long as there are rows; nil for the others.
  var cells: [CellColumn?] = []
  var featureIDs: CellColumn?

  /// The column that has the name of weights, and texts that people write as numbers; nil for none.
  private(set) var oddWeights: OddCells?

  /// Attributes that have been read as plain decimals, by their indices.
  private(set) var commas: [Int: DecimalCommas] = [:]
  var roles = ColumnRoles()

  /// The number of coordinates that were written as if they had no sign.
  private(set) var unsigned = 0

  var count: Int { x.count }

  /// Whether there are coordinates, and all of them could be degrees.
  var fitsDegrees: Bool {
    problems.contains(nil)
      && (0..<count).allSatisfy { problems[$0] != nil || x[$0].magnitude <= 180 && y[$0].magnitude <= 90 }
  }

  mutating func append(x: Double, y: Double, problem: UnusableReason?, offset: Int) {
    self.x.append(x)
    self.y.append(y)
    problems.append(problem)
    offsets.append(offset)
  }

  /// Counts values that are left out; those of later rows come later.
  mutating func addRepeats(of name: String, _ count: Int = 1, from row: Int) {
    repeats[name, default: (0, row)].count += count
  }

  /// Makes room for more rows, if they are as those before: touching memory twice takes as long as reading a
  /// number.
  mutating func makeRoom(for more: Int) {
    x.makeRoom(for: more)
    y.makeRoom(for: more)
    problems.makeRoom(for: more)
    offsets.makeRoom(for: more)
    features?.makeRoom(for: more)
    for column in cells.indices { cells[column]?.makeRoom(for: more) }
  }

  /// Adds the coordinates, problems and offsets of the rows of other tables.
  mutating func appendRows(of others: [Table], threads: Int) {
    struct Half {
      var numbers: [Double]
      var offsets: [Int] = []
      var problems: [UnusableReason?] = []
    }
    var halves = [Half(numbers: x, offsets: offsets), Half(numbers: y, problems: problems)]
    (x, y, problems, offsets) = ([], [], [], [])
    halves.changeEach(threads: threads) { half, place in
      for other in others {
        half.numbers += place == 0 ? other.x : other.y
        if place == 0 { half.offsets += other.offsets } else { half.problems += other.problems }
      }
    }
    (x, y, problems, offsets) = (
      halves[0].numbers, halves[1].numbers, halves[1].problems, halves[0].offsets
    )
  }

  /// Reads the coordinates of all rows, or of those whose `x` is NaN, from two columns.
  mutating func takeCoordinates(from longitude: Int, _ latitude: Int, ofAll isAll: Bool = true) {
    guard let xs = cells[longitude], let ys = cells[latitude] else { return }
    for row in 0..<count where isAll || x[row].isNaN {
      switch (xs.coordinate(row, .longitude), ys.coordinate(row, .latitude)) {
      case (.value(let first), .value(let second)):
        x[row] = first
        y[row] = second
        problems[row] = nil
      case (.missing, _), (_, .missing): problems[row] = .missingCoordinates
      default: problems[row] = .unparsable
      }
    }
  }

  func cells(of role: ColumnUse.Role) -> CellColumn? { roles[role].flatMap { cells[$0.column] } }

  /// The first row with a text that is not UTF-8, which would not come back as it was; nil for none.
  var firstForeignRow: Int? {
    (cells + [featureIDs]).compactMap { $0?.firstForeignRow }.min()
  }

  // MARK: Decisions by the numbers

  /// Turns ten-millionths of a degree, which names such as `latitudeE7` declare, into degrees; numbers that
  /// could be degrees are left as they are.
  mutating func scaleTenMillionths() {
    func isScaled(_ role: ColumnUse.Role) -> Bool {
      roles[role].map { names[$0.column].hasSuffix("E7") || names[$0.column].hasSuffix("_e7") } ?? false
    }
    guard isScaled(.longitude), isScaled(.latitude), !fitsDegrees else { return }
    for row in 0..<count {
      // Some exports of Google Takeout write negative numbers as those of 32 bits without a sign.
      if x[row] > 1.8e9, x[row] < 0x1p32 { (x[row], unsigned) = (x[row] - 0x1p32, unsigned + 1) }
      if y[row] > 0.9e9, y[row] < 0x1p32 { (y[row], unsigned) = (y[row] - 0x1p32, unsigned + 1) }
      (x[row], y[row]) = (x[row] / 1e7, y[row] / 1e7)
    }
  }

  /// Turns meters of Web Mercator into degrees; what is beyond the map's edge stays out of range.
  mutating func unprojectMercator() {
    let radius = 6_378_137.0
    // The edge is 180° but for the last bits, which may go past it.
    let edge = 180 + 1e-9
    for row in 0..<count where problems[row] == nil {
      let longitude = x[row] / radius * 180 / .pi
      x[row] =
        longitude.magnitude > 180 && longitude.magnitude < edge ? (longitude < 0 ? -180 : 180) : longitude
      y[row] = atan(sinh(y[row] / radius)) * 180 / .pi
    }
  }

  /// Decides by the numbers which of two coordinates without names is the longitude, and puts it first.
  ///
  /// - Throws: ``DataError/unclearOrder(_:columns:values:)`` where they do not show it.
  mutating func orderByRange(source: String) throws(DataError) {
    let counts = AxisCounts(self, rows: (0..<count).filter { problems[$0] == nil })
    // Numbers that are no degrees in either order have another problem.
    if counts.rows == 0 { return }
    guard let isLatitudeFirst = counts.latitudeFirst(named: nil) else {
      let row = counts.example ?? problems.firstIndex(of: nil) ?? 0
      let columns = [roles.longitude, roles.latitude].map { $0.map { names[$0.column] } ?? "" }
      throw .unclearOrder(source, columns: columns, values: [x[row], y[row]])
    }
    guard isLatitudeFirst else { return }
    swap(&x, &y)
    report.isLatitudeFirst = true
  }

  /// Marks degrees out of range, and returns how many longitudes in 180…360 it wraps, which it does if none
  /// is west of Greenwich: a file with both has an error in one of them.
  mutating func checkDegrees() -> Int {
    // A part says nothing of the others; where one is chosen, no longitude is far past 180.
    let hasWest = isPart || (0..<count).contains { problems[$0] == nil && x[$0] < 0 && x[$0] >= -180 }
    var wrapped = 0
    for row in 0..<count where problems[row] == nil {
      let longitude = x[row]
      if y[row].magnitude > 90 {
        problems[row] = .latitudeOutOfRange
      } else if longitude > 180 && longitude <= 360 && !hasWest {
        x[row] = longitude - 360
        wrapped += 1
      } else if longitude.magnitude > 180 {
        problems[row] = .longitudeOutOfRange
      }
    }
    return wrapped
  }

  /// The weights or priorities of rows; marks rows without a valid one. A weight must be present and not
  /// negative; a missing priority is 0.
  ///
  /// - Parameter isKept: whether such rows are kept instead, with 0, and listed in ``weightless``, unless no
  ///   row has a valid weight.
  mutating func numbers(
    _ role: ColumnUse.Role, reason: UnusableReason, decimalComma: Bool, isKept: Bool = false
  ) -> [Double]? {
    guard let column = roles[role]?.column, var cells = cells[column] else { return nil }
    let areNumbers = roles.numbers.contains(column)
    if decimalComma {
      let plain = DecimalCommas(cells, areNumbers: areNumbers)
      if roles.attributes.contains(column) { commas[column] = plain }
      cells = plain.cells
    }
    var result = [Double](repeating: 0, count: count)
    var invalid: [Int] = []
    var bad: [Int] = []
    for row in 0..<count where problems[row] == nil {
      switch cells.decimal(row) {
      case .value(let value) where value >= 0 || reason != .badWeight: result[row] = value
      case .missing where reason != .badWeight: break
      case .invalid: invalid.append(row)
      default: bad.append(row)
      }
    }
    let written =
      decimalComma ? nil : WrittenNumbers(invalid.map { cells.string($0) ?? "" }, areNumbers: areNumbers)
    for row in invalid {
      if let value = written?.value(of: cells.string(row) ?? ""), value >= 0 || reason != .badWeight {
        result[row] = value
      } else {
        bad.append(row)
      }
    }
    let isNoColumn = !bad.isEmpty && bad.count == problems.count(where: { $0 == nil })
    if isKept, isNoColumn, roles[role]?.guessed == true {
      // A column that only has the name.
      oddWeights = report.format.textMayBeNumber ? OddCells(invalid, in: cells, named: names[column]) : nil
      roles[role] = nil
      return nil
    }
    if isKept, !isNoColumn {
      weightless = bad.sorted()
    } else {
      for row in bad { problems[row] = reason }
    }
    return result
  }

  /// Whether each row may join a cluster; a missing value is true, any other that is none marks its row.
  mutating func mergeable() -> [Bool]? {
    guard let cells = cells(of: .mergeable) else { return nil }
    var result = [Bool](repeating: true, count: count)
    for row in 0..<count where problems[row] == nil {
      switch cells.string(row)?.lowercased() {
      case nil, "yes", "1": break
      case "no", "0": result[row] = false
      case let text?:
        if let boolean = text.withView({ BooleanText($0) }) {
          result[row] = boolean.value
        } else {
          problems[row] = .badMergeable
        }
      }
    }
    return result
  }
}

/// Counts of rows by the order of two coordinates that their values allow: only longitudes exceed ±90.
struct AxisCounts {
  /// The rows that are usable in some order, and those of them that are in one only.
  private(set) var (rows, longitudeFirst, latitudeFirst) = (0, 0, 0)

  /// A row that is usable in both orders.
  private(set) var example: Int?

  init(_ table: Table, rows: [Int]) {
    for row in rows {
      let (first, second) = (table.x[row].magnitude, table.y[row].magnitude)
      guard min(first, second) <= 90, max(first, second) <= 360 else { continue }
      self.rows += 1
      if first > 90 {
        longitudeFirst += 1
      } else if second > 90 {
        latitudeFirst += 1
      } else if example == nil {
        example = row
      }
    }
  }

  /// The order that the values show; nil where they show none.
  ///
  /// An order is refuted if it makes a tenth of the rows (and more than one), or all, unusable that the other
  /// does not, and hardly any row speaks against that. One that a name gives is refuted by most rows only.
  func latitudeFirst(named name: Bool?) -> Bool? {
    let (most, least) = (max(longitudeFirst, latitudeFirst), min(longitudeFirst, latitudeFirst))
    guard rows > 0, most == rows || most > 1 && most * 10 >= rows && most > least * 10 else { return nil }
    let isLatitudeFirst = latitudeFirst > longitudeFirst
    return name == nil || name == isLatitudeFirst || most * 2 > rows ? isLatitudeFirst : nil
  }
}

/// Why a row cannot be used.
@nonexhaustive
public enum UnusableReason: String, CaseIterable, Sendable, Hashable {
  /// Longitude or latitude is absent, or one of the words for nothing; or a feature has no geometry.
  case missingCoordinates = "missing coordinates"
  /// Longitude or latitude is no decimal number.
  case unparsable = "coordinates that are no numbers"
  /// Past ±90.
  case latitudeOutOfRange = "latitude out of range"
  /// Past ±180, and not one that wraps.
  case longitudeOutOfRange = "longitude out of range"
  /// A line, a polygon or no geometry at all.
  case notAPoint = "not a point"
  /// A weight that is missing, negative or no number.
  case badWeight = "bad weight"
  /// A priority that is no number.
  case badPriority = "bad priority"
  /// A value of the column of mergeable points that is neither true nor false.
  case badMergeable = "bad mergeable"
  /// Too few or too many fields, text behind a closing quote, a quote that never closes, or broken JSON in a
  /// sequence.
  case malformedRow = "malformed row"
}
