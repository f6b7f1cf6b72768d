-- Prints the processor seconds that it takes to count every point's neighbors within a radius, the world's width in
-- screen points, and how many points have each number of neighbors, in ascending order.
--
--     pinfold run neighbors.lua POINTS RADIUS

local data, radius = dataset(arg[1]), tonumber(arg[2])
local view = data:fit()
local count = strategy(function(points)
  return { groups = points:neighbors(radius):count():group() }
end)
local start = os.clock()
local frame = count:frame(data, view)
print(os.clock() - start, 256 * 2 ^ view.zoom, table.unpack(frame.counts:sort():totable()))
