extension APIReference {
  /// The objects that a plugin's tests get.
  static let testObjects: [APIEntry] = [
    .object(
      "test", "What a plugin's tests get: points, views, the plugin itself, and expectations.",
      example: """
        tests = {
          ["near points merge"] = function(test)
            local points = test:points { x = { 0, 1, 500 }, y = { 0, 0, 0 } }
            test:expect(#test:cluster(points), 2)
          end,
        }
        """,
      [
        .method(
          "points", "(columns: PointColumns): dataset",
          "Points; x and y are screen points to the right of and below the middle of the view at zoom 10, or with planar "
            + "coordinates on a plane, of which the usual view shows all."),
        .method(
          "view", "(options?: ViewOptions): view",
          "A view; without options the one at longitude 0, latitude 0 and zoom 10."),
        .method(
          "cluster", "(points: dataset, parameters?: Parameters, view?: view, previous?: frame): frame",
          "The frame that the strategy gives, after another where it looks back."),
        .method(
          "select",
          "(points: dataset, parameters?: Parameters, view?: view, previous?: frame): Cluster, frame",
          "The points as one cluster, its marker where the representative puts it, and the frame of it."),
        .method(
          "measure", "(frames: frame|frame[], parameters?: Parameters): number|boolean|table|nil, string?",
          "The number that the metric gives, or nil and a reason; of several measures a table by their names."
        ),
        .method(
          "transition", "(old: frame, new: frame, parameters?: Parameters): transition",
          "The way that the diff finds."),
        .method(
          "views", "(start?: view, parameters?: Parameters): view[]",
          "The views of the camera's path, the start first."),
        .method(
          "generate", "(count: integer, parameters?: Parameters, seed?: integer): dataset",
          "The points that the generator makes; the seed is 1 unless given."),
        .method(
          "frame", "(points: dataset, parameters?: Parameters, view?: view): frame",
          "A frame of the built-in grid, for metrics and diffs to work on."),
        .method(
          "expect", "(value: any, wanted: any, message?: string)",
          "Fails unless both are equal; of tables and columns whatever is in them."),
        .method(
          "near", "(value: number, wanted: number, tolerance?: number, message?: string)",
          "Fails unless both are at most the tolerance apart; 1e-9 unless given."),
        .method(
          "fails", "(body: function, text?: string)",
          "Fails unless the function raises an error that holds the text."),
      ])
  ]
}
