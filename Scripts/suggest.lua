-- Recommend a strategy and a size for a data set. It tunes each family to equal numbers of markers, measures them on the
-- same views, and says which to take and why, with the lines to type next.
--
--   pinfold suggest [DATA] [--markers 60]

local given = command {
  summary = "Recommend a strategy and a size for a data set",
  about = [[
    The size of each strategy is tuned so that the median number of markers over all views is about --markers. The views
    are the whole data and its most crowded locations, two and four zooms deeper. A few points that lie far from the
    others are in none of them. All strategies are measured on the same views.

    A strategy is recommended only if its clusters do not change when the map is panned and only split when it is zoomed
    in, and if it has a size within a tenth of --markers. Of these, the one with the least overlap is recommended. If
    shares of overlap differ by less than .02, it is the one whose markers are nearest to their points; if these distances
    differ by less than a tenth, the first in the table.
    The recommendation is for these data. To compare strategies in general, run a study on many data sets
    (pinfold help study).

    With --plugin, the strategy of a plugin is compared too. The parameter that the plugin declares with 'markers' is tuned;
    without one the strategy keeps its defaults.]],
  arguments = { { name = "data", default = "towns", doc = "The points: a file, or 'towns'." } },
  reading = true,
  options = {
    { name = "markers", type = "integer", min = 2, max = 2000, default = 60, doc = "Number of markers in a view." },
    { name = "locations", type = "integer", min = 0, max = 20, default = 2, doc = "Number of crowded locations to include." },
    { name = "width", type = "number", min = 100, max = 8192, default = 1280, unit = "screen points", doc = "Width of the screen." },
    { name = "height", type = "number", min = 100, max = 8192, default = 800, unit = "screen points", doc = "Height of the screen." },
    { name = "plugin", unit = "file.lua", doc = "Compare the strategy of a plugin too: a file, or the name of an installed one." },
    { name = "output", unit = "file.html", doc = "Write the map with the recommended strategy as a page." },
    { name = "json", type = "boolean", doc = "Print the result as JSON." },
    { name = "quiet", type = "boolean", doc = "Print nothing; for scripts that use the result." },
  },
  examples = {
    "pinfold suggest",
    "pinfold suggest stations.csv --markers 25 --width 390 --height 844",
    "pinfold suggest stations.csv --output map.html",
    "pinfold suggest stations.csv --plugin mine.lua",
  },
}

local isFile = type(given.data) == "string"
local data = not isFile and given.data or dataset(given.data, given.reading)
local title = isFile and given.data or data:info().name
local count = #data
if count == 0 then error(("%s has no points"):format(title), 0) end
local wanted = given.markers

-- MARK: Views

local width, height = given.width, given.height
local whole = data:fit { width = width, height = height, most = true }
local views, outside = { whole }, data:outside(whole)

