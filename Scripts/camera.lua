-- What becomes of the markers as the camera moves, step by step.
--
--   pinfold run Scripts/camera.lua [CAMERA [STRATEGY [DATA [MAP.svg]]]]
--
-- Without a camera it pans, without a strategy it looks at the grid, and without data at generated cities. A map's name
-- has the step with most changes drawn.

local usage = "usage: pinfold run Scripts/camera.lua [CAMERA [STRATEGY [DATA [MAP.svg]]]]\n"
  .. "as in: pinfold run Scripts/camera.lua zoom-ladder quadtree stations.csv worst.svg"
if #arg > 4 then error(usage, 0) end

local path = camera(arg[1] or "pan")
local name = arg[2] or "grid"
local set = arg[3] and dataset(arg[3]) or generate("cities", { count = 20000, seed = 1 })
local map = strategy(name):build(set)
local views = path:views(set:fit(), set)
if #views < 2 then error(("camera '%s' stands still; there is nothing to tell"):format(path.name), 0) end

local kinds = { "keep", "move", "split", "merge", "exchange", "appear", "disappear" }
local rows = {}
local before, worst
for step, where in ipairs(views) do
  local frame = map:frame(where, before)
  local row = { step = step - 1, zoom = ("%.2f"):format(where.zoom), markers = #frame }
  if before then
    local transition = diff("membership"):between(before, frame)
    for _, kind in ipairs(kinds) do row[kind] = 0 end
    for _, marker in ipairs(transition:at(0.5)) do row[marker.kind] = row[marker.kind] + 1 end
    local changes = #transition:at(0.5) - row.keep
    if not worst or changes > worst.changes then
      worst = { changes = changes, step = step - 1, transition = transition }
    end
  end
  rows[#rows + 1] = row
  before = frame
end

print(("%s along '%s' over %s: how many markers do what between two views\n"):format(name, path.name, set:info().name))
show(rows, { "step", "zoom", "markers", table.unpack(kinds) })
print(("\nMost changes: %d at step %d."):format(worst.changes, worst.step))
if arg[4] then
  local file <close> = assert(io.open(arg[4], "w"))
  assert(file:write(worst.transition:plot { title = ("%s, step %d of '%s'"):format(name, worst.step, path.name) }))
  print(("%s shows it."):format(arg[4]))
end
