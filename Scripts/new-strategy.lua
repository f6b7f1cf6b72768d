-- Write a strategy of your own, check it and compare it with built-in ones.
--
--   pinfold new-strategy [FILE [DATA]]

local given = command {
  summary = "Write a strategy, check it and compare it with built-in ones",
  about = "An existing file is checked and compared, but not changed. Edit it and repeat the command.",
  arguments = {
    { name = "file", default = "diamonds.lua", doc = "The plugin to write." },
    { name = "data", default = "towns", doc = "The points." },
  },
  reading = true,
  examples = { "pinfold new-strategy diamonds.lua stations.csv" },
}
local path = given.file
if not path:match("%.lua$") then error("the name of a plugin's file ends in .lua, as in diamonds.lua", 0) end

local source = [[
-- Diamonds: square cells that stand on a corner, one cluster for each that holds a point.
--
-- Sums and differences of x and y are coordinates along the sides. A whole number of cells goes around the world, so
-- one turn adds that number to both.

---@type pinfold.StrategyPlugin
return {
  api = 1,
  kind = "strategy",
  name = "diamonds",
  version = "1.0.0",
  summary = "Square cells that stand on a corner.",
  parameters = {
    cellSize = { type = "number", default = 80, min = 1, max = 4096, unit = "screen points", markers = "fewer", doc = "Width from corner to corner." },
  },
  capabilities = { panInvariant = true, permutationInvariant = true },
  -- Cells stretch by up to a half to go around the world.
  reach = function(parameters) return 1.5 * parameters.cellSize end,

  cluster = function(points, parameters, view)
    local around = math.max(1, math.floor(view.worldWidth / parameters.cellSize + 0.5))
    local side = view.worldWidth / around
    -- Half a cell to the east, so that ±180° lies inside of cells.
    local x = points.x + side / 2
    local a, b = (x + points.y) // side, (x - points.y) // side
    if view.wraps then
      local turns = a // around
      a, b = a - turns * around, b - turns * around
    end
    -- Labels of both as one number.
    return { groups = (a:group().labels * (#points + 1) + b:group().labels):group() }
  end,

  tests = {
    ["the corners of a square are in cells of their own"] = function(test)
      local points = test:points { x = { -60, 60, 0, 0 }, y = { 0, 0, -60, 60 } }
      test:expect(#test:cluster(points, { cellSize = 50 }), 4)
    end,
  },
}
]]

local existing = io.open(path)
if existing then
  existing:close()
  print(("%s is there already; it is checked as it is."):format(path))
else
  local file = assert(io.open(path, "w"))
  file:write(source)
  file:close()
  print(("Wrote %s."):format(path))
end

-- Whatever is in the list after it and was not before.
local known = {}
for _, entry in ipairs(list("strategies")) do known[entry.name] = true end
plugin(path)
local name
for _, entry in ipairs(list("strategies")) do
  if not known[entry.name] then name = entry.name end
end
if not name then error(path .. " is no strategy, or one of that name is known already", 0) end

print(("\nThe contract, tried on points that are hard. What strategy '%s' promises is in its file.\n"):format(name))
local report = check(name)
show(report.findings, { "rule", "verdict", "demand" })
for _, violation in ipairs(report.violations) do
  print(("\n%s is broken: %s; expected %s. %d points show it:"):format(
    violation.rule, violation.seen, violation.expected, #violation.points))
  show(violation.points, { "id", "lon", "lat" })
end

local set = dataset(given.data, given.reading)
print(("\nOn %s, in the same views as built-ins:\n"):format(set))
local result = compare {
  datasets = { set }, strategies = { name, "grid", "quadtree", "pca" }, zooms = { 3, 6, 9 }, seed = 1,
  metrics = { "overlap", "displacement", "determinism" },
}
show(result)
-- Which strategies lead, or why none may be said to: mostly because they show different numbers of markers.
print()
for _, sentence in ipairs(result.answer) do print(sentence) end
local function quoted(text) return text:match("^[%w%._/-]+$") and text or "'" .. text:gsub("'", "'\\''") .. "'" end
print(([[

clusters      markers on the screen, the median of the views that count
overlap       share of markers that cover another one; less is better
displacement  how far points are from their marker; less is better
determinism   share of repeated, shuffled and threaded runs that gave the same frame; 1 is best

Now change %s and run this again, or draw it:
  pinfold plot %s --plugin %s --strategy %s,grid --output %s.svg]]):format(path, quoted(given.data), quoted(path), name, name))
