-- Cells of geohashes: one cluster for each hash of so many characters that points have.
--
-- A geohash halves longitudes and latitudes in turn, a character for every five halvings, so a cell holds 32 of the next
-- precision. The precision follows the zoom, or is given, to get the cells that a database or a search engine counts.
-- Cells on both sides of ±180° that touch are one cluster, for that line is nowhere on the ground; all others are
-- true cells. A cluster's field `cell` is its hash, for those that touch there that of the eastern one. Points past the
-- map's edge, at 85.0511°, count as at the edge. On a plane its extent takes the place of the globe, with rows of equal
-- height.
--
-- A cell holds its southern and western edges, as the halvings of a hash have it, so no point counts twice. A point nearer
-- to an edge than positions are fine, 0.9 cm at the equator, counts as on it; coincident points share a cell. Source:
-- Gustavo Niemeyer's geohash.org (2008).
-- Complexity: O(n log n) in the points around the view, one at a time in Lua, as latitudes take sines and exponents.

-- The number of columns and of rows of a precision; an odd one has twice as many columns as rows.
local function division(precision)
  local halvings = 5 * precision
  return 2.0 ^ ((halvings + 1) // 2), 2.0 ^ (halvings // 2)
end

-- The precision whose cells are nearest in width to the wanted one, by ratio; of two the wider. Thirteen characters,
-- one more than hashes have, are finer than positions.
local function fitting(width, worldWidth)
  local best, least
  for precision = 1, 13 do
    local ratio = math.abs(math.log(worldWidth / division(precision) / width, 2))
    if not least or ratio < least then best, least = precision, ratio end
  end
  return best
end

-- The character of three bits of one axis and two of the other, by turns from the first; by those five.
local characters = {}
for first = 0, 7 do
  for second = 0, 3 do
    local value = (first & 4) << 2 | (second & 2) << 2 | (first & 2) << 1 | (second & 1) << 1 | first & 1
    characters[first << 2 | second] = ("0123456789bcdefghjkmnpqrstuvwxyz"):sub(value + 1, value + 1)
  end
end

-- The hash of a cell, whose rows count from the south.
local function hash(column, row, precision)
  local text = {}
  for place = precision, 1, -1 do
    if place % 2 == 1 then
      text[place] = characters[(column & 7) << 2 | row & 3]
      column, row = column >> 3, row >> 2
    else
      text[place] = characters[(row & 7) << 2 | column & 3]
      column, row = column >> 2, row >> 3
    end
  end
  return table.concat(text)
end

-- How far north a position is, as a share of the latitudes from −90° to 90°.
local function shareNorth(south)
  local t = math.pi * (1 - 2 * south)
  return math.atan((math.exp(t) - math.exp(-t)) / 2) / math.pi + 0.5
end

---@type pinfold.StrategyPlugin
return {
  api = 1,
  kind = "strategy",
  name = "geohash",
  version = "1.1.0",
  summary = "Geohash cells, with a precision that follows the zoom or is fixed.",
  parameters = {
    cellSize = { type = "number", default = 80, min = 1, max = 4096, unit = "screen points", markers = "fewer", doc = "Target width of a cell on the screen, if the precision follows the zoom." },
    precision = { type = "integer", default = 0, min = 0, max = 12, doc = "Length of the geohash in characters; 0 follows the zoom." },
  },
  capabilities = { nested = true, panInvariant = true, permutationInvariant = true },

  -- Widths are within a factor of √8 of the wanted one; at the map's edges cells are up to 11.6 times as high as wide,
  -- and at ±180° twice as wide. Cells of a given precision may be larger than any view.
  reach = function(parameters)
    if parameters.precision == 0 then return 34 * parameters.cellSize end
  end,

  cluster = function(points, parameters, view)
    local precision = parameters.precision
    if precision == 0 then precision = fitting(parameters.cellSize, view.worldWidth) end
    local across, down = division(precision)

    -- World units are whole numbers: so points are in the same cell at every zoom.
    local world = 2.0 ^ 32
    local columns = points.unitX * across // world
    -- A position stands for all latitudes that round to it, an edge among them: the northernmost decides.
    local rows = {}
    for index, y in ((points.unitY - 0.5) / world):iter() do
      local north = view.wraps and shareNorth(y) or 1 - y
      rows[index] = math.min(math.floor(north * down), down - 1)
    end
    -- The last column and the first are one.
    if view.wraps then columns = columns % (across - 1) end
    -- Labels rather than numbers of rows and columns, whose product may have more digits than a number holds.
    rows = column(rows)
    local groups = (rows:group().labels * (#points + 1) + columns:group().labels):group()
    local easts, norths = groups:min(columns), groups:min(rows)
    local hashes = {}
    for group = 1, #groups do
      hashes[group] = hash(math.tointeger(easts[group]), math.tointeger(norths[group]), precision)
    end
    return { groups = groups, size = view.worldWidth / across, fields = { cell = hashes } }
  end,

  tests = {
    ["points with equal hashes share a cluster"] = function(test)
      -- At zoom 10 a cell of five characters is 32 screen points wide; the middle of the view is on a corner of cells.
      local points = test:points { x = { 2, 30, 34, 2 }, y = { -2, -30, -2, 2 } }
      test:expect(test:cluster(points, { precision = 5 }).counts:max(), 2)
      test:expect(#test:cluster(points, { precision = 5 }), 3)
    end,
    ["a point on an edge of latitude is in the cell to the north"] = function(test)
      -- The view's middle, on the equator, is on a corner of cells.
      local points = test:points { x = { 2, 2, 2 }, y = { -2, 0, 2 } }
      test:expect(#test:cluster(points, { precision = 5 }), 2)
      test:expect(test:cluster(points, { precision = 5 }).counts:max(), 2)
    end,
    ["a longer hash makes more clusters"] = function(test)
      local points = test:points { x = { 2, 30, 34 }, y = { -2, -2, -2 } }
      test:expect(#test:cluster(points, { precision = 1 }), 1)
      test:expect(#test:cluster(points, { precision = 8 }), 3)
    end,
  },
}
