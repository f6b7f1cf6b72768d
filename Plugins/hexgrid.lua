-- Hexagonal cells: one cluster for each cell that holds a point.
--
-- Hexagons are the roundest cells that tile the plane, so points lie nearer to their marker than in squares of the
-- same area (second moment 5/(18√3) = 0.1604 against 1/6). Cells are laid over the world, not over the view, so
-- panning changes nothing; they do not nest, because no hexagon is made of smaller ones. A cluster's field `cell` is the
-- number of its cell, the same at every position of the view.

---@type pinfold.StrategyPlugin
return {
  api = 1,
  kind = "strategy",
  name = "hexgrid",
  version = "1.1.0",
  summary = "Hexagonal world-anchored cells, one cluster each.",
  parameters = {
    cellSize = { type = "number", default = 70, min = 1, max = 4096, unit = "screen points", markers = "fewer", doc = "Target width of a cell on the screen." },
  },
  capabilities = { panInvariant = true, permutationInvariant = true },

  -- No cluster is wider than a cell from corner to corner; on a world that wraps, cells stretch by up to a half
  -- to go around a whole number of times.
  reach = function(parameters) return 2 * parameters.cellSize end,

  cluster = function(points, parameters)
    local cells = points:hex(parameters.cellSize)
    local groups = cells:group()
    return { groups = groups, fields = { cell = groups:min(cells) } }
  end,

  tests = {
    ["points around the middle of a hexagon share a cluster, those of the next do not"] = function(test)
      local frame = test:cluster(test:points { x = { 0, 4, 200 }, y = { 0, 4, 0 } }, { cellSize = 100 })
      test:expect(frame.counts, column { 2, 1 })
    end,
    ["cells are as near as can be to the wanted width"] = function(test)
      -- A row of points, one to a screen point, from one side of the view to the other.
      local x, y = {}, {}
      for place = 1, 1000 do x[place], y[place] = place - 500, 0 end
      local frame = test:cluster(test:points { x = x, y = y }, { cellSize = 50 })
      test:near(#frame, 1000 / 50, 1)
    end,
  },
}
