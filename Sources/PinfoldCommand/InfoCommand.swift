import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldEvaluation
import PinfoldScripting
import PinfoldVerbs

struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration("info")

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
    try result.deliver(
      FileInfo(data: read, isPlanar: options.planar, far: try FarPoints(read.columns, options.planar)))
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
    json.members(["source": source, "points": points.count, "bounds": bounds])
  }
}

/// The points that the first view of a map leaves out, as they lie far from the others.
private struct FarPoints {
  /// Their number, and the view of the others.
  let text: String

  /// The ids and coordinates of the first few, in the order of the data.
  let examples: [(id: String, longitude: Double, latitude: Double)]

  let count: Int

  init?(_ columns: PointColumns, _ isPlanar: Bool) throws {
    let bare = PointColumns(longitude: columns.longitude, latitude: columns.latitude)
    let points = try PointSet(bare, isPlanar: isPlanar, context: RunContext(threads: Processors.count))
    let (view, outside) = try ScreenDefinition().viewport.fitted(leavingOutFewOf: points)
    guard !outside.isEmpty else { return nil }
    text = "\(Viewport.outliers(outside.count, of: points.count)); --view \(view.shortText) shows the others"
    let order = points.rowOrder
    let isOutside = Set(outside)
    examples = order.indices.lazy.filter { isOutside.contains(order[$0]) }.prefix(3).map { row in
      (columns.ids?[row].description ?? "\(row)", columns.longitude[row], columns.latitude[row])
    }
    count = outside.count
  }

  var rows: [(String, String)] {
    [("far off", text)]
      + examples.map { ("", "id \($0): \(Numeral.text($1)), \(Numeral.text($2))") }
  }
}

private struct FileInfo: ListText {
  let data: PointData
  let isPlanar: Bool
  let far: FarPoints?

  private var shown: ArraySlice<Attribute> { data.columns.attributes.prefix(DataReport.shownColumns) }
  private var more: Int { data.columns.attributes.count - shown.count }

  func write(to json: inout JSONWriter) {
    json.key("data")
    data.report.write(to: &json)
    if let far { json.member("farOff", far.count) }
    json.member("attributes", objects: shown) { AttributeSummary($0).write(to: &$1) }
    if more > 0 { json.member("moreAttributes", more) }
  }

  var table: String {
    let report = data.report.table(with: far?.rows ?? [])
    guard !shown.isEmpty else { return report + firstRows + maps }
    var table = TextTable(header: ["column", "type", "missing", "values"])
    for attribute in shown { table.row(AttributeSummary(attribute).cells) }
    let rest = more > 0 ? "… and \(more) more\n" : ""
    return report + "\nother columns\n" + table.text + rest + firstRows + maps
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
    let hasOwn = shown.contains { $0.name == "weight" }
    let weight = hasOwn ? [] : columns.weight.map { [("weight", $0)] } ?? []
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
  /// The name, the type, the number of missing values, and the extent of the others.
  let cells: [String]

  private let facts: [(name: String, value: any CellValue)]

  /// Summarizes a column.
  ///
  /// - Complexity: O(*n*) in the values; texts are hashed.
  init(_ attribute: Attribute) {
    let (type, values) = (attribute.values.kind.rawValue, attribute.values)
    let missing = values.count - values.presentRows.count
    let (text, facts) = Self.extent(of: attribute.values) ?? ("none", [])
    cells = [attribute.name.onOneLine(limit: 24), type, missing == 0 ? "" : String(missing), text]
    self.facts = [("name", attribute.name), ("type", type), ("missing", missing)] + facts
  }

  func write(to json: inout JSONWriter) { for (name, value) in facts { json.member(name, value.node) } }

  /// The extent of values as a text and as facts; nil where all are missing.
  private static func extent(
    of values: Attribute.Values
  ) -> (text: String, facts: [(name: String, value: any CellValue)])? {
    func range<Number: Comparable>(
      _ numbers: some Sequence<Number>, _ text: (Number) -> String, _ value: (Number) -> any CellValue
    ) -> (text: String, facts: [(name: String, value: any CellValue)])? {
      guard let low = numbers.min(), let high = numbers.max() else { return nil }
      let shown = low == high ? text(low) : "\(text(low))…\(text(high))"
      return (shown, [("low", value(low)), ("high", value(high))])
    }
    switch values {
    case .numbers(let numbers): return range(numbers.present.lazy.map(\.element), Numeral.text) { $0 }
    case .integers(let numbers):
      return range(numbers.present.lazy.map(\.element), { "\($0)" }) { Int($0) }
    case .booleans(let flags):
      let truths = flags.present.count { $0.element == true }
      let falsehoods = flags.presentCount - truths
      guard flags.presentCount > 0 else { return nil }
      return ("\(truths) true, \(falsehoods) false", [("true", truths), ("false", falsehoods)])
    case .texts(let column):
      let different = Set(column.present.lazy.map { ExactText($0) }).count
      return column.present.first { _ in true }.map { first in
        let text = "\(different) different, as in '\(first.onOneLine(limit: 24))'"
        return (text, [("different", different), ("first", first)])
      }
    }
  }
}
