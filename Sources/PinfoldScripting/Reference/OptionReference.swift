extension APIReference {
  /// What functions and methods take.
  static let optionTables: [APIEntry] = [
    .table(
      "Parameters", "Parameters by name.",
      [.operation("[string]", "number|string|boolean", "A value.")]),
    .table(
      "ReadOptions", "How to read a file; the columns' names are guessed where none are given.",
      [
        .field("name", "string?", "The dataset's name; the file's, unless given."),
        .field("lon", "string?", "The column of longitudes, or of x."),
        .field("lat", "string?", "The column of latitudes, or of y."),
        .field("id", "string?", "The column of ids."),
        .field("weight", "string?", "The column of weights."),
        .field("group", "string?", "The column of groups that never merge with each other."),
        .field("priority", "string?", "The column of priorities."),
        .field("delimiter", "string?", "What stands between columns of text."),
        .field("header", "boolean?", "Whether the first row names the columns."),
        .field("planar", "boolean?", "Whether places are on a plane and not on the globe."),
        .field("strict", "boolean?", "Whether a bad row is an error; else it is skipped."),
        .field("attributes", "boolean?", "Whether to keep the other columns; true unless given."),
      ]),
    .table(
      "GenerateOptions", "How to make points up; also the generator's own parameters.",
      [
        .field("count", "integer?", "How many; 10000 unless given."),
        .field("seed", "integer?", "Chance starts from here; 1 unless given."),
        .field("name", "string?", "The dataset's name."),
      ]),
    .table(
      "PointColumns", "Points as lists or columns of equal lengths.",
      [
        .field("lon", "number[]|column?", "Longitudes in degrees."),
        .field("lat", "number[]|column?", "Latitudes in degrees."),
        .field("x", "number[]|column?", "In place of lon, on a plane."),
        .field("y", "number[]|column?", "In place of lat, on a plane."),
        .field("id", "(integer|string)[]?", "Ids; the row's number unless given."),
        .field("weight", "number[]|column?", "Weights; 1 unless given."),
        .field("name", "string?", "The dataset's name."),
        .field("planar", "boolean?", "Whether places are on a plane and not on the globe."),
      ]),
    .table(
      "ViewOptions", "A place, a zoom and a screen.",
      [
        .field("lon", "number?", "Longitude of the middle in degrees."),
        .field("lat", "number?", "Latitude of the middle in degrees."),
        .field("x", "number?", "In place of lon, on a plane."),
        .field("y", "number?", "In place of lat, on a plane."),
        .field("zoom", "number", "The zoom, -8 to 32."),
      ] + screenFields),
    .table(
      "FitOptions", "The screen that is to hold all points.",
      screenFields + [
        .field("padding", "number?", "Free space at the edges in screen points; 40 unless given.")
      ]),
    .table(
      "PlanOptions", "Which views to try.", planFields + screenFields),
    .table(
      "StrategyOptions", "The steps that follow a strategy; also the strategy's own parameters.",
      [
        .field(
          "representative", "Representative?",
          "Where markers stand: a name, or a table with name and parameters."),
        .field("limits", "Limits?", "When clusters give way to their points."),
        .field(
          "separate", "boolean|Separate?", "Whether clusters merge whose markers would lie on one another."),
      ]),
    .table(
      "CompareOptions", "What to compare, and on which views.",
      [
        .field("datasets", "dataset[]", "The data."),
        .field("strategies", "(string|strategy)[]?", "The strategies; the usual ones unless given."),
        .field("metrics", "(string|metric)[]?", "The metrics; overlap and determinism unless given."),
      ] + planFields + screenFields),
    .table(
      "ScoreOptions", "What to measure.",
      [
        .field(
          "metrics", "(string|metric)[]?", "The metrics; all that do not run a strategy again unless given."),
        .field("seed", "integer?", "The seed of what is drawn at random; 1 unless given."),
      ]),
    .table(
      "CheckOptions", "How to hold something to its contract.",
      [
        .field(
          "kind", #""strategy"|"representative"|"metric"|"diff"?"#, "Its kind, where several have the name."),
        .field("seed", "integer?", "The seed of points drawn at random; 1 unless given."),
        .field("thorough", "boolean?", "Whether to try more and larger sets of points."),
      ]),
    .table(
      "PictureOptions", "How to draw several frames.",
      [
        .field("titles", "string[]?", "A title for each frame."),
        .field("columns", "integer?", "How many stand side by side."),
      ] + drawingFields),
    .table(
      "PlotOptions", "How to draw a frame.", [.field("title", "string?", "A title.")] + drawingFields),
    .table("WayOptions", "How to draw a transition.", [.field("title", "string?", "A title.")] + styleFields),
    .table(
      "LeafOptions", "Which points of a cluster to tell.",
      [
        .field("limit", "integer?", "How many at most; 10 unless given."),
        .field("offset", "integer?", "How many to pass over; 0 unless given."),
      ]),
    .table(
      "SpreadOptions", "How to lay the points of a stack out.",
      [
        .field("screen", "boolean?", "Whether to answer screen points and not degrees."),
        .field("shape", #""automatic"|"circle"|"spiral"?"#, "The shape."),
        .field("separation", "number?", "The distance of neighbours in screen points; 24 unless given."),
      ]),
    .table(
      "ReduceOptions", "How to fold the members of a cluster into one value.",
      [
        .field("attributes", "string[]?", "What points carry besides id, lon, lat and weight."),
        .field("map", "fun(point: table): any", "Makes a value of a member."),
        .field("reduce", "fun(a: any, b: any): any", "Joins two values."),
        .field("initial", "any?", "What to start with, or a function that makes it."),
      ]),
    .table(
      "MetricSubject", "What a metric measures that may run the strategy again.",
      [
        .field("strategy", "strategy", "The strategy."),
        .field("dataset", "dataset", "The points."),
        .field("view", "view", "The view."),
        .field("seed", "integer?", "The seed of what is drawn at random; 1 unless given."),
      ]),
    .table(
      "Place", "A place, in degrees or on a plane.",
      [
        .field("lon", "number?", "Longitude in degrees."),
        .field("lat", "number?", "Latitude in degrees."),
        .field("x", "number?", "In place of lon, on a plane."),
        .field("y", "number?", "In place of lat, on a plane."),
      ]),
    .table(
      "Move", "A point and its new place.",
      [
        .field("id", "integer|string", "The point."),
        .field("lon", "number?", "Longitude in degrees."),
        .field("lat", "number?", "Latitude in degrees."),
        .field("x", "number?", "In place of lon, on a plane."),
        .field("y", "number?", "In place of lat, on a plane."),
      ]),
  ]

  private static let screenFields: [APIEntry] = [
    .field("width", "number?", "The width in screen points; 1280 unless given."),
    .field("height", "number?", "The height in screen points; 800 unless given."),
    .field("tileSize", "number?", "The width of a tile in screen points; 256 unless given."),
    .field(
      "margin", "number?",
      "How far around the screen clusters are wanted, as a share of its size; 0 unless given."),
  ]

  private static let planFields: [APIEntry] = [
    .field("zooms", "number[]?", "The zooms; 3, 6, 9 and 12 unless given."),
    .field("spots", "integer?", "How many crowded places at each zoom; 3 unless given."),
    .field("seed", "integer?", "The places are drawn from here; 1 unless given."),
    .field("fit", "boolean?", "Whether to look at all points at once too; true unless given."),
  ]

  private static let drawingFields: [APIEntry] =
    [
      .field(
        "layers",
        #"("graticule"|"cells"|"hulls"|"legs"|"points"|"markers"|"spread"|"scale"|"legend")[]?"#,
        "What to draw.")
    ] + styleFields

  private static let styleFields: [APIEntry] = [
    .field("smallest", "number?", "The radius of a single point's marker in screen points."),
    .field("largest", "number?", "The greatest radius of a marker in screen points."),
    .field("saturation", "number?", "The count at which markers grow no more."),
  ]
}
