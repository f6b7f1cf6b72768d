import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting

/// `pinfold info`: shows how a file is understood.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Tell what is understood of a data file.",
    discussion: """
      Format, columns and which were taken for what, rows that can be used and rows that cannot (with examples), \
      bounds, coincident points, the other columns with their types and ranges, and the first rows.

      Examples:
        pinfold info stations.csv
        pinfold info airports.dat --lon 8 --lat 7 --id 1
        curl -s https://example.org/quakes.geojson | pinfold info - --format json
      """)

  @OptionGroup(title: "Data") var data: DataOptions

  @OptionGroup var result: ResultOptions<ListFormat>

  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>

  @OptionGroup(title: "Plugins") var plugins: PluginOptions

  func run() throws {
    let format = try result.chosen()
    Interrupts.endProcess()
    guard data.generators.isEmpty else { return try showMadeUp(as: format) }
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
    let attributes = read.columns.attributes.prefix(DataReport.shownColumns).map { AttributeSummary($0) }
    let more = read.columns.attributes.count - attributes.count
    switch format {
    case .table:
      try Output.deliver(
        table(read.report, attributes, more: more) + firstRows(read.columns, isPlanar: options.planar),
        to: result.output.path)
    case .json:
      try Output.deliver(to: result.output.path) { json in
        json.object { json in
          json.key("data")
          read.report.write(to: &json)
          json.key("attributes")
          json.array { json in for attribute in attributes { attribute.write(to: &json) } }
          if more > 0 { json.member("moreAttributes", more) }
        }
      }
    }
  }

  /// Shows the number and the bounds of a generator's points, of which nothing else is to be understood.
  private func showMadeUp(as format: ListFormat) throws {
    let definition = try data.one(reading, try plugins.workbench().registry)
    let points = try definition.read(context: RunContext()).points
    let (west, east) = (points.longitude.min() ?? 0, points.longitude.max() ?? 0)
    let (south, north) = (points.latitude.min() ?? 0, points.latitude.max() ?? 0)
    let bounds = [west, south, east, north]
    switch format {
    case .table:
      var table = TextTable()
      table.row(["source", definition.source])
      table.row(["points", "\(points.count)"])
      table.row(["bounds", bounds.map(Numeral.text).joined(separator: ", ")])
      try Output.deliver(table.text, to: result.output.path)
    case .json:
      try Output.deliver(to: result.output.path) { json in
        json.object { json in
          json.member("source", definition.source)
          json.member("points", points.count)
          json.key("bounds")
          json.array { json in for bound in bounds { json.value(bound) } }
        }
      }
    }
  }

  /// The first points with all their columns, as far as these go on the screen.
  private func firstRows(_ columns: PointColumns, isPlanar: Bool) -> String {
    let axes = isPlanar ? ["x", "y"] : ["lon", "lat"]
    let weight = columns.weight.map { [("weight", $0)] } ?? []
    let attributes = columns.attributes.prefix(DataReport.shownColumns)
    let header = ["id"] + axes + weight.map(\.0) + attributes.map(\.name)
    let rows = (0..<min(5, columns.count)).map { row in
      [columns.ids.map { $0[row].description } ?? String(row)]
        + ([columns.longitude, columns.latitude] + weight.map(\.1)).map { Numeral.text($0[row]) }
        + attributes.map { $0.values.text(at: row) ?? "" }
    }
    return "\nfirst rows\n"
      + FittedTable.text(
        header: header.map { $0.onOneLine(limit: 40) }, rows: rows.map { $0.map { $0.onOneLine(limit: 80) } },
        width: Terminal.size.columns)
  }

  private func table(_ report: DataReport, _ attributes: [AttributeSummary], more: Int) -> String {
    guard !attributes.isEmpty else { return report.table }
    var table = TextTable(header: ["column", "type", "missing", "values"])
    for attribute in attributes { table.row(attribute.cells) }
    let rest = more > 0 ? "… and \(more) more\n" : ""
    return report.table + "\nother columns\n" + table.text + rest
  }
}
