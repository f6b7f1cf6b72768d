-- What the direction of its dividing lines does to the pca strategy: the principal axis, the formula that was published
-- with a plus for a minus, and whichever of east and south points spread more in.
--
--   pinfold run Scripts/research/pca-axis.lua [DATA…]
--
-- Without data it looks at generated points.

local sets = {}
for _, path in ipairs(arg) do sets[#sets + 1] = dataset(path) end
if #sets == 0 then
  for _, name in ipairs { "cities", "railway", "streets" } do
    sets[#sets + 1] = generate(name, { count = 5000, seed = 1 })
  end
end

local budget = 32

-- Sums of (x − mean)², (y − mean)² and their product over all points, in screen points.
local function moments(set, view)
  local points = strategy("none"):frame(set, view)
  local x, y = points.x, points.y
  local dx, dy = x - x:mean(), y - y:mean()
  return (dx * dx):sum(), (dy * dy):sum(), (dx * dy):sum()
end

-- The direction across which the first line divides all points, in radians from the east to the south.
local directions = {
  principal = function(xx, yy, xy) return math.atan(2 * xy, xx - yy) / 2 end,
  applidium = function(xx, yy, xy)
    if xy == 0 then return xx > yy and 0 or math.pi / 2 end
    local lambda = (xx + yy + math.sqrt((xx + yy) ^ 2 + 4 * xy ^ 2)) / 2
    return math.atan(lambda - xx, xy)
  end,
  widest = function(xx, yy) return xx >= yy and 0 or math.pi / 2 end,
}

-- Degrees between two directions, which have no head and no tail: at most 90.
local function between(a, b)
  local degrees = math.deg(math.abs(a - b)) % 180
  return math.min(degrees, 180 - degrees)
end

-- The share of visible points whose cluster has its mean off screen, over all views together and in the worst.
local function hidden(map, views)
  local lost, seen, worst = 0, 0, 0
  for _, view in ipairs(views) do
    local frame = map:frame(view)
    local x, y, visible = frame.x, frame.y, frame:visible()
    local off = (x:lt(0) + x:ge(view.width) + y:lt(0) + y:ge(view.height)):gt(0)
    local here, all = (off * visible):sum(), visible:sum()
    lost, seen = lost + here, seen + all
    if all > 0 then worst = math.max(worst, here / all) end
  end
  return seen > 0 and lost / seen or 0, worst
end

local rows = {}
for _, set in ipairs(sets) do
  local fitted = set:fit { padding = 40 }
  local views = set:views { zooms = { 3, 5, 7, 9, 11, 13 }, locations = 10, seed = 1, fit = false }
  local xx, yy, xy = moments(set, fitted)
  local least
  for _, axis in ipairs { "principal", "applidium", "widest" } do
    local map = strategy("pca", { budget = budget, axis = axis }):build(set)
    local spread = map:frame(fitted):squaredErrors():sum()
    least = least or spread
    local share, worst = hidden(map, views)
    local direction = directions[axis](xx, yy, xy)
    rows[#rows + 1] = {
      dataset = set:info().name, axis = axis,
      ["squared error"] = ("%.0f"):format(spread), ratio = ("%.2f"):format(spread / least),
      degrees = ("%.1f"):format(between(direction, directions.principal(xx, yy, xy))),
      hidden = ("%.1f %%"):format(100 * share), worst = ("%.1f %%"):format(100 * worst),
    }
  end
end
show(rows, { "dataset", "axis", "squared error", "ratio", "degrees", "hidden", "worst" })

print(([[

squared error  of all points from the mean of their cluster, screen points², %d clusters in the fitted view
ratio          of that to the principal axis's; above 1 clusters are wider
degrees        between the first dividing line's direction and the main one
hidden         visible points without a marker if clusters with their mean off screen were left out, of all visible
               points of %d views at zooms 3 to 13
worst          the same in the worst of these views]]):format(budget, 60))
