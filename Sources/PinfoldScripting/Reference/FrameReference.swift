import PinfoldDefinitions

extension APIReference {
  /// Maps, frames and transitions.
  static let frameObjects: [APIEntry] = [
    .object(
      "map", "A strategy's index over a dataset, which returns the frame of any view.",
      example: #"map = strategy("radius"):build(cities)"#,
      [
        .field("strategy", "strategy", "The strategy that built it."),
        .field("dataset", "dataset", "The points that it is over."),
        .field("bytes", "integer", "The memory of the index in bytes."),
        .method(
          "frame", "(view: view, previous?: frame): frame",
          "The clusters of a view; the frame before matters to representatives that look back."),
        .method(
          "select", "(ids: (integer|string)[]): map",
          "A map in which these points, and no others, stay out of their clusters; it shares the index."),
        .method(
          "children", "(id: string, view?: view): Node[]",
          "What a cluster falls apart into; of another strategy than radius, in a view that shows it."),
        .method(
          "leaves", "(id: string, options?: LeafOptions, view?: view): (integer|string)[]",
          "Ids of a cluster's points, page by page."),
        .method(
          "expansionZoom", "(id: string, view?: view): number?",
          "The zoom at which a cluster falls apart; nil for a point or a stack."),
        .method(
          "tile", "(zoom: integer, x: integer, y: integer): Node[]",
          "The markers of a slippy map's tile, with their positions in tile units, of which it is 512 wide; of strategies that promise panInvariant."
        ),
        .method(
          "page", "(options?: PageOptions): string",
          "The map as an HTML page that is panned, zoomed and played without a server; of strategies that promise panInvariant."
        ),
        .method(
          "insert", "(points: dataset|PointColumns): map", "A map with more points; it stays as it is."),
        .method("remove", "(ids: (integer|string)[]): map", "A map without some points."),
        .method(
          "move", "(what: integer|string|Move[], location?: Location): map",
          "A map with one point, or several, at another location."),
        .method(
          "filter", "(test: column|(fun(index: integer): boolean)): map",
          "A map of those points that a mask or a function keeps."),
      ]),
    .object(
      "frame", "The clusters of one view.", example: "frame = map:frame(paris)",
      [
        .operation("#", "integer", "The number of clusters."),
        .operation("[i]", "Cluster", "A cluster, counted from 1."),
        .field("x", "column", "Where markers stand, in screen points from the left."),
        .field("y", "column", "Where markers stand, in screen points from the top."),
        .field("counts", "column", "The number of members of each cluster."),
        .field("weights", "column", "The sum of the members' weights."),
        .field("hidden", "integer[]", "The clusters whose markers a separation hides."),
        .field("radii", "column", "The radius of each marker in screen points."),
        .field("view", "view", "The view."),
        .field(
          "effectiveSize", "number?",
          "The size that clusters were made with, as the side of a grid's cells, in screen points; nil for none."
        ),
        .method(
          "members", "(cluster: integer): (integer|string)[]", "The ids of a cluster's members, in order."),
        .method(
          "dataset", "(cluster: integer): dataset",
          "The members of a cluster as a dataset, with all their columns.",
          example: #"frame:dataset(1):top(1, "mag")[1].place"#),
        .method(
          "squaredErrors", "(): column",
          "Squared distances of members from their mean, summed by cluster, in screen points²."),
        .method("visible", "(): column", "How many members of each cluster are on the screen."),
        .method("clusters", "(): Cluster[]", "All clusters as tables."),
        .method(
          "find", "(id: integer|string): integer?",
          "The cluster that shows the point of an id; nil where none does."),
        .method(
          "bounds", "(cluster: integer): number[]",
          "The box around a cluster's members: west, south, east, north."),
        .method(
          "hull", "(cluster: integer): Location[]",
          "The corners of the smallest polygon around a cluster's members, on the globe past 180 where it must be."
        ),
        .method(
          "leaves", "(cluster: integer, options?: LeafOptions): (integer|string)[]",
          "Ids of a cluster's points, page by page."),
        .method(
          "expand", "(cluster: integer): frame?",
          "What a cluster falls apart into, at the first zoom at which it does; nil for what stays whole."),
        .method(
          "expansionZoom", "(cluster: integer): number?",
          "The first zoom at which a cluster falls apart; nil for what stays whole."),
        .method(
          "geojson", "(options?: WritingOptions): string", "The clusters as a GeoJSON FeatureCollection.",
          example: #"frame:geojson { properties = "supercluster" }"#),
        .method(
          "spread", "(cluster: integer, options?: SpreadOptions): Pin[]",
          "Lays the points of a stack out in a circle or a spiral, together with others on its location."),
        .method(
          "spreadAll", "(options?: SpreadOptions): frame",
          "The frame with points on one location laid out, of whatever clusters: each is a marker by itself."),
        .method(
          "labels", #"(style?: "exact"|"capped"|"abbreviated", limit?: integer): string[]"#,
          "Each count as a marker writes it."),
        .method(
          "aggregate", "(kind: string, attribute: string): column|string[]|table[]",
          "An attribute's \(ColumnAggregation.words.joined(separator: ", ")) in each cluster; of a histogram and the top, lists of value and count.",
          example: #"frame:aggregate("sum", "population")"#),
        .method(
          "reduce", "(options: ReduceOptions): any[]", "Folds the members of each cluster by your functions."),
        .method("plot", "(options?: PlotOptions): string", "The frame as an SVG map."),
      ]),
    .object(
      "livemap", "A map in the browser, served until it is closed or the shell ends.",
      example: #"cities:filter(m.selection)"#,
      [
        .field("address", "string", "The address of the page."),
        .field("dataset", "dataset", "The points that it shows."),
        .field("view", "view?", "What the person looks at; nil where no page is open yet."),
        .field("frames", "frame[]", "What the panes show, from left to right."),
        .field("selection", "column", "A mask of the points that the person has selected."),
        .method("look", "(view: view)", "Flies to a view."),
        .method("show", "(frame: frame)", "Flies to a frame's view, and gives the first pane its strategy."),
        .method("play", "(camera: camera)", "Flies along a camera path from where the person is."),
        .method("close", "()", "Stops serving."),
      ]),
    .object(
      "transition", "How the markers of one frame become those of another.",
      [
        .operation("#", "integer", "The number of markers."),
        .operation("[i]", "Marker", "A marker, counted from 1."),
        .field("duration", "number", "How long it takes, in seconds."),
        .field("easing", "string", "How it gathers and loses speed."),
        .field("markers", "Marker[]", "Every marker with where it starts and ends."),
        .field("flows", "Flow[]", "How many points go from which cluster to which."),
        .method(
          "at", "(time: number): ShownMarker[]",
          "What is shown at a time, a share of the duration from 0 to 1."),
        .method(
          "frame", "(time: number): frame",
          "What is shown at a time, as a frame from which another transition may start.",
          example: "diff:between(transition:frame(0.4), frame)"),
        .method("reversed", "(): transition", "The way back."),
        .method(
          "plot", "(options?: TransitionPlotOptions): string", "The transition as an SVG map with arrows."),
      ]),
  ]
}
