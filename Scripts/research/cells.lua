-- How far the clusters of cells are from those of their points, along the shoot-out's views: a pan and a zoom, from all
-- points and from a crowded location at zoom 8.
--
--   pinfold run Scripts/research/cells.lua POINTS CELLS [POINTS CELLS …]
--
-- CELLS are what 'pinfold aggregate POINTS' wrote. Every marker of the points is set beside the nearest marker of the
-- cells: how far it is, and whether it has as many points.

if #arg == 0 or #arg % 2 == 1 then
  error("usage: pinfold run Scripts/research/cells.lua POINTS CELLS [POINTS CELLS …]", 0)
end

local strategies = { "grid", "quadtree", "radius", "separate", "kmeans", "pca" }

-- The start, and the views of both cameras from it.
local function path(set, start)
  local views = { start }
  for _, name in ipairs { "pan", "zoom-ladder" } do
    for step, where in ipairs(camera(name, { steps = 3 }):views(start, set)) do
      if step > 1 then views[#views + 1] = where end
    end
  end
  return views
end

-- Sets the markers of the points beside those of the cells.
local function compare(points, cells, found)
  local x, y, there = cells.x, cells.y, cells:aggregate("sum", "cell_points")
  local px, py, here = points.x, points.y, points.counts
  for marker = 1, #points do
    local best, nearest = math.huge, nil
    for other = 1, #cells do
      local distance = (px[marker] - x[other]) ^ 2 + (py[marker] - y[other]) ^ 2
      if distance < best then best, nearest = distance, other end
    end
    if nearest then
      found.moved[#found.moved + 1] = math.sqrt(best)
      local difference = math.abs(here[marker] - there[nearest])
      found.counts[#found.counts + 1] = difference / here[marker]
      if difference == 0 then found.same = found.same + 1 end
    end
  end
  found.points, found.cells, found.views = found.points + #points, found.cells + #cells, found.views + 1
end

local rows = {}
for place = 1, #arg, 2 do
  local set, aggregated = dataset(arg[place]), dataset(arg[place + 1])
  local views = path(set, set:fit())
  for _, start in ipairs(set:views { zooms = { 8 }, locations = 1, fit = false }) do
    for _, where in ipairs(path(set, start)) do views[#views + 1] = where end
  end
  for _, name in ipairs(strategies) do
    local found = { moved = {}, counts = {}, same = 0, points = 0, cells = 0, views = 0 }
    local mine, theirs = strategy(name):build(set), strategy(name):build(aggregated)
    for _, where in ipairs(views) do compare(mine:frame(where), theirs:frame(where), found) end
    local moved, differences = column(found.moved), column(found.counts)
    rows[#rows + 1] = {
      dataset = set:info().name, strategy = name,
      ["of points"] = ("%.0f"):format(found.points / found.views),
      ["of cells"] = ("%.0f"):format(found.cells / found.views),
      ["off, median"] = ("%.1f"):format(moved:quantile(0.5) or 0),
      ["95 %"] = ("%.1f"):format(moved:quantile(0.95) or 0),
      ["same count"] = ("%.0f %%"):format(100 * found.same / math.max(1, #moved)),
      ["count off, median"] = ("%.1f %%"):format(100 * (differences:quantile(0.5) or 0)),
      ["count, 95 %"] = ("%.0f %%"):format(100 * (differences:quantile(0.95) or 0)),
    }
  end
end
print("Markers in a view, and from each marker of the points to the nearest of the cells, in screen points:\n")
show(rows, {
  "dataset", "strategy", "of points", "of cells", "off, median", "95 %", "same count", "count off, median", "count, 95 %",
})
