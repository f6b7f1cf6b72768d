import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldEvaluation
import PinfoldScripting
import PinfoldVerbs

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show what is read from a data file.",
    discussion: """
      Shows the format; which columns are used as coordinates, ids and weights; how many rows are usable, with examples \
      of those that are not; bounds and coincident points; the other columns with types and ranges; and the first rows. \
      Says why columns were taken, and what to type for another reading. In a terminal, small maps follow.

      Examples:
        pinfold info stations.csv
        pinfold info airports.dat --lon 8 --lat 7 --id 1
        zcat quakes.geojson.gz | pinfold info - --format json
      """)

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup var result: ResultOptions<ListFormat>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func run() throws {
    _ = try result.chosen()
    Interrupts.endProcess()
    guard data.generators.isEmpty else {
      let definition = try data.one(reading, try plugins.workbench().registry)
      let points = try VerbContext.command(RunContext()).load(definition).points
      return try result.deliver(MadeUpInfo(source: definition.source, points: points))
    }
    guard data.files.count == 1 else {
      throw Failure.usage(
        data.files.isEmpty
          ? "no data: name a file, or say --generate cities"
          : "expected one data set, not \(data.files.count)")
    }
    var options = try reading.definition()
    options.attributes = .all
    options.countsRepeats = true
    let read = try PointReader.read(
      path: data.files[0], options: options, context: RunContext(threads: Processors.count))
    try result.deliver(FileInfo(data: read, isPlanar: options.planar))
  }
}

/// The number and the bounds of a generator's points.
private struct MadeUpInfo: ListText {
  let source: String
  let points: PointSet

  private var bounds: [Double] {
    let (longitude, latitude) = (points.longitude, points.latitude)
    return [longitude.min(), latitude.min(), longitude.max(), latitude.max()].map { $0 ?? 0 }
  }

  var table: String {
    var table = TextTable()
    table.row(["source", source])
    table.row(["points", "\(points.count)"])
    table.row(["bounds", bounds.map(Numeral.text).joined(separator: ", ")])
    return table.text
  }

  func write(to json: inout JSONWriter) {
    json.member("source", source)
    json.member("points", points.count)
    json.member("bounds", bounds) { $1.value($0) }
  }
}

private struct FileInfo: ListText {
  let data: PointData
  let isPlanar: Bool

  private var shown: ArraySlice<Attribute> { data.columns.attributes.prefix(DataReport.shownColumns) }
  private var more: Int { data.columns.attributes.count - shown.count }

  func write(to json: inout JSONWriter) {
    json.key("data")
    data.report.write(to: &json)
    json.member("attributes", objects: shown) { AttributeSummary($0).write(to: &$1) }
    if more > 0 { json.member("moreAttributes", more) }
  }

  var table: String {
    guard !shown.isEmpty else { return data.report.table + firstRows + maps }
    var table = TextTable(header: ["column", "type", "missing", "values"])
    for attribute in shown { table.row(AttributeSummary(attribute).cells) }
    let rest = more > 0 ? "… and \(more) more\n" : ""
    return data.report.table + "\nother columns\n" + table.text + rest + firstRows + maps
  }

  /// Small maps of the points, where a terminal shows them.
  private var maps: String {
    guard Terminal.showsOutput else { return "" }
    let text = Thumbnail.text(
      longitude: data.columns.longitude, latitude: data.columns.latitude, isPlanar: isPlanar,
      width: Terminal.size.columns, isPlain: !Terminal.isUTF8, landStyle: Style.dim)
    return text.isEmpty ? "" : "\n" + text
  }

  /// The first points with all their columns, as far as these go on the screen.
  private var firstRows: String {
    let columns = data.columns
    let axes = isPlanar ? ["x", "y"] : ["lon", "lat"]
    let weight = columns.weight.map { [("weight", $0)] } ?? []
    let header = ["id"] + axes + weight.map(\.0) + shown.map(\.name)
    let rows = (0..<min(5, columns.count)).map { row in
      [columns.ids.map { $0[row].description } ?? String(row)]
        + ([columns.longitude, columns.latitude] + weight.map(\.1)).map { Numeral.text($0[row]) }
        + shown.map { $0.values.text(at: row) ?? "" }
    }
    return "\nfirst rows\n"
      + FittedTable.text(
        header: header.map { $0.onOneLine(limit: 40) }, rows: rows.map { $0.map { $0.onOneLine(limit: 80) } },
        width: Terminal.size.columns)
  }
}

private struct AttributeSummary {
  private enum Values {
    case numbers(low: Double, high: Double)
    case integers(low: Int64, high: Int64)
    case booleans(truths: Int, falsehoods: Int)
    case texts(different: Int, first: String)
    case none
  }

  private let name: String
  private let type: String
  private let missing: Int
  private let values: Values

  /// Summarises a column.
  ///
  /// - Complexity: O(*n*) in the values; texts are hashed.
  init(_ attribute: Attribute) {
    name = attribute.name
    switch attribute.values {
    case .numbers(let numbers):
      type = "number"
      missing = numbers.count - numbers.presentCount
      values =
        Self.range(of: numbers.present.lazy.map(\.element)).map { .numbers(low: $0, high: $1) } ?? .none
    case .integers(let numbers):
      type = "number"
      missing = numbers.count - numbers.presentCount
      values =
        Self.range(of: numbers.present.lazy.map(\.element)).map { .integers(low: $0, high: $1) } ?? .none
    case .booleans(let booleans):
      let truths = booleans.present.count { $0.element == true }
      type = "boolean"
      missing = booleans.count - booleans.presentCount
      values =
        missing == booleans.count
        ? .none : .booleans(truths: truths, falsehoods: booleans.count - truths - missing)
    case .texts(let column):
      type = "text"
      missing = column.count - column.presentCount
      var texts = column.present.makeIterator()
      values =
        texts.next().map { .texts(different: Set(column.present.map { ExactText($0) }).count, first: $0) }
        ?? .none
    }
  }

  private static func range<Number: Comparable>(of numbers: some Sequence<Number>) -> (Number, Number)? {
    numbers.min().flatMap { low in numbers.max().map { (low, $0) } }
  }

  var cells: [String] {
    let description =
      switch values {
      case .numbers(let low, let high):
        low == high ? Numeral.text(low) : "\(Numeral.text(low))…\(Numeral.text(high))"
      case .integers(let low, let high): low == high ? "\(low)" : "\(low)…\(high)"
      case .booleans(let truths, let falsehoods): "\(truths) true, \(falsehoods) false"
      case .texts(let different, let first): "\(different) different, as in '\(first.onOneLine(limit: 24))'"
      case .none: "none"
      }
    return [name.onOneLine(limit: 24), type, missing == 0 ? "" : String(missing), description]
  }

  func write(to json: inout JSONWriter) {
    json.member("name", name)
    json.member("type", type)
    json.member("missing", missing)
    switch values {
    case .numbers(let low, let high):
      json.member("low", low)
      json.member("high", high)
    case .integers(let low, let high):
      json.member("low", Int(low))
      json.member("high", Int(high))
    case .booleans(let truths, let falsehoods):
      json.member("true", truths)
      json.member("false", falsehoods)
    case .texts(let different, let first):
      json.member("different", different)
      json.member("first", first)
    case .none: break
    }
  }
}
