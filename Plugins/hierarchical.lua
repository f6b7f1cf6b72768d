-- A ladder of clusters over whole zooms: those of a zoom are unions of those one deeper, whatever the data.
--
-- The build starts with the spots, and from the deepest zoom up joins clusters whose means lie in one square cell of
-- that zoom. Cells are laid for means, not for points, so clusters follow the data: a town is not cut by an edge that
-- runs through it at a deeper zoom. A view takes the rung nearest to its zoom, beyond the deepest zoom the spots
-- themselves; so panning changes nothing, and zooming only divides or joins. Rungs are those of maps with tiles of 256
-- screen points, the deepest zoom is the view's.
--
-- Cells are half-open, a whole number goes around the world, and ±180° lies inside of them. Sums are of whole numbers.
-- Source: bottom-up merging over zooms is supercluster's (Vladimir Agafonkin, 2016), here by cells instead of radii.
-- Complexity: O(n) for each rung in native operations; a query hands out a rung.

-- The world's width in its units, which are whole numbers; and pairs of numbers as one to group by.
local world = 2.0 ^ 32
local function joint(a, b) return a:group().labels * (#a + 1) + b:group().labels end

---@type pinfold.StrategyPlugin
return {
  api = 1,
  kind = "strategy",
  name = "hierarchical",
  version = "1.0.0",
  summary = "Nested clusters: at each zoom, clusters whose means share a cell merge.",
  parameters = {
    cellSize = { type = "number", default = 65, min = 1, max = 4096, unit = "screen points", markers = "fewer", doc = "Side of a cell on the screen at whole zooms." },
    maxZoom = { type = "integer", default = 18, min = 0, max = 24, doc = "Deepest zoom of the view with clusters of different positions." },
  },
  capabilities = { nested = true, panInvariant = true, permutationInvariant = true },

  build = function(points, parameters, view)
    local x, y = points.unitX, points.unitY

    -- Joins clusters whose means share a cell.
    local function joined(clusters, across)
      local meanX, meanY = clusters:mean(x), clusters:mean(y)
      local side = world / across
      local columns, rows = meanX // side, meanY // side
      if view.wraps then columns = ((meanX + side / 2) // side) % across end
      return clusters:relabel(joint(columns, rows):group().labels)
    end

    local rungs = { [parameters.maxZoom + 1] = joint(x, y):group() }
    for zoom = parameters.maxZoom, 0, -1 do
      local deeper = rungs[zoom + 1]
      -- A whole number of cells, which are stretched a little for that.
      local across = math.max(1, math.floor(view.worldWidth * 2 ^ zoom / parameters.cellSize + 0.5))
      local clusters = joined(deeper, across)
      -- One table for both where nothing was joined.
      rungs[zoom] = #clusters == #deeper and deeper or clusters
    end
    return { rungs = rungs, worldWidth = view.worldWidth }
  end,

  cluster = function(points, parameters, view, index)
    local deepest = parameters.maxZoom
    if view.zoom >= deepest + 1 then return { groups = index.rungs[deepest + 1] } end
    local rung = math.floor(math.log(view.worldWidth / index.worldWidth, 2) + 0.5)
    return { groups = index.rungs[math.max(0, math.min(rung, deepest))] }
  end,

  tests = {
    ["what is one cluster stays one when zoomed out"] = function(test)
      local points = test:points { x = { 0, 3, 40, 300 }, y = { 0, 0, 0, 0 } }
      local counts = {}
      for zoom = 12, 4, -1 do
        counts[#counts + 1] = #test:cluster(points, {}, test:view { zoom = zoom, width = 100000, height = 1000 })
      end
      for place = 2, #counts do test:expect(counts[place] <= counts[place - 1], true) end
      test:expect(counts[#counts], 1)
    end,
    ["beyond the deepest zoom every spot is by itself"] = function(test)
      local points = test:points { x = { 0, 1, 1 }, y = { 0, 0, 0 } }
      test:expect(#test:cluster(points, { cellSize = 60, maxZoom = 9 }), 2)
      test:expect(#test:cluster(points, { cellSize = 60, maxZoom = 10 }), 1)
    end,
  },
}
