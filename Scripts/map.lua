-- Draws how strategies fold the same points in the same view, side by side, as an SVG picture.
--
--   pinfold run Scripts/map.lua [DATA [STRATEGY…]] > map.svg
--
-- Without data it draws generated cities.

local size = { width = 560, height = 350, padding = 20 }
local set = arg[1] and dataset(arg[1])
  or generate("cities", { count = 30000, seed = 5, cities = 400, spread = 7, background = 0.25 })
local names = { table.unpack(arg, 2) }
if #names == 0 then names = { "grid", "separate", "pca", "kmeans" } end

local where = arg[1] and set:fit(size)
  or view { lon = 16, lat = 30, zoom = 3.25, width = size.width, height = size.height }

local frames = {}
for place, name in ipairs(names) do frames[place] = strategy(name):frame(set, where) end
-- Three quarters of the usual size: these maps are small.
io.write(plot(frames, {
  titles = names, columns = math.min(2, #names), layers = { "graticule", "points", "markers" }, smallest = 9, largest = 24,
}))
