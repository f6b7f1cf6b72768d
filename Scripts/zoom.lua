-- Draws what becomes of clusters as a camera comes closer, as an SVG picture that moves.
--
--   pinfold run Scripts/zoom.lua [DATA [STRATEGY]] > zoom.svg
--
-- Without data it draws generated cities, which know nothing of the land.

local set = arg[1] and dataset(arg[1]) or generate("cities", { count = 20000, seed = 5 })
local map = strategy(arg[2] or "separate"):build(set)

local function frame(lon, lat, zoom, before)
  return map:frame(view { lon = lon, lat = lat, zoom = zoom, width = 860, height = 460 }, before)
end

local wide = frame(12, 46, 3.2)
local close = frame(11, 46.5, 5.2, wide)
io.write(diff("membership"):between(wide, close):plot { moves = true, coast = arg[1] ~= nil })
