-- Draw how clusters change as a camera comes closer, as an animated SVG.
--
--   pinfold zoom [DATA [STRATEGY]] > zoom.svg

local given = command {
  summary = "Draw how clusters change as a camera comes closer, as an animated SVG",
  arguments = {
    { name = "data", default = "towns", doc = "The points." },
    { name = "strategy", default = "separate", doc = "A strategy." },
  },
  reading = true,
  examples = { "pinfold zoom stations.csv radius > zoom.svg" },
}
local map = strategy(given.strategy):build(dataset(given.data, given.reading))

local function frame(lon, lat, zoom, before)
  return map:frame(view { lon = lon, lat = lat, zoom = zoom, width = 860, height = 460 }, before)
end

local wide = frame(12, 46, 3.2)
local close = frame(11, 46.5, 5.2, wide)
io.write(diff("membership"):between(wide, close):plot { moves = true })
