extension APIReference {
  /// Data, views, and named things.
  static let dataObjects: [APIEntry] = [
    .object(
      "dataset", "A named set of points.",
      example: #"cities = generate("cities", { count = 5000 })"#,
      [
        .operation("#", "integer", "The number of points."),
        .operation(
          "[i]", "table",
          "The row of a point as a table, counted from 1 in the order of the data, as the values of columns are."
        ),
        .operation(
          ".column", "column|texts",
          "A column of the data by its name: numbers, a mask of booleans, or texts. It hides a field of that name "
            + "but lon, lat and the points' own weight, and a method until it is called."),
        .field("name", "string", "Its name."),
        .field(
          "columns", "table[]",
          "Each column: its type, how many values are missing, least and greatest."),
        .field("lon", "column", "Longitudes in degrees, or x of planar data."),
        .field("lat", "column", "Latitudes in degrees, or y of planar data."),
        .field("weight", "column", "Weights; 1 where the data have none."),
        .field("rows", "integer", "The number of rows that were read."),
        .field("skipped", "integer", "The number of rows that could not be used."),
        .field("report", "string", "What was read and what was skipped, as a text."),
        .method(
          "info", "(): table", "The fields name, rows, skipped and report, whatever columns the data have.",
          example: "cities:info().name"),
        .method("id", "(index: integer): integer|string", "The id of a row's point."),
        .method(
          "column", "(name: string): column|texts",
          "A column of the data, also one that is called lon, lat or weight."),
        .method(
          "head", "(count?: integer): table[]", "The first rows of the data, 10 unless told."),
        .method(
          "top", "(count: integer, column: string): table[]",
          "The points with the greatest values of a column, the greatest first."),
        .method(
          "filter", "(test: column|fun(index: integer): boolean): dataset",
          "The points of a mask, or of which a function holds.",
          example: "cities:filter(cities.lat:gt(50))"),
        .method(
          "where", "(condition: string): dataset",
          "The points of which a condition on columns holds.",
          example: #"cities:where("lat > 50 and lon < 10")"#),
        .method(
          "select", "(columns: string[]): dataset", "The points with some of their columns.",
          example: #"plants:select { "fuel", "capacity" }"#),
        .method(
          "derive", "(columns: table<string, column|texts>): dataset",
          "The points with more columns, or others of the same names.",
          example: "quakes:derive { energy = quakes.mag * 1.5 + 4.8 }"),
        .method(
          "sort", "(column: string, options?: SortOptions): dataset",
          "The points as rows in the order of a column: numbers, or texts by their bytes; ties stay as they are, "
            + "what is missing comes last.",
          example: #"quakes:sort("mag", { descending = true }):head(5)"#),
        .method(
          "group", "(column: string): table[]",
          "For each value of a column the number of points and the means of the columns of numbers.",
          example: #"plants:group("fuel")"#),
        .method(
          "join", "(other: dataset, column: string): dataset",
          "The points with the other's columns where it has the same value of a column; none where it has not.",
          example: #"plants:join(prices, "fuel")"#),
        .method(
          "concat", "(other: dataset): dataset",
          "The points of both; they keep their ids unless two are equal, which numbers them.",
          example: "january:concat(february)"),
        .method(
          "fit", "(options?: FitOptions): view", "The view that holds all points.",
          example: "cities:fit { width = 800, height = 600 }"),
        .method(
          "views", "(options?: PlanOptions): view[]",
          "Views for trials: all points at once, and crowded locations at each zoom."),
      ]),
    .object(
      "texts", "Texts in native memory, a column of data; what is missing reads as false.",
      [
        .operation("#", "integer", "The number of texts."),
        .operation("[i]", "string|false", "A text, counted from 1."),
        .method("eq", "(text: string): column", "A mask of the texts that are equal to one."),
        .method("ne", "(text: string): column", "A mask of the texts that are there and differ."),
        .method("isin", "(texts: string[]): column", "A mask of the texts that are among some."),
        .method(
          "has", "(text: string): column", "A mask of the texts that hold one, whatever the case."),
        .method("match", "(pattern: string): column", "A mask of the texts in which Lua finds a pattern."),
        .method("missing", "(): column", "A mask of what is missing."),
        .method("distinct", "(): table[]", "Each text with its count, the most frequent first."),
        .method("totable", "(): (string|false)[]", "The texts as a list."),
      ]),
    .object(
      "view", "A location, a zoom and a screen.",
      example: "view { lon = 2.35, lat = 48.86, zoom = 6 }",
      [
        .field("lon", "number", "Longitude of its middle in degrees, or x on planar data."),
        .field("lat", "number", "Latitude of its middle in degrees, or y on planar data."),
        .field(
          "zoom", "number",
          "The zoom: the world is one tile at 0, and twice as wide with each level."),
        .field("width", "number", "The width in screen points."),
        .field("height", "number", "The height in screen points."),
        .field("tileSize", "number", "The width of a tile in screen points."),
        .field(
          "margin", "number",
          "How far around the screen clusters are wanted, as a share of its size."),
        .field("bearing", "number", "What is up on the screen, in degrees clockwise from north."),
        .field("clip", "string", "Which clusters are listed: 'members' or 'markers'."),
      ]),
    .object(
      "strategy", "A configured strategy, with the steps that follow it.",
      example: #"strategy("grid", { cellSize = 80 }):frame(cities, cities:fit())"#,
      [
        .field("name", "string", "Its name."),
        .field("parameters", "Parameters", "The values of its parameters."),
        .field("capabilities", "string[]", "What it promises, such as \"nested\"."),
        .method(
          "build", "(dataset: dataset): map",
          "Its index over points, which returns the frame of any view."),
        .method("frame", "(dataset: dataset, view: view): frame", "The clusters of one view."),
      ]),
    .object(
      "metric", "A way to judge frames.", example: #"metric("overlap"):measure(frame)"#,
      [
        .field("name", "string", "Its name."),
        .field("summary", "string", "One line that says what it measures."),
        .field("formula", "string", "How it is computed."),
        .field("source", "string", "Where it comes from."),
        .method(
          "measure", "(subject: frame|frame[]|MetricSubject): table",
          "Its values by measure; 'undefined' holds a reason for each that is missing, and 'why' says what it means."
        ),
      ]),
    .object(
      "camera", "A movement of the camera.",
      [
        .field("name", "string", "Its name."),
        .method(
          "views", "(start: view, dataset?: dataset): view[]",
          "The views of the path, the start first; the dataset matters for planar data only."),
      ]),
    .object(
      "study", "A planned study.",
      [
        .field("name", "string", "Its name."),
        .field("runs", "integer", "The number of its runs: all combinations."),
        .method(
          "run", "(folder: string, options?: StudyRunOptions): StudyReport",
          "Runs it into a folder, or goes on with it, and returns scores by dataset, strategy and camera."
        ),
        .method(
          "merge", "(parts: string[], folder: string): StudyReport",
          "Joins the runs of other folders, such as those of parts, in one that has this plan; no run is made."
        ),
        .method(
          "verify", "(folder: string, options?: StudyVerifyOptions): StudyVerification",
          "Compares a folder with what its manifest's definition makes, and measures its frames again."),
        .method(
          "compare", "(folder: string, other: string): StudyComparison",
          "Compares the results of two folders, whatever their plans, by the runs that both have."),
      ]),
    .object(
      "diff", "A way for the markers of one frame to become those of another.",
      [
        .field("name", "string", "Its name."),
        .method(
          "between", "(old: frame, new: frame): transition", "The way from one frame to another."),
      ]),
  ]
}
