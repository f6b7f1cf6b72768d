import Pinfold

/// Points with typed columns, as binary formats hold them: the properties of each, gathered column by column.
struct FeatureTable: PropertySink {
  enum Kind {
    case boolean, integer, number, text, json

    fileprivate func joined(with other: Self) -> Self {
      switch (self, other) {
      case _ where self == other: self
      case (.integer, .number), (.number, .integer): .number
      default: .text
      }
    }
  }

  struct Column {
    let name: String
    var kind: Kind
    var values = SparseColumn<PropertyValue?>()
  }

  let name: String
  let isPlanar: Bool

  private(set) var longitude: [Double] = []
  private(set) var latitude: [Double] = []
  private(set) var columns: [Column] = []

  private var places: [String: Int] = [:]
  // The column that the next property is likely to be of: features have theirs in one order.
  private var next = 0

  init(name: String, isPlanar: Bool) {
    self.name = name
    self.isPlanar = isPlanar
  }

  var count: Int { longitude.count }

  mutating func beginFeature(at coordinate: Coordinate) {
    longitude.append(coordinate.longitude)
    latitude.append(coordinate.latitude)
    next = 0
  }

  mutating func member(_ name: String, _ value: PropertyValue?) {
    switch value {
    case nil: break
    case .boolean?: add(name, value, .boolean)
    case .integer?: add(name, value, .integer)
    case .number?: add(name, value, .number)
    case .text?: add(name, value, .text)
    }
  }

  mutating func member(_ name: String, json body: (inout JSONWriter) -> Void) {
    add(name, .text(JSONWriter.text(body)), .json)
  }

  private mutating func add(_ name: String, _ value: PropertyValue?, _ kind: Kind) {
    if next >= columns.count || columns[next].name != name {
      next = places[name] ?? columns.count
      if next == columns.count {
        places[name] = next
        columns.append(Column(name: name, kind: kind))
      }
    }
    columns[next].kind = columns[next].kind.joined(with: kind)
    columns[next].values.appendMissing(count - 1 - columns[next].values.count)
    columns[next].values.append(value)
    next += 1
  }

  func value(_ column: Int, _ feature: Int) -> PropertyValue? {
    let values = columns[column].values
    guard feature < values.count, let value = values[feature] else { return nil }
    switch (columns[column].kind, value) {
    case (.number, .integer(let number)): return .number(Double(number))
    case (.text, .integer(let number)): return .text(String(number))
    case (.text, .number(let number)): return .text(Numeral.text(number))
    case (.text, .boolean(let truth)): return .text(String(truth))
    default: return value
    }
  }

  /// Throws for more columns than a format has room for, as `words` say.
  func refuse(moreThan most: Int, _ words: String) throws(DataError) {
    guard columns.count > most else { return }
    throw .tooLarge(
      "the result", reason: "\(columns.count) columns, and \(words) \(most); choose with --keep")
  }

  /// The names of the columns, unique in any case: others, and those that are taken, have underscores after
  /// them.
  func names(besides taken: [String]) -> [String] {
    var taken = Set(taken)
    return columns.map { column in
      var name = String(String.UnicodeScalarView(column.name.unicodeScalars.map { $0.value < 32 ? " " : $0 }))
      if name.isEmpty { name = "_" }
      while !taken.insert(name.lowercased()).inserted { name += "_" }
      return name
    }
  }
}

extension FrameWriter {
  var features: FeatureTable {
    var table = FeatureTable(name: "clusters", isPlanar: !frame.points.projection.wraps)
    let names = propertyNames { _ in true }
    for cluster in clusters {
      table.beginFeature(at: coordinate(of: cluster))
      // Values that supercluster writes besides the properties would be lost.
      if featureProperties == .supercluster, let point = singlePoint(of: cluster), !names.contains("id") {
        table.member("id", frame.points.id(point))
      }
      writeProperties(of: cluster, names, to: &table)
    }
    return table
  }
}
