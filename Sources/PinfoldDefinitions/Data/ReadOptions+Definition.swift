package import Pinfold
package import PinfoldData

/// The options of reading a file.
extension ReadOptions: Definition {
  package init() { self.init(longitude: nil) }

  package static let owner = "a dataset"

  package static let options: [DefinedOption<ReadOptions>] = [
    DefinedOption("lon", \.longitude, value: "column", "Column of longitudes, or of x."),
    DefinedOption("lat", \.latitude, value: "column", "Column of latitudes, or of y."),
    DefinedOption(
      "location", \.location, standard: "detected where no columns are coordinates", value: "column",
      "Column that holds both: pairs, degrees with minutes, WKT, WKB, GeoJSON or plus codes."),
    DefinedOption(
      "latitudeFirst", \.latitudeFirst, standard: "detected", example: "true",
      "Whether pairs in one column are latitude and longitude."),
    DefinedOption(
      "id", \.id,
      standard:
        "the ids of GeoJSON features, or a column 'id'; numbers of rows from 0 without any, '#0', '#1' and so on where one "
        + "repeats or is missing",
      value: "column", "Column of ids, which must be unique."),
    DefinedOption(
      "weight", \.weight, value: "column", "Column of weights, finite and not negative."),
    DefinedOption(
      "group", \.group, value: "column",
      "Column of groups; points of different groups never share a cluster."),
    DefinedOption("priority", \.priority, value: "column", "Column of priorities, numbers."),
    DefinedOption(
      "mergeable", \.mergeable, value: "column",
      "Column that says which points may join a cluster: true or false; where it is empty they may."
    ),
    DefinedOption(
      "truth", \.truth, value: "column",
      "Column of labels, which the metric truth compares clusters with."),
    DefinedOption(
      "ungrouped", \.ungrouped, "Whether points without a group merge together, or each stays alone."),
    DefinedOption(
      "delimiter", .text, standard: "detected", value: "character", example: "tab",
      "What separates fields: a character, or tab, comma, semicolon, pipe, space."
    ) { (read, node, _) throws(DefinitionError) in
      guard let byte = try? Self.delimiter(named: node.text ?? "") else {
        throw node.mistake(
          "delimiter", takes: "one ASCII character but no quote, letter or digit, or 'tab'")
      }
      read.delimiter = byte
    },
    DefinedOption(
      "header", \.header, standard: "detected", example: "false",
      "Whether the first row names the columns; if not they are named by number, from 1."),
    DefinedOption(
      "decimalComma", \.decimalComma,
      "Numbers in delimited text are written with a comma, as in 48,85."),
    DefinedOption(
      "within", \.bounds, standard: "everywhere", value: "W,S,E,N", example: "-10,35,30,60",
      "Only rows in a box, which a file with an index finds without reading the others; a west greater than the "
        + "east crosses ±180°."),
    DefinedOption(
      "where", .text, standard: "all rows", value: "condition",
      example: "mag >= 4 and place ~ 'Alaska'",
      "Only rows of which this holds, as in mag >= 4 and place ~ 'Alaska'."
    ) { (read, node, _) throws(DefinitionError) in
      let text = try String(node, of: "where")
      do { read.condition = try Condition(text) } catch { throw node.mistake("\(error)") }
    },
    DefinedOption(
      "sample", \.sample, takes: .integer(1...100_000_000), standard: "all rows", value: "count",
      "Only so many rows, drawn at random."),
    DefinedOption("sampleSeed", \.sampleSeed, "The seed of the rows that are drawn."),
    DefinedOption(
      "head", \.head, takes: .integer(1...100_000_000), standard: "all rows", value: "count",
      "Only the first rows that are left."),
    DefinedOption(
      "encoding", \.encoding, standard: "the file's, else UTF-8, else Windows-1252", value: "name",
      example: "windows-1252",
      "The encoding of texts, by a name that iconv knows."),
    DefinedOption(
      "layer", \.layer, standard: "the only one", value: "name",
      "The layer to read, of a file with several, such as a GeoPackage."),
    DefinedOption(
      "crs", .text, standard: "the file's, else EPSG:4326", value: "system", example: "EPSG:3857",
      "The system of the coordinates: EPSG:4326 for degrees, EPSG:3857 for metres of Web Mercator."
    ) { (read, node, _) throws(DefinitionError) in
      guard let system = CoordinateSystem(named: node.text ?? "") else {
        throw node.mistake("crs", takes: "EPSG:4326 or EPSG:3857")
      }
      read.system = system
    },
    DefinedOption(
      "shapes", \.shapes,
      "Whether lines and polygons are skipped, or count as a point inside of each."),
    DefinedOption("planar", \.planar, "Coordinates are plain x and y: any number, nothing wraps."),
    DefinedOption(
      "strict", \.strict,
      "Fail on the first row that cannot be used, rather than skip and count it."),
    DefinedOption(
      "maxUnpacked", \.maxUnpacked, takes: .integer(1...(1 << 40)), value: "MB",
      "The most that gzip'd data may unpack to, in megabytes."),
    DefinedOption(
      "attributes", \.attributes, standard: "all in scripts, else none", value: "list",
      example: "population,kind",
      "Which other columns to keep for plugins and aggregates: all, none, or names."),
  ]
}

extension AttributeChoice: OptionValue {
  package static var kind: ParameterKind {
    .type(#""all"|"none"|string[]"#, "all, none, or a list of names of columns")
  }

  package init(
    _ node: Node, of name: String, kind: ParameterKind, registry: Registry
  ) throws(DefinitionError) {
    switch node.text {
    case "all": self = .all
    case "none": self = .none
    default:
      self = .named(
        try node.alternatives.map { (node) throws(DefinitionError) in
          guard let text = node.text else { throw node.mistake(name, takes: kind.expectation) }
          return text
        })
    }
  }

  package var standard: String? { nil }
}
