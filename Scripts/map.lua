-- Draw strategies side by side on the same points, as an SVG picture.
--
--   pinfold map [DATA [STRATEGY…]] > map.svg

local given = command {
  summary = "Draw strategies side by side on the same points, as an SVG picture",
  arguments = {
    { name = "data", default = "towns", doc = "The points." },
    { name = "strategies", many = true, default = { "grid", "separate", "pca", "kmeans" }, doc = "The strategies." },
  },
  reading = true,
  options = { { name = "view", doc = "LON,LAT,ZOOM. Default: all points." } },
  examples = { "pinfold map towns --view 14,49,3.5 > map.svg", "pinfold map stations.csv grid radius > map.svg" },
}
local names = given.strategies
local set = dataset(given.data, given.reading)
local where = given.view and view(given.view .. ",560x350") or set:fit { width = 560, height = 350, padding = 20 }

local frames = {}
for place, name in ipairs(names) do frames[place] = strategy(name):frame(set, where) end
-- Three quarters of the usual size: these maps are small.
io.write(plot(frames, {
  titles = names, columns = math.min(2, #names), layers = { "coast", "graticule", "points", "markers" }, smallest = 9, largest = 24,
}))
