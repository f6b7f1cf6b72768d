import PinfoldData

extension APIReference {
  /// The functions of scripts and the shell that plugins do not have.
  static let scriptFunctions: [APIEntry] = [
    .function(
      "dataset", "(path: string, options?: ReadOptions): dataset",
      "Reads points from a file: \(PointFormats.inWords), gzip'd or not.",
      example: #"stations = dataset("stations.csv", { weight = "trips" })"#),
    .function(
      "generate", "(name: string|function, options?: GenerateOptions): dataset",
      "Makes points up, the same ones for the same seed; a function is what 'generate' is in a plugin.",
      example: #"cities = generate("cities", { count = 5000, seed = 7 })"#),
    .function(
      "points", "(columns: PointColumns): dataset", "Makes a dataset of lists or columns.",
      example: "points { lon = { 2.35, 2.36 }, lat = { 48.86, 48.87 }, id = { \"a\", \"b\" } }"),
    .function(
      "view", "(where: ViewOptions|string|number, lat?: number, zoom?: number, screen?: ViewOptions): view",
      "A location, a zoom and a screen; three numbers are longitude, latitude and zoom.",
      example: "paris = view(2.35, 48.86, 6, { width = 400 })"),
    .function(
      "strategy", "(name: string|function, parameters?: StrategyOptions): strategy",
      "A way to fold points into clusters, with the steps that follow it; a function is what 'cluster' is in a "
        + "plugin, and the other fields of one go among the parameters.",
      example: #"grid = strategy("grid", { cellSize = 80, representative = "central" })"#),
    .function(
      "metric", "(name: string|function, parameters?: Parameters): metric",
      "A way to judge frames; a function is what 'measure' is in a plugin.",
      example: #"metric("overlap"):measure(frame).share"#),
    .function(
      "diff", "(name: string|function, parameters?: Parameters): diff",
      "A way for the markers of one frame to become those of another; a function is what 'transition' is in a "
        + "plugin.",
      example: #"diff("membership"):between(old, new)"#),
    .function(
      "camera", "(name: string|function, parameters?: Parameters): camera",
      "A movement of the camera; a function is what 'views' is in a plugin.",
      example: #"camera("pan"):views(paris)"#),
    .function(
      "plugin", "(plugin: string|table)",
      "Registers a plugin file, or reads it again, or a table such as a plugin's file returns.",
      example: #"plugin "Plugins/hexgrid.lua""#),
    .function(
      "list",
      #"(kind?: "strategies"|"representatives"|"diffs"|"metrics"|"generators"|"cameras"): Registered[]"#,
      "What can be asked for by name, with parameters.",
      example: #"show(list("metrics"), { "name", "summary" })"#
    ),
    .function(
      "compare", "(options: CompareOptions): table[]",
      "Judges strategies by metrics on the same views of the same data; the list's notes say what to know of these.",
      example: #"show(compare { datasets = { cities }, strategies = { "grid", "radius" } })"#),
    .function(
      "study", "(definition: StudyOptions|string): study",
      "Plans a study: strategies along camera paths over data, stored frame by frame; or, of the path of a "
        + "manifest.json, the one that is to come to the same frames again.",
      example: #"study { datasets = { "stations.csv" }, strategies = { "grid" } }:run("Results")"#),
    .function(
      "score", "(dataset: dataset, frames: frame[]|string, options?: ScoreOptions): Scores",
      "What metrics say of frames, or of those in a file that any program wrote.",
      example: #"score(cities, "frames.json").frames[1]["overlap.share"]"#),
    .function(
      "check", "(name: string, parameters?: Parameters, options?: CheckOptions): CheckReport",
      "Holds a strategy, or something of another kind, to the contract of its kind.",
      example: #"check("hexgrid").violations"#),
    .function(
      "show", "(rows: table[], columns?: string[])", "Prints rows as an aligned table.",
      example: #"show(list("metrics"), { "name", "summary" })"#),
    .function(
      "top", "(rows: table[]|frame, count?: integer, by?: string): table[]",
      "The rows with the greatest values of a column, in order; of a frame the largest clusters.",
      example: "top(frame, 5)"),
    .function(
      "csv", "(rows: table[], columns?: string[]): string",
      "Rows as CSV; fields are strings, numbers, booleans or short lists of them."),
    .function(
      "json", "(value: any): string",
      "A value as JSON: lists and columns as arrays; NaN, infinity and a missing text as null."),
    .function(
      "label", #"(count: integer, style?: "exact"|"capped"|"abbreviated", limit?: integer): string"#,
      "A count as a marker writes it: 1234, 99+ or 1.2k.", example: #"label(1234, "abbreviated")"#),
    .function(
      "live", "(data: dataset, options?: LiveOptions): livemap",
      "Shows points on a map in the browser that can be moved, one strategy beside another.",
      example: #"m = live(cities, { strategies = { "radius", "grid" } })"#),
    .function(
      "plot", "(frames: frame|frame[], options?: PictureOptions): string",
      "A frame, or frames side by side, as one SVG picture.",
      example: #"io.open("map.svg", "w"):write(plot({ a, b }, { titles = { "a", "b" } }))"#),
    .function(
      "tiles", "(map: map, path: string, options?: TilesOptions): TilesSummary",
      "Writes a map's clusters of all zooms as vector tiles: a .pmtiles, a .mbtiles, or a new folder.",
      example: #"tiles(map, "clusters.pmtiles", { zooms = "0-10" }).tiles"#),
  ]

  /// The functions of scripts, the shell and plugins.
  static let plainFunctions: [APIEntry] = [
    .function(
      "column", "(values: number[]): column", "A column of the numbers of a list.",
      example: "column { 3, 1, 2 }:sort()"),
    .function(
      "random", "(count: integer, seed: integer): column",
      "Numbers from 0 to below 1, the same ones for the same seed.", example: "random(3, 1)"),
    .function(
      "greatcircle",
      "(lon: number|column, lat: number|column, otherLon: number|column, otherLat: number|column): number|column",
      "The distances on the sphere in meters between locations in degrees; of four numbers one number.",
      example: "greatcircle(points.lon, points.lat, 2.35, 48.86)"),
    .function(
      "rawpairs", "(table: table): function",
      "Lua's own pairs, in no fixed order; pairs itself goes through keys in order."),
  ]
}
