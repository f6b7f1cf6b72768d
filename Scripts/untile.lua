-- Read the points of vector tiles.
--
--   pinfold untile FOLDER --zoom 4 > clusters.csv

local given = command {
  summary = "Read the points of vector tiles",
  about = [[
    Prints the points of a folder of tiles as CSV, for 'pinfold doctor' and others: zoom, location, and the number of
    points, which is 1 where a point has none. The tiles are files ZOOM/COLUMN/ROW.mvt or .pbf that are not compressed,
    beside a file tiles.json or metadata.json, as 'pinfold tiles -o FOLDER' and 'tippecanoe -e FOLDER
    --no-tile-compression' write them; 'tile-join -e FOLDER --no-tile-compression' unpacks MBTiles and PMTiles.

    Points in the buffer of a tile are left out, for another tile has them. Locations are as exact as tiles, which round
    them: 'grain' is the step, in screen points.]],
  arguments = { { name = "folder", required = true, doc = "The folder." } },
  options = {
    { name = "zoom", type = "integer", min = 0, max = 14, doc = "The only zoom. Default: all that the tiles have, to 8." },
    { name = "count", unit = "column", doc = "Property with the number of points. Default: detected." },
    { name = "quiet", type = "boolean", doc = "Print nothing; for scripts that use the result." },
  },
  examples = { "pinfold untile tiles --zoom 4 > clusters.csv" },
}

local tile = 256
local countNames = given.count and { given.count } or { "point_count", "count", "num_points", "pointCount", "points" }
local markers = {}

-- What a file holds; nil if there is none.
local function contents(path)
  local isFile, file = pcall(io.open, path, "rb")
  if not isFile or not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end

-- The number at a byte of a message of Protocol Buffers, and where the next field begins.
local function varint(text, at)
  local value, shift = 0, 0
  repeat
    local byte = text:byte(at) or error("a tile ends too early", 0)
    value, shift, at = value | (byte & 127) << shift, shift + 7, at + 1
  until byte < 128
  return value, at
end

-- The fields of a message, as pairs of a number and a value.
local function fields(text)
  local at = 1
  return function()
    if at > #text then return nil end
    local key, size
    key, at = varint(text, at)
    if key & 7 == 0 then size, at = varint(text, at); return key >> 3, size end
    if key & 7 == 2 then size, at = varint(text, at)
    else size = ({ [1] = 8, [5] = 4 })[key & 7] or error("not a vector tile", 0) end
    at = at + size
    if size < 0 or at > #text + 1 then error("a tile ends too early", 0) end
    return key >> 3, text:sub(at - size, at - 1)
  end
end

local function numbers(packed)
  local list, at = {}, 1
  while at <= #packed do list[#list + 1], at = varint(packed, at) end
  return list
end

local function signed(value) return value >> 1 ~ -(value & 1) end

-- The value of a property, where it is a number.
local function number(value)
  for field, content in fields(value) do
    if field == 2 then return (string.unpack("<f", content)) end
    if field == 3 then return (string.unpack("<d", content)) end
    if field == 6 then return signed(content) end
    if field == 4 or field == 5 then return content end
  end
end

-- Adds the points of a vector tile, but for those in its buffer.
local function add(bytes, zoom, column, row)
  for field, layer in fields(bytes) do
    local keys, values, features, extent = {}, {}, {}, 4096
    for part, content in fields(field == 3 and layer or "") do
      if part == 2 then features[#features + 1] = content
      elseif part == 3 then keys[#keys + 1] = content
      elseif part == 4 then values[#values + 1] = number(content) or false
      elseif part == 5 then extent = content end
    end
    for _, feature in ipairs(features) do
      local tags, kind, steps, named = {}, 0, {}, {}
      for part, content in fields(feature) do
        if part == 2 then tags = numbers(content)
        elseif part == 3 then kind = content
        elseif part == 4 then steps = numbers(content) end
      end
      for at = 1, #tags - 1, 2 do named[keys[tags[at] + 1]] = values[tags[at + 1] + 1] end
      local count
      for _, name in ipairs(countNames) do count = count or named[name] end
      local x, y = 0, 0
      for at = 2, kind == 1 and #steps - 1 or 0, 2 do
        x, y = x + signed(steps[at]), y + signed(steps[at + 1])
        if x >= 0 and x < extent and y >= 0 and (y < extent or row == 2 ^ zoom - 1) then
          local north = math.exp(math.pi * (1 - 2 * (row + y / extent) / 2 ^ zoom))
          table.insert(markers, {
            zoom = zoom, lon = (column + x / extent) / 2 ^ zoom * 360 - 180, lat = math.deg(math.atan((north - 1 / north) / 2)),
            count = count or 1, grain = tile / extent })
        end
      end
    end
  end
end

if given.folder:lower():find("%.[mp][bm]tiles$") then
  error(("%s is an archive of tiles: 'tile-join -e tiles --no-tile-compression %s' unpacks it into a folder, tiles"):format(
    given.folder, given.folder), 0)
end
local about = contents(given.folder .. "/tiles.json") or contents(given.folder .. "/metadata.json")
if not about then error(("%s has no tiles.json or metadata.json"):format(given.folder), 0) end
local first = tonumber(about:match('"minzoom"%s*:%s*"?(%d+)')) or 0
local last = tonumber(about:match('"maxzoom"%s*:%s*"?(%d+)')) or 0
if given.zoom and (given.zoom < first or given.zoom > last) then
  error(("%s has the zooms %d to %d"):format(given.folder, first, last), 0)
end
for zoom = given.zoom or first, given.zoom or math.min(last, 8) do
  for column = 0, (1 << zoom) - 1 do
    for row = 0, (1 << zoom) - 1 do
      local name = ("%s/%d/%d/%d"):format(given.folder, zoom, column, row)
      local bytes = contents(name .. ".mvt") or contents(name .. ".pbf")
      if bytes and bytes:sub(1, 2) == "\31\139" then
        error(("%s is compressed: only tiles without compression can be read"):format(name), 0)
      end
      local isRead, reason = pcall(add, bytes or "", zoom, column, row)
      if not isRead then error(("%s: %s"):format(name, reason), 0) end
    end
  end
end

if given.quiet then return markers end
io.write("zoom,lon,lat,count,grain\n")
for _, marker in ipairs(markers) do
  io.write(("%d,%.7f,%.7f,%s,%.4g\n"):format(marker.zoom, marker.lon, marker.lat, marker.count, marker.grain))
end
return markers