-- The most crowded locations are the largest of the clusters that the whole data has in cells of an eighth of the screen.
do
  local cells = strategy("grid", { cellSize = math.min(width, height) / 8 }):frame(data, whole):clusters()
  table.sort(cells, function(a, b) return a.count > b.count or a.count == b.count and a.id < b.id end)
  for place = 1, math.min(given.locations, #cells) do
    for _, closer in ipairs { 2, 4 } do
      local zoom = math.min(math.floor(whole.zoom) + closer, 20)
      views[#views + 1] = view { lon = cells[place].lon, lat = cells[place].lat, zoom = zoom, width = width, height = height }
    end
  end
end

-- MARK: Sizes

-- The families, and the parameter of each that decides how many markers there are. Larger values of 'fewer' make fewer.
-- The parameter in 'closer' is set where no size comes near enough without it.
local families = {
  { name = "radius", parameter = "radius", fewer = true, low = 4, high = 400, isWhole = true },
  { name = "separate", parameter = "padding", fewer = true, low = 0, high = 300, isWhole = true },
  { name = "quadtree", parameter = "cellSize", fewer = true, low = 4, high = 600, isWhole = true },
  { name = "grid", parameter = "cellSize", fewer = true, low = 4, high = 600, isWhole = true, closer = "finer" },
  { name = "pca", parameter = "budget" },
  { name = "kmeans", parameter = "k" },
}
if given.plugin then
  local name, file = given.plugin, nil
  if name:match("%.lua$") then
    local kind
    file, name, kind = name, plugin(name)
    if kind ~= "strategy" then error(("%s is a %s; only strategies can be compared"):format(file, kind), 0) end
  end
  local family
  for _, known in ipairs(list("strategies")) do
    if known.name == name then
      family = { name = name, isPlugin = known.origin ~= "built in", file = file }
      for _, parameter in ipairs(known.parameters) do
        if parameter.markers then
          family.parameter, family.fewer = parameter.name, parameter.markers == "fewer"
          family.low, family.high = parameter.min, parameter.max
          family.isWhole = math.type(parameter.default) == "integer" or family.high - family.low >= 100
        end
      end
    end
  end
  if not family then error(("no plugin has the name '%s'; 'pinfold plugin list' lists them"):format(name), 0) end
  for _, other in ipairs(families) do if other.name == name then family = nil end end
  families[#families + 1] = family
end

-- Of no values, as where no view has a marker, there is neither.
local function median(values)
  if #values == 0 then return 0 end
  table.sort(values)
  local middle = #values // 2
  return #values % 2 == 1 and values[middle + 1] or (values[middle] + values[middle + 1]) / 2
end

local function mean(values)
  if #values == 0 then return 0 end
  local sum = 0
  for _, value in ipairs(values) do sum = sum + value end
  return sum / #values
end

local function framed(family, size, closer)
  local parameters = {}
  if family.parameter then parameters[family.parameter] = size end
  if closer then parameters[closer] = true end
  local map = strategy(family.name, parameters):build(data)
  local frames, markers = {}, {}
  for place, where in ipairs(views) do
    frames[place] = map:frame(where)
    markers[place] = #frames[place]
  end
  return { size = size, closer = closer, parameters = parameters, map = map, frames = frames, markers = median(markers) }
end

-- A size between two, by ratio.
local function between(family, low, high)
  if family.isWhole then return math.min(high - 1, math.max(low + 1, math.floor(math.sqrt((low + 1) * high) + 0.5))) end
  return tonumber(("%.4g"):format(low > 0 and math.sqrt(low * high) or (low + high) / 2))
end

local function isEqual(markers) return math.abs(markers - wanted) <= wanted / 10 end

-- The size whose median number of markers is nearest to the wanted one.
local function tuned(family, closer)
  if not family.low then return framed(family, wanted) end
  local best
  local low, high = family.low, family.high
  local function try(size)
    local tried = framed(family, size, closer)
    if not best or math.abs(tried.markers - wanted) < math.abs(best.markers - wanted) then best = tried end
    return tried.markers
  end
  local most, least = family.fewer and low or high, family.fewer and high or low
  if try(most) <= wanted or try(least) >= wanted then return best end
  while math.abs(best.markers - wanted) > wanted / 50 do
    local middle = between(family, low, high)
    if middle <= low or middle >= high then break end
    if (try(middle) > wanted) == family.fewer then low = middle else high = middle end
  end
  if not closer and family.closer and not isEqual(best.markers) then
    local other = tuned(family, family.closer)
    if isEqual(other.markers) then return other end
  end
  return best
end

-- MARK: Measures

local overlap, displacement = metric("overlap"), metric("displacement")
local churn, nesting = metric("churn"), metric("nesting")
local pan, zoom = camera("subcell-pan", { steps = 2 }), camera("zoom-ladder", { steps = 1 })

-- The worst value along a camera from each view.
local function worst(map, path, measure, worse)
  local found
  for _, start in ipairs(views) do
    local before
    for _, where in ipairs(path:views(start)) do
      local frame = map:frame(where, before)
      local value = before and measure(before, frame)
      if value and (not found or worse(value, found)) then found = value end
      before = frame
    end
  end
  return found
end

local rows = {}
for _, family in ipairs(families) do
  local isDone, found = pcall(tuned, family)
  if isDone then
    local closer = found.closer
    local row = {
      name = family.name, parameter = family.parameter, size = found.size, markers = found.markers,
      strategy = family.parameter and ("%s(%s=%.14g%s)"):format(family.name, family.parameter, found.size,
        closer and "," .. closer .. "=true" or "") or family.name,
      parameters = found.parameters, family = family, map = found.map, closer = closer,
    }
    local overlaps, offsets = {}, {}
    for _, frame in ipairs(found.frames) do
      overlaps[#overlaps + 1] = overlap:measure(frame).share
      offsets[#offsets + 1] = displacement:measure(frame).mean
    end
    row.overlap, row.offset = mean(overlaps), median(offsets)
    row.churn = worst(found.map, pan, function(a, b) return churn:measure({ a, b }).share end,
      function(a, b) return a > b end) or 0
    row.nesting = worst(found.map, zoom, function(a, b) return nesting:measure({ a, b }).hard end,
      function(a, b) return a < b end) or 1
    row.isSteady, row.isNested = row.churn == 0, row.nesting == 1
    row.isEqual = isEqual(row.markers)
    rows[#rows + 1] = row
  else
    if not given.quiet then print(("note: %s was left out: %s"):format(family.name, tostring(found))) end
  end
end

-- MARK: Verdict

-- Differences too small to see decide nothing: of those with about the least overlap, and of these about the nearest,
-- the first in the list.
local function best(test)
  local least, nearest = math.huge, math.huge
  for _, row in ipairs(rows) do if test(row) then least = math.min(least, row.overlap) end end
  local function isClear(row) return test(row) and row.overlap < least + 0.02 end
  for _, row in ipairs(rows) do if isClear(row) then nearest = math.min(nearest, row.offset) end end
  for _, row in ipairs(rows) do if isClear(row) and row.offset <= nearest / 0.9 then return row end end
end

-- Where no strategy has enough markers at any size, the sizes that were tried last mean nothing.
local isFilled = false
for _, row in ipairs(rows) do isFilled = isFilled or row.isEqual or row.markers > wanted end
local pick = isFilled and (best(function(row) return row.isSteady and row.isNested and row.isEqual end)
  or best(function(row) return row.isSteady and row.isNested end)) or nil
local clear = best(function(row) return row.isSteady and row.overlap == 0 and row.isEqual end)
  or best(function(row) return row.isSteady and row.overlap == 0 end)
local near
for _, row in ipairs(rows) do
  if row.isEqual and (not near or row.offset < near.offset) then near = row end
end
-- Fewer markers overlap less and are farther from their points: numbers of unequal ones do not compare.
local function inequality(row)
  return row.isEqual and "" or ("; but with %g marker%s, not %d"):format(row.markers, row.markers == 1 and "" or "s", wanted)
end
local function points(value) return ("%.0f px"):format(value) end
local function share(value) return ("%.0f %%"):format(100 * value) end

-- Prints a paragraph in lines of at most 60 columns, as narrow terminals have.
local function say(text, ...)
  local line = ""
  for word in text:format(...):gmatch("%S+") do
    if line ~= "" and utf8.len(line) + 1 + utf8.len(word) > 60 then print(line) line = "" end
    line = line == "" and word or line .. " " .. word
  end
  print(line)
end

-- What to take, and what else if something matters more: each with its reason.
local advice = {}
if pick then
  local overlapWords = pick.overlap == 0 and "no marker lies on another"
    or share(pick.overlap) .. " of the markers overlap"
  advice[1] = { row = pick, reason = ("clusters stay as they are while the map is panned and only split as it is zoomed "
    .. "in; %s; points are %s from their marker"):format(overlapWords, points(pick.offset)) }
  if clear and pick.overlap > 0 then
    advice[#advice + 1] = { row = clear, instead = "if no marker may lie on another",
      reason = ("points are then %s from their marker"):format(points(clear.offset)) }
  end
  if near and near ~= pick and near.offset < pick.offset * 0.95 and near.offset <= pick.offset - 1 then
    local price = not near.isSteady and ", but its markers change as the map is panned" or ""
    advice[#advice + 1] = { row = near, instead = "if markers must be near to their points",
      reason = points(near.offset) .. price }
  end
  local second = best(function(row)
    for _, one in ipairs(advice) do if one.row == row then return false end end
    return row.isSteady and row.isNested and row.isEqual
  end)
  if second and #advice < 3 then
    advice[#advice + 1] = { row = second,
      reason = ("%s of the markers overlap, points are %s from their marker"):format(share(second.overlap),
        points(second.offset)) }
  end
end
-- The author of a plugin wants to know about it, whatever the verdict is.
local own, isAdvised = nil, false
for _, row in ipairs(rows) do if row.family == families[#families] and given.plugin then own = row end end
for _, one in ipairs(advice) do isAdvised = isAdvised or one.row == own end
local function faults(row)
  local found = {}
  if not row.isSteady then found[#found + 1] = share(row.churn) .. " of its markers change as the map is panned" end
  if not row.isNested then found[#found + 1] = share(1 - row.nesting) .. " of its clusters mix with others one zoom closer" end
  if not row.isEqual then found[#found + 1] = ("it shows %g markers, not %d"):format(row.markers, wanted) end
  if #found == 0 then
    found[1] = ("it comes after the others, with %s of its markers overlapping and points %s from their marker"):format(
      share(row.overlap), points(row.offset))
  end
  return table.concat(found, ", and ")
end

local result = {
  data = title, points = count, outside = outside, markers = wanted, views = #views, take = pick and pick.strategy, strategies = {}, advice = {},
}
if not isFilled then
  result.why = ("These data never fill a view with %d markers, so that no size is better than another: keep the defaults, or try "
    .. "fewer --markers."):format(wanted)
elseif not pick then
  result.why = ("No strategy is steady on these data at about %d markers; try another number."):format(wanted)
end
for place, row in ipairs(rows) do
  result.strategies[place] = {
    strategy = row.strategy, name = row.name, parameters = row.parameters, markers = row.markers,
    overlap = row.overlap, displacement = row.offset, churn = row.churn, nesting = row.nesting,
  }
end
for place, one in ipairs(advice) do
  result.advice[place] = {
    strategy = one.row.strategy, name = one.row.name, parameters = one.row.parameters,
    instead = one.instead, reason = one.reason .. inequality(one.row), markers = one.row.markers,
  }
end
if given.json then print(json(result)) end
if given.json or given.quiet then return result end

if outside > 0 then
  say("note: %d of %d points %s far from the others, outside the views", outside, count, outside == 1 and "lies" or "lie")
end
say("%s: %d points. Sizes are tuned to about %d markers, the median of %d view%s of %g × %g: all points%s, and %s.", title, count,
  wanted, #views, #views == 1 and "" or "s", width, height, outside > 0 and (" but %d"):format(outside) or "",
  #views == 1 and "no crowded location"
    or ("crowded locations at zooms %d and %d"):format(views[2].zoom, views[3].zoom))
print ""
local shown = {}
for place, row in ipairs(rows) do
  shown[place] = {
    strategy = row.strategy, markers = ("%g"):format(row.markers) .. (row.isEqual and "" or " !"),
    overlap = share(row.overlap), ["to markers"] = points(row.offset),
    panning = row.isSteady and "steady" or share(row.churn),
    zooming = row.isNested and "nested" or share(1 - row.nesting),
  }
end
show(shown, { "strategy", "markers", "overlap", "to markers", "panning", "zooming" })
print [[

overlap     markers that lie on another one, the mean of all
            views; a marker is a disc with a radius of 12 to
            32 px, by its number of points
to markers  mean distance from a point to its marker on the
            screen, the median of all views
panning     markers that change when the map is moved by
            7 pixels, in the worst view; steady: none
zooming     clusters that mix with others, one zoom closer,
            in the worst view; nested: none]]
local unequal = {}
for _, row in ipairs(rows) do
  if not row.isEqual then unequal[#unequal + 1] = ("%s %g"):format(row.name, row.markers) end
end
if #unequal > 0 then
  print ""
  say("! No size comes within a tenth of %d markers: %s. These rows do not compare with "
    .. "the others.", wanted, table.concat(unequal, ", "))
end

print ""
if not pick then
  say("%s", result.why)
  return result
end

for place, one in ipairs(advice) do
  local reason = one.reason .. inequality(one.row)
  if place == 1 then say("Take %s: %s.", one.row.strategy, reason)
  elseif one.instead then say("Take %s instead %s: %s.", one.row.strategy, one.instead, reason)
  else say("Next comes %s: %s.", one.row.strategy, reason) end
end
if own and not isAdvised then say("%s is not among these: %s.", own.strategy, faults(own)) end

-- MARK: What to type

local function quoted(text) return text:match("^[%w%._/,-]+$") and text or "'" .. text:gsub("'", "'\\''") .. "'" end
local path = isFile and quoted(given.data) or "FILE"
local names = {}
for name in pairs(given.reading) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  local value = given.reading[name]
  local flag = name:gsub("%u", function(letter) return "-" .. letter:lower() end)
  if type(value) == "boolean" then
    path = ("%s --%s%s"):format(path, value and "" or "no-", flag)
  else
    local words = {}
    for place, one in ipairs(type(value) == "table" and value or {}) do
      words[place] = one:find('[,"]') and '"' .. one:gsub('"', '""') .. '"' or one
    end
    local word = #words > 0 and table.concat(words, ",") or tostring(value)
    path = ("%s --%s%s%s"):format(path, flag, word:sub(1, 1) == "-" and "=" or " ", quoted(word))
  end
end
local beside, loaded = {}, ""
local function loading(row) return row.family.file and " --plugin " .. quoted(row.family.file) or "" end
for place, one in ipairs(advice) do
  beside[place] = one.row.strategy
  if loaded == "" then loaded = loading(one.row) end
end
if own and not isAdvised then beside[#beside + 1], loaded = own.strategy, loading(own) end
print "\nNext:"
-- The page tunes sizes again, as three panes have less room each; it knows no plugins that are not installed.
print(given.plugin and ("  pinfold serve %s%s --strategy '%s'"):format(path, loaded, table.concat(beside, ","))
  or ("  pinfold serve %s --suggest  # the best side by side, tuned to the page"):format(path))
print(("  pinfold tiles %s%s --strategy '%s' --output clusters.pmtiles"):format(path, loading(pick), pick.strategy))
if width >= 1000 then
  print(("  pinfold suggest %s --markers 20 --width 390 --height 844  # for a phone"):format(path))
end
if pick.name == "radius" then
  -- Sizes are in screen points of a world of one 256-point tile at zoom 0; MapLibre's zooms are one less.
  print(("  supercluster:  new Supercluster({ radius: %d, extent: 256 })"):format(pick.size))
  print(("  MapLibre:      cluster: true, clusterRadius: %d"):format(pick.size))
end
if not pick.family.isPlugin then
  local label = pick.name == "radius" and "" or pick.parameter .. ": "
  local swift, python = "", ""
  if pick.closer then swift, python = (", %s: true"):format(pick.closer), (", %s=True"):format(pick.closer) end
  print(("  Swift:         try Clusterer(.%s(%s%d%s)).build(points)"):format(pick.name, label, pick.size, swift))
  print(("  Python:        points.cluster(\"%s\", %s=%d%s)"):format(pick.name, pick.parameter:gsub("%u", function(letter)
    return "_" .. letter:lower()
  end), pick.size, python))
end
if given.output then
  local file = assert(io.open(given.output, "w"))
  file:write(pick.map:page { title = title })
  file:close()
  print(("\nThe map is in %s."):format(given.output))
end
return result
