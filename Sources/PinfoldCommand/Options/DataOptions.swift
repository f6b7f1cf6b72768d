import ArgumentParser
import Pinfold
import PinfoldData

/// How to read data: which columns are what.
struct DataOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Column of longitudes, or of x.", valueName: "column"))
  var lon: String?

  @Option(help: ArgumentHelp("Column of latitudes, or of y.", valueName: "column"))
  var lat: String?

  @Option(
    help: ArgumentHelp(
      "Column of ids, which must be unique. Without it: a unique column 'id', or the ids of GeoJSON "
        + "features, or else the rows' numbers from 0.",
      valueName: "column"))
  var id: String?

  @Option(help: ArgumentHelp("Column of weights, finite and not negative.", valueName: "column"))
  var weight: String?

  @Option(
    help: ArgumentHelp(
      "Column of groups; points of different groups never share a cluster.", valueName: "column"))
  var group: String?

  @Option(help: ArgumentHelp("Column of priorities, numbers.", valueName: "column"))
  var priority: String?

  @Option(
    help: ArgumentHelp(
      "What separates fields: a character, or tab, comma, semicolon, pipe, space. Without it: found out.",
      valueName: "character"))
  var delimiter: String?

  @Flag(name: .customLong("no-header"), help: "The first row is data; columns are named by number, from 1.")
  var hasNoHeader = false

  @Flag(help: "Coordinates are plain x and y: any number, nothing wraps.")
  var planar = false

  @Flag(help: "Fail on the first row that cannot be used, rather than skip and count it.")
  var strict = false

  /// What the reader is told.
  func readOptions() throws(DataError) -> ReadOptions {
    var options = ReadOptions(
      longitude: lon, latitude: lat, id: id, weight: weight, group: group, priority: priority,
      header: hasNoHeader ? false : nil, planar: planar, strict: strict)
    if let delimiter { options.delimiter = try ReadOptions.delimiter(named: delimiter) }
    return options
  }

  /// Reads a file into a point set, and notes on standard error what the user should know.
  ///
  /// - Parameter attributes: which other columns to read.
  /// - Returns: the points, and what was understood of the file.
  func load(
    _ path: String, attributes: AttributeChoice = .none
  ) throws -> (points: PointSet, report: DataReport) {
    var options = try readOptions()
    options.attributes = attributes
    let data = try PointReader.read(path: path, options: options)
    for warning in data.report.warnings { Console.note(warning) }
    return (try PointSet(data.columns, planar: planar, source: data.report.source), data.report)
  }
}

extension PointSet {
  /// Makes a set of columns that were read; errors name their source.
  init(_ columns: PointColumns, planar: Bool, source: String) throws(Failure) {
    let square = planar ? PlanarExtent(enclosing: columns.longitude, columns.latitude) : nil
    do {
      try self.init(columns, projection: square.map { .planar($0) } ?? .mercator)
    } catch {
      throw .failed("\(source): \(error)")
    }
  }
}
