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
      "location", \.location, standard: "detected if no columns hold longitudes and latitudes",
      value: "column",
      "Column that holds both coordinates: pairs, degrees with minutes, WKT, WKB, GeoJSON or plus codes."),
    DefinedOption(
      "latitudeFirst", \.latitudeFirst, standard: "detected", example: "true",
      "Whether pairs in one column, or positions of GeoJSON, TopoJSON and KML, have the latitude first."),
    DefinedOption(
      "id", \.id,
      standard:
        "the ids of GeoJSON features, or a column 'id'; else row numbers from 0; '#0', '#1' and so on if an id repeats or is "
        + "missing",
      value: "column", "Column of ids, which must be unique."),
    DefinedOption(
      "weight", \.weight, value: "column", "Column of weights: finite numbers, 0 or more."),
    DefinedOption(
      "group", \.group, value: "column",
      "Column of groups; points of different groups never share a cluster."),
    DefinedOption("priority", \.priority, value: "column", "Column of priorities: numbers."),
    DefinedOption(
      "mergeable", \.mergeable, value: "column",
      "Column of true or false: whether a point may join a cluster. Empty means true."
    ),
    DefinedOption(
      "truth", \.truth, value: "column",
      "Column of labels with which the metric truth compares clusters."),
    DefinedOption(
      "ungrouped", \.ungrouped, "Whether points without a group are one group, or each stays alone."),
    DefinedOption(
      "unweighted", \.unweighted,
      "Whether points whose weight is missing, negative or not a number have weight 0, or are skipped."
    ),
    DefinedOption(
      "delimiter", .text, standard: "detected", value: "character", example: "tab",
      "Field separator: a character, or tab, comma, semicolon, pipe, space."
    ) { (read, node, _) throws(DefinitionError) in
      guard let byte = try? Self.delimiter(named: node.text ?? "") else {
        throw node.mistake(
          "delimiter", takes: "one ASCII character but no quote, letter or digit, or 'tab'")
      }
      read.delimiter = byte
    },
    DefinedOption(
      "header", \.header, standard: "detected", example: "false",
      "Whether the first row has the column names. If not, columns are named by their numbers, from 1."),
    DefinedOption(
      "decimalComma", \.decimalComma,
      "Delimited text has decimal commas, as in 48,85."),
    DefinedOption(
      "within", \.bounds, standard: "everywhere", value: "W,S,E,N", example: "-10,35,30,60",
      "Read only rows in a box. If the west is greater than the east, the box crosses ±180°. A file with an index is not "
        + "read as a whole."),
    DefinedOption(
      "where", .text, standard: "all rows", value: "condition",
      example: "mag >= 4 and place ~ 'Alaska'",
      "Read only rows that meet a condition, as in mag >= 4 and place ~ 'Alaska'."
    ) { (read, node, _) throws(DefinitionError) in
      let text = try String(node, of: "where")
      do { read.condition = try Condition(text) } catch { throw node.mistake("\(error)") }
    },
    DefinedOption(
      "sample", \.sample, takes: .integer(1...100_000_000), standard: "all rows", value: "count",
      "Use a random sample of this many rows."),
    DefinedOption("sampleSeed", \.sampleSeed, "Seed of the random sample."),
    DefinedOption(
      "head", \.head, takes: .integer(1...100_000_000), standard: "all rows", value: "count",
      "Use only the first rows that remain after the other filters."),
    DefinedOption(
      "encoding", \.encoding, standard: "the file's, else UTF-8, else Windows-1252", value: "name",
      example: "windows-1252",
      "Text encoding, by a name that iconv knows."),
    DefinedOption(
      "layer", \.layer, standard: "the only one", value: "name",
      "Layer to read from a file with several, such as a GeoPackage."),
    DefinedOption(
      "crs", .text, standard: "the file's, else EPSG:4326", value: "system", example: "EPSG:3857",
      "Coordinate system: EPSG:4326 for degrees, EPSG:3857 for meters of Web Mercator, or any other that the "
        + "library PROJ knows, if it is installed, such as EPSG:32632 for UTM zone 32 north."
    ) { (read, node, _) throws(DefinitionError) in
      guard let system = CoordinateSystem(option: node.text ?? "") else {
        throw node.mistake("crs", takes: "a coordinate system, such as EPSG:4326, EPSG:3857 or EPSG:32632")
      }
      read.system = system
    },
    DefinedOption(
      "shapes", \.shapes,
      "Whether lines and polygons are skipped, or become a point inside each."),
    DefinedOption(
      "planar", \.planar, "Coordinates are x and y on a plane: any numbers, without wrapping at ±180°."),
    DefinedOption(
      "strict", \.strict,
      "Fail on the first unusable row, rather than skip and count it."),
    DefinedOption(
      "maxUnpacked", \.maxUnpacked, takes: .integer(1...(1 << 40)), value: "MB",
      "Largest size to which gzip'd or zipped data may unpack, in megabytes."),
    DefinedOption(
      "trusted", \.trusted,
      "Open a file of pinfold index without comparing its contents with their digests, which takes a pass over the file."
    ),
    DefinedOption(
      "attributes", \.attributes, standard: "all in scripts, else none", value: "list",
      example: "population,kind",
      "Other columns to keep for plugins and aggregates: all, none, or names."),
    DefinedOption(
      "numbers", \.numbers, value: "column",
      "Columns of numbers, such as '1,234'; what is not a number is missing, and counted."),
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
        try node.values.map { (node) throws(DefinitionError) in
          guard let text = node.text else { throw node.mistake(name, takes: kind.expectation) }
          return text
        })
    }
  }

  package var standard: String? { nil }
}
