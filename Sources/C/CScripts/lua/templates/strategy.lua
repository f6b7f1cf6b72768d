-- A strategy folds points into clusters. This one lays square cells over the world: one cluster for each cell that
-- holds a point.

---@type pinfold.StrategyPlugin
return {
  api = 1, -- the version of the interface between Pinfold and plugins
  kind = "strategy",
  name = "NAME",
  version = "0.1.0",
  summary = "Square cells over the world, one cluster each.",

  -- The host checks values before this file sees them; flags, help and completion come from here too.
  parameters = {
    cellSize = { type = "number", default = 60, min = 1, max = 4096, unit = "screen points", markers = "fewer", doc = "Width of a cell." },
  },

  -- What holds whatever the points and the view; 'pinfold plugin check' tries it.
  capabilities = { panInvariant = true, permutationInvariant = true },

  -- No cluster is wider than this, in screen points, so points farther from the view need not be looked at. Cells
  -- stretch by up to a half so that a whole number goes around the world. Without it every point is given.
  reach = function(parameters) return 1.5 * parameters.cellSize end,

  -- Points are columns (points.x, points.y, points.weight, points.id), in screen points at the view's zoom. Work on
  -- whole columns and on groups; a loop over a million points takes its time.
  cluster = function(points, parameters, view)
    local groups = points:grid(parameters.cellSize):group()
    -- With x and y, columns of a value for each group, markers stand where you say: x = groups:mean(points.x), which goes
    -- the short way around at ±180°, as columns of x do.
    return { groups = groups }
  end,

  -- 'pinfold plugin test' runs these.
  tests = {
    ["near points share a cluster, far ones do not"] = function(test)
      local points = test:points { x = { 0, 1, 500 }, y = { 0, 1, 0 } }
      local frame = test:cluster(points, { cellSize = 60 })
      test:expect(#frame, 2)
      test:expect(frame.counts:max(), 2)
    end,
    ["smaller cells make more clusters"] = function(test)
      local points = test:points { x = { 0, 40, 80, 120 }, y = { 0, 0, 0, 0 } }
      test:expect(#test:cluster(points, { cellSize = 10 }), 4)
    end,
  },
}
