-- Density clusters: points with many others around them, and what these reach; the rest is noise.
--
-- A point is a core if at least `minPoints` points lie within `radius` of it, itself counted. Cores within the radius of
-- each other share a cluster. Any other point within the radius of a core, a border point, goes to the nearest core, of
-- several the first in the canonical order of points. What is left is noise: every spot by itself. This is exact, and
-- clusters have any shape and any size, so they cannot be kept to a part of the map: every query looks at every point.
--
-- Source: Ester, Kriegel, Sander, Xu: A density-based algorithm for discovering clusters (KDD 1996), by cells in which
-- any two points are within the radius, as in Gunawan's (2013) and in Gan and Tao's DBSCAN revisited (SIGMOD 2015).
-- Complexity: O(minPoints · n), and the pairs of cells whose distance must be told by their points. Coincident points
-- count as many; ±180° is nothing special.

-- The world's width in its units, which are whole numbers: so points are equally far apart in every view.
local world = 2.0 ^ 32

-- Where cells lie that may hold a point within the radius of one in a cell, the nearest first.
local function offsetsOf(radiusInCells, across, wraps)
  local reach = math.min(math.ceil(radiusInCells), across)
  -- Where the radius goes around the whole world, every column is visited once.
  local last = wraps and math.min(reach, across - reach - 1) or reach
  local offsets = {}
  for south = -reach, reach do
    for east = -reach, last do
      -- On a world that wraps, the other way around may be shorter.
      local apart = wraps and math.min(math.abs(east), across - math.abs(east)) or math.abs(east)
      local gapX, gapY = math.max(0, apart - 1), math.max(0, math.abs(south) - 1)
      if gapX * gapX + gapY * gapY <= radiusInCells * radiusInCells then
        offsets[#offsets + 1] = { east = east, south = south, distance = east * east + south * south }
      end
    end
  end
  table.sort(offsets, function(a, b)
    if a.distance ~= b.distance then return a.distance < b.distance end
    return a.south < b.south or a.south == b.south and a.east < b.east
  end)
  local easts, souths = {}, {}
  for place, offset in ipairs(offsets) do easts[place], souths[place] = offset.east, offset.south end
  return easts, souths
end

-- Points in square cells, and how to find what is near them. Lists are filled from their beginning, which keeps them
-- compact: at a million points that matters.
local function cellsOf(points, radius, view)
  local x, y = points.unitX, points.unitY
  -- The diagonal is a little shorter than the radius, or the cell is a single position; a whole number of cells goes
  -- around the world.
  local across = math.min(1 << 32, math.ceil(world * math.sqrt(2) / radius) + 1)
  local side = world / across
  -- Labels rather than rows and columns themselves, whose product may have more digits than a number holds.
  local groups = ((y // side):group().labels * (#points + 1) + (x // side):group().labels):group()

  -- Each cell's points are a chain: the first one, and the one after each point or false.
  local first, following, last = groups.first:totable(), {}, {}
  for point, cell in groups.labels:iter() do
    following[point] = false
    if last[cell] then following[last[cell]] = point end
    last[cell] = point
  end
  local cells = {
    count = #groups, counts = groups.counts:totable(), x = x:totable(), y = y:totable(), first = first,
    following = following,
  }

  local function cellPlace(cell) return (cells.x[first[cell]] // side) | 0, (cells.y[first[cell]] // side) | 0 end
  local at = {}
  for cell = 1, cells.count do
    local column, row = cellPlace(cell)
    at[row << 32 | column] = cell
  end
  local easts, souths = offsetsOf(radius / side, across, view.wraps)
  local wraps, found = view.wraps, {}

  -- The cells that may hold a point within the radius of one in this cell, itself the first: a list that the next call
  -- takes again, and its length.
  function cells.near(cell)
    local count = 0
    local column, row = cellPlace(cell)
    for place = 1, #easts do
      local there = column + easts[place]
      if wraps then there = there % across end
      if there >= 0 and there < across then
        local other = at[(row + souths[place]) << 32 | there]
        if other then
          count = count + 1
          found[count] = other
        end
      end
    end
    return found, count
  end
  return cells
end

-- Finds the cores, and the cells that have no others near: true for each point, and for each cell, that is one.
local function coresOf(cells, radius, least, view)
  local isCore, isLonely = {}, {}
  local x, y, first, following = cells.x, cells.y, cells.first, cells.following
  local limit, turn, half = radius * radius, view.wraps and world or math.huge, world / 2

  local function isSurrounded(point, near, count)
    local found, px, py = 0, x[point], y[point]
    for place = 1, count do
      local neighbor = first[near[place]]
      while neighbor do
        local east, south = px - x[neighbor], py - y[neighbor]
        if east < 0 then east = -east end
        if east > half then east = turn - east end
        if east * east + south * south <= limit then
          found = found + 1
          if found == least then return true end
        end
        neighbor = following[neighbor]
      end
    end
    return false
  end

  for point = 1, #x do isCore[point] = false end
  for cell = 1, cells.count do
    local isDense, near, count, total = cells.counts[cell] >= least, nil, 0, 0
    if not isDense then
      near, count = cells.near(cell)
      for place = 1, count do total = total + cells.counts[near[place]] end
    end
    isLonely[cell] = count == 1
    local point = first[cell]
    while point do
      isCore[point] = isDense or total >= least and isSurrounded(point, near, count)
      point = following[point]
    end
  end
  return isCore, isLonely
end

-- Whether a point of one list is within the radius of one of another, which is moved to the east. Lists are divided
-- until a pair or their boxes tell; so two crowds are not compared point by point.
local function touch(cells, crowd, other, shift, radius)
  local x, y = cells.x, cells.y
  local function box(list)
    if list.left then return end
    local left, right, top, bottom = math.huge, -math.huge, math.huge, -math.huge
    for _, point in ipairs(list) do
      left, right = math.min(left, x[point]), math.max(right, x[point])
      top, bottom = math.min(top, y[point]), math.max(bottom, y[point])
    end
    list.left, list.right, list.top, list.bottom = left, right, top, bottom
    list.size = math.max(right - left, bottom - top)
  end
  local function halves(list)
    local axis, middle = y, (list.top + list.bottom) / 2
    if list.right - list.left > list.bottom - list.top then axis, middle = x, (list.left + list.right) / 2 end
    local low, high = {}, {}
    for _, point in ipairs(list) do
      local half = axis[point] <= middle and low or high
      half[#half + 1] = point
    end
    return low, high
  end
  local function isWithin(east, south) return east * east + south * south <= radius * radius end
  local function near(a, b)
    if isWithin(x[b[1]] + shift - x[a[1]], y[b[1]] - y[a[1]]) then return true end
    box(a)
    box(b)
    local west, east = b.left + shift, b.right + shift
    if not isWithin(math.max(0, west - a.right, a.left - east), math.max(0, b.top - a.bottom, a.top - b.bottom)) then
      return false
    end
    if a.size >= b.size then
      local low, high = halves(a)
      return near(low, b) or near(high, b)
    end
    local low, high = halves(b)
    return near(a, low) or near(a, high)
  end
  return near(crowd, other)
end

-- Joins cells with cores within the radius: answers a function from cells to one that stands for all joined with it.
local function joined(cells, isCore, radius, view)
  local parent, cores = {}, {}
  for cell = 1, cells.count do parent[cell] = cell end
  local function root(cell)
    while parent[cell] ~= cell do
      parent[cell] = parent[parent[cell]]
      cell = parent[cell]
    end
    return cell
  end
  for cell = 1, cells.count do
    local list, point = nil, cells.first[cell]
    while point do
      if isCore[point] then
        list = list or {}
        list[#list + 1] = point
      end
      point = cells.following[point]
    end
    cores[cell] = list or false
  end
  local shifts = view.wraps and { 0, world, -world } or { 0 }
  for cell = 1, cells.count do
    if cores[cell] then
      local near, count = cells.near(cell)
      for place = 1, count do
        local other = near[place]
        if other < cell and cores[other] and root(other) ~= root(cell) then
          for _, shift in ipairs(shifts) do
            if touch(cells, cores[cell], cores[other], shift, radius) then
              parent[root(cell)] = root(other)
              break
            end
          end
        end
      end
    end
  end
  return root
end

-- The cell of the core within the radius that is nearest to a point, of several the first; nil if there is none.
local function nearestCore(point, near, count, cells, isCore, radius, view)
  local nearest, home, least
  for place = 1, count do
    local core = cells.first[near[place]]
    while core do
      if isCore[core] then
        local east, south = math.abs(cells.x[point] - cells.x[core]), cells.y[point] - cells.y[core]
        if view.wraps and east > world / 2 then east = world - east end
        local distance = east * east + south * south
        if distance <= radius * radius
          and (not least or distance < least or distance == least and core < nearest) then
          nearest, home, least = core, near[place], distance
        end
      end
      core = cells.following[core]
    end
  end
  return home
end

---@type pinfold.StrategyPlugin
return {
  api = 1,
  kind = "strategy",
  name = "dbscan",
  version = "1.0.0",
  summary = "Density clusters of any shape (DBSCAN); noise stays by itself.",
  parameters = {
    radius = { type = "number", default = 30, min = 0.01, max = 4096, unit = "screen points", markers = "fewer", doc = "How near neighbours are on the screen." },
    minPoints = { type = "integer", default = 4, min = 1, max = 1000000, doc = "Fewest points within the radius of a core, itself counted." },
  },
  capabilities = { panInvariant = true, permutationInvariant = true },

  cluster = function(points, parameters, view)
    local radius = parameters.radius * world / view.worldWidth
    local cells = cellsOf(points, radius, view)
    local isCore, isLonely = coresOf(cells, radius, parameters.minPoints, view)
    local root = joined(cells, isCore, radius, view)

    -- A cell stands for each cluster of cores; noise goes by the first point on its spot, past all cells.
    local labels = {}
    for point = 1, #points do labels[point] = 0 end
    for cell = 1, cells.count do
      local near, count, spots
      local point = cells.first[cell]
      while point do
        if isCore[point] then
          labels[point] = root(cell)
        else
          if not near and not isLonely[cell] then near, count = cells.near(cell) end
          local home = near and nearestCore(point, near, count, cells, isCore, radius, view)
          if home then
            labels[point] = root(home)
          else
            spots = spots or {}
            local spot = (cells.x[point] | 0) << 32 | (cells.y[point] | 0)
            spots[spot] = spots[spot] or cells.count + point
            labels[point] = spots[spot]
          end
        end
        point = cells.following[point]
      end
    end
    return { groups = column(labels):group() }
  end,

  tests = {
    ["a crowd is a cluster, and what stands apart is noise"] = function(test)
      local points = test:points { x = { 0, 5, 10, 15, 300, 305 }, y = { 0, 0, 0, 0, 0, 0 } }
      local frame = test:cluster(points, { radius = 16, minPoints = 4 })
      test:expect(frame.counts:max(), 4)
      test:expect(#frame, 3)
    end,
    ["a chain of cores is one cluster, however long"] = function(test)
      local x, y = {}, {}
      for place = 1, 100 do x[place], y[place] = 5 * place - 250, 0 end
      local points = test:points { x = x, y = y }
      test:expect(#test:cluster(points, { radius = 6, minPoints = 3 }), 1)
      test:expect(#test:cluster(points, { radius = 4, minPoints = 3 }), 100)
    end,
    ["noise on one spot stays one cluster"] = function(test)
      test:expect(#test:cluster(test:points { x = { 0, 0 }, y = { 0, 0 } }, { minPoints = 3 }), 1)
    end,
  },
}
