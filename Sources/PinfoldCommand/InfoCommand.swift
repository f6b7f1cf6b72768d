import ArgumentParser
import Pinfold
import PinfoldData

/// `pinfold info`: what is understood of a file.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Tell what is understood of a data file.",
    usage: "pinfold info [<options>] <data>",
    discussion: """
      Format, columns and which were taken for what, rows that can be used and rows that cannot (with examples), \
      bounds, points on one spot, and the other columns with their types and ranges.

      Examples:
        pinfold info stations.csv
        pinfold info airports.dat --lon 8 --lat 7 --id 1
        curl -s https://example.org/quakes.geojson | pinfold info - --format json
      """)

  @Argument(
    help: "CSV, TSV, GeoJSON or JSON arrays, gzip'd or not; - for standard input.", completion: .file())
  var data: String

  @Option(help: "How to write the report.")
  var format = ListFormat.table

  @OptionGroup(title: "Reading the data") var reading: DataOptions

  func run() throws {
    Interrupts.endProcess()
    var options = try reading.readOptions()
    options.attributes = .all
    options.countsRepeats = true
    let read = try PointReader.read(path: data, options: options)
    let attributes = read.columns.attributes.prefix(DataReport.shownColumns).map { AttributeSummary($0) }
    let more = read.columns.attributes.count - attributes.count
    switch format {
    case .table: try Console.write(table(read.report, attributes, more: more))
    case .json:
      try Output.deliver(to: nil) { json in
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

  private func table(_ report: DataReport, _ attributes: [AttributeSummary], more: Int) -> String {
    guard !attributes.isEmpty else { return report.table }
    var table = TextTable(header: ["column", "type", "missing", "values"])
    for attribute in attributes { table.row(attribute.cells) }
    let rest = more > 0 ? "… and \(more) more\n" : ""
    return report.table + "\nother columns\n" + table.text + rest
  }
}
