-- Show what happens to the markers as the camera moves, step by step.
--
--   pinfold camera [CAMERA [STRATEGY [DATA [MAP.svg]]]]

local given = command {
  summary = "Show what happens to the markers as the camera moves, step by step",
  arguments = {
    { name = "camera", default = "pan", doc = "A camera; 'pinfold list cameras' shows them." },
    { name = "strategy", default = "grid", doc = "The strategy." },
    { name = "data", default = "towns", doc = "The points." },
    { name = "picture", doc = "An SVG file for the step with most changes." },
  },
  reading = true,
  examples = { "pinfold camera zoom-ladder quadtree stations.csv worst.svg" },
}
local isKnown, path = pcall(camera, given.camera)
if not isKnown then
  error(("%s; the order is CAMERA STRATEGY DATA, as in 'pinfold camera pan grid stations.csv'")
    :format(tostring(path):gsub("^.-%.lua:%d+: ", "")), 0)
end
local name = given.strategy
local set = dataset(given.data, given.reading)
local map = strategy(name):build(set)
local views = path:views(set:fit { most = true }, set)
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
if given.picture then
  local file <close> = assert(io.open(given.picture, "w"))
  assert(file:write(worst.transition:plot { title = ("%s, step %d of '%s'"):format(name, worst.step, path.name) }))
  print(("%s shows it."):format(given.picture))
end
