-- Time a strategy plugin line by line.
--
--   pinfold profile PLUGIN [DATA | --generate GENERATOR]

local given = command {
  summary = "Time a strategy plugin line by line",
  about = [[
    Builds the strategy's index and asks for frames of several zooms, with every line timed. Times are processor time: that
    of a line holds the functions of Pinfold that it calls, not the lines of Lua functions that it calls. Timing makes Lua
    code several times slower and the functions of Pinfold not at all, so compare lines, and take speed from 'pinfold bench'.]],
  arguments = {
    { name = "plugin", required = true, doc = "A Lua file, or the name of a plugin." },
    { name = "data", doc = "The points. Default: towns." },
  },
  reading = true,
  options = {
    { name = "generate", unit = "generator", doc = "Generated points, as in cities,count=20000,seed=7; 'pinfold list generators' shows the parameters." },
    { name = "passes", type = "integer", min = 1, max = 1000, default = 3, doc = "How often each view is asked for." },
    { name = "lines", type = "integer", min = 1, max = 10000, default = 12, doc = "How many lines to show." },
    { name = "json", type = "boolean", doc = "Print all lines as JSON." },
  },
  examples = {
    "pinfold profile Plugins/hexgrid.lua", "pinfold profile mine.lua cities.csv --json",
    "pinfold profile mine.lua --generate cities,count=100000",
  },
}

local name = given.plugin
if name:match("%.lua$") then
  local kind
  name, kind = plugin(name)
  if kind ~= "strategy" then
    error(("%s is a %s; other kinds than strategies are timed by profile() in a script"):format(given.plugin, kind), 0)
  end
end

if given.generate and (given.data or next(given.reading)) then
  error("--generate makes the points; a data file and options that read it do not apply", 0)
end
local data = given.generate and generate(given.generate) or dataset(given.data or "towns", given.reading)
local title = given.generate or given.data or "towns"
local whole = data:fit()
local views, middle = { whole }, data[#data // 2 + 1]
for zoom = math.ceil(whole.zoom) + 2, 16, 3 do
  views[#views + 1] = view { lon = middle.lon, lat = middle.lat, zoom = zoom }
end

local frames = 0
local rows = profile(name, function()
  local map = strategy(name):build(data)
  for _ = 1, given.passes do
    for _, wanted in ipairs(views) do
      map:frame(wanted)
      frames = frames + 1
    end
  end
end)

if given.json then
  print(json { plugin = name, dataset = title, frames = frames, rows = rows })
else
  local total, shown = 0, {}
  for place, row in ipairs(rows) do
    total = total + row.ms
    if place <= given.lines then
      shown[place] = {
        line = row.text and tostring(row.line) or ("%s:%d"):format(row.file, row.line), ms = ("%.3f"):format(row.ms / frames),
        share = ("%.0f %%"):format(row.share * 100), visits = row.visits, text = row.text or "",
      }
    end
  end
  print(("%s on %s: %.3f ms a frame in Lua and what it calls, with its share of the build; means of %d frames"):format(
    name, title, total / frames, frames))
  if #shown == 0 then print("no line of it was run") else show(shown, { "line", "ms", "share", "visits", "text" }) end
end
