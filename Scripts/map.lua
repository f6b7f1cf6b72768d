-- Draw strategies side by side on the same points, as an SVG picture.
--
--   pinfold map [DATA [STRATEGY…]] > map.svg

local given = command {
  summary = "Draw strategies side by side on the same points, as an SVG picture",
  arguments = {
    { name = "data", default = "towns", doc = "The points." },
    {
      name = "strategies", many = true, doc = "The strategies.",
      default = { "grid", "quadtree", "radius", "separate", "pca", "kmeans" },
    },
  },
  reading = true,
  options = { { name = "view", doc = "LON,LAT,ZOOM. Default: all points." } },
  examples = { "pinfold map towns --view 10,48,3.9 > map.svg", "pinfold map stations.csv grid radius > map.svg" },
}
local names = given.strategies
local set = dataset(given.data, given.reading)
local where = given.view and view(given.view .. ",400x300") or set:fit { width = 400, height = 300, padding = 20 }

local frames = {}
for place, name in ipairs(names) do frames[place] = strategy(name):frame(set, where) end
-- Hulls show which points are together; markers are smaller than usual, because these maps are small.
io.write(plot(frames, {
  titles = names, columns = math.min(3, #names), layers = { "coast", "points", "hulls", "markers" }, smallest = 8, largest = 20,
}))
