-- Square cells, then cells whose markers are too near each other joined, until no two are.
--
-- A grid alone puts two markers on each other wherever a crowd lies across an edge. Here the clusters of cells are taken
-- one after the other: one whose mean is nearer than `radius` to another's is joined with the nearest, and what
-- comes of it goes to the end of the queue. So in the end no two means of a group are nearer. Ties go to the cluster
-- with the first point in the canonical order.
--
-- With the scope `world` all cells are joined, so panning changes nothing; with `view`, faster over much data, those in
-- the view and three cells around it, and markers may jump as the map moves, as they do in the libraries. What is joined
-- depends on cells at any distance, so neither declares a `reach`.
-- Cells are half-open and go around the world a whole number of times; ±180° lies inside of them.
--
-- Source: the second phase of kingpin's grid (itsbonczek/kingpin, 2013), which looks at every neighbour once and so may
-- leave markers that overlap.
-- Complexity: O(n) natively for the cells, then O(c) in Lua, where c is the number of cells with a point.

-- The world's width in its units.
local world = 2.0 ^ 32

-- The clusters of cells as lists: places of their means by weights, where markers stand, and the weights. Points without
-- any weight count alike where there are no others.
local function cellsOf(points, size, view)
  local groups, weight = points:grid(size):group(), points.weight
  local counts = groups.counts:totable()
  local weights, isEven = groups:sum(weight):totable(), weight:min() == weight:max()
  local function means(values, wraps)
    local plain = groups:mean(values)
    local all = plain:totable()
    if not isEven then
      local offsets = values - plain:take(groups.labels)
      if wraps then offsets = (offsets + world / 2) % world - world / 2 end
      for group, sum in ipairs(groups:sum(offsets * weight):totable()) do
        if weights[group] > 0 then all[group] = all[group] + sum / weights[group] end
      end
    end
    if wraps then for group, value in ipairs(all) do all[group] = value % world end end
    return all
  end
  return groups, means(points.unitX, view.wraps), means(points.unitY, false), isEven and counts or weights, counts
end

-- Squares as wide as the radius, by which to find what is near: whoever is nearer is in the same or one beside it.
local function neighborhood(radius, wraps)
  local across = math.max(1, math.floor(world / radius))
  local side = world / across
  -- The first cluster of each square, and the one after each cluster.
  local rows, following = {}, {}
  local squares = {}

  function squares.add(cluster, x, y)
    local row = rows[y // side] or {}
    rows[y // side] = row
    following[cluster], row[x // side] = row[x // side], cluster
  end

  function squares.remove(cluster, x, y)
    local row, column = rows[y // side], x // side
    if row[column] == cluster then
      row[column] = following[cluster]
    else
      local before = row[column]
      while following[before] ~= cluster do before = following[before] end
      following[before] = following[cluster]
    end
    following[cluster] = nil
  end

  -- Calls a function with every cluster around a place.
  function squares.each(x, y, visit)
    local column, row = x // side, y // side
    -- A world of one or two squares around has no third.
    local last = wraps and math.min(1, across - 2) or 1
    for south = -1, 1 do
      local there = rows[row + south]
      for east = -1, there and last or -2 do
        local cluster = there[wraps and (column + east) % across or column + east]
        while cluster do
          visit(cluster)
          cluster = following[cluster]
        end
      end
    end
  end
  return squares
end

---@type pinfold.StrategyPlugin
return {
  api = 1,
  kind = "strategy",
  name = "grid-merge",
  version = "1.2.0",
  summary = "Square cells, merged until no two markers of a group are closer than a radius.",
  parameters = {
    cellSize = { type = "number", default = 60, min = 1, max = 4096, unit = "screen points", markers = "fewer", doc = "Target side of a cell on the screen." },
    radius = { type = "number", default = 40, min = 0, max = 4096, unit = "screen points", doc = "Minimum distance between two markers." },
    scope = { type = "choice", default = "world", choices = { "world", "view" }, doc = "Which cells are merged: all, or those in and around the view." },
  },
  capabilities = function(parameters)
    return { permutationInvariant = true, panInvariant = parameters.scope == "world" }
  end,
  cluster = function(points, parameters, view)
    local groups, x, y, weights, counts = cellsOf(points, parameters.cellSize, view)
    local radius = parameters.radius * world / view.worldWidth
    if radius == 0 then return { groups = groups } end
    local squares = neighborhood(radius, view.wraps)

    local function eastward(from, to)
      local east = to - from
      return view.wraps and (east + world / 2) % world - world / 2 or east
    end

    -- The nearest cluster to one that is too near to it, if any.
    local function nearest(cluster)
      local found, least
      squares.each(x[cluster], y[cluster], function(other)
        if other == cluster then return end
        local east, south = eastward(x[cluster], x[other]), y[other] - y[cluster]
        local distance = east * east + south * south
        if distance < radius * radius
          and (not least or distance < least or distance == least and other < found) then
          found, least = other, distance
        end
      end)
      return found
    end

    -- How far from the view's middle cells are joined: beyond its corners, however it is turned.
    local unit = world / view.worldWidth
    local far = math.huge
    if parameters.scope == "view" then
      local corner = math.sqrt(view.width ^ 2 + view.height ^ 2) * (0.5 + view.margin)
      far = (corner + 3 * math.max(parameters.cellSize, parameters.radius)) * unit
    end

    -- A joined cluster keeps the number of the one that comes first, and is waiting again.
    local parent, waiting = {}, {}
    for cluster = 1, #groups do
      parent[cluster] = cluster
      if math.abs(eastward(view.x * unit, x[cluster])) <= far and math.abs(y[cluster] - view.y * unit) <= far then
        waiting[#waiting + 1] = cluster
        squares.add(cluster, x[cluster], y[cluster])
      end
    end
    local place = 1
    while place <= #waiting do
      local cluster = waiting[place]
      local other = parent[cluster] == cluster and nearest(cluster)
      if other then
        local into, from = math.min(cluster, other), math.max(cluster, other)
        squares.remove(into, x[into], y[into])
        squares.remove(from, x[from], y[from])
        local weight = weights[into] + weights[from]
        local share = weight > 0 and weights[from] / weight or counts[from] / (counts[into] + counts[from])
        x[into] = x[into] + share * eastward(x[into], x[from])
        if view.wraps then x[into] = x[into] % world end
        y[into] = y[into] + share * (y[from] - y[into])
        weights[into], counts[into] = weight, counts[into] + counts[from]
        parent[from] = into
        squares.add(into, x[into], y[into])
        waiting[#waiting + 1] = into
      end
      place = place + 1
    end

    -- Clusters join those with lower numbers, so a parent is at its end already when its turn comes.
    for cluster = 1, #groups do parent[cluster] = parent[parent[cluster]] end
    return { groups = groups:relabel(column(parent)) }
  end,

  tests = {
    ["markers at the means of weights are kept apart"] = function(test)
      -- Plain means are at 5 and 45, those of weights at 10 and 40.
      local points = test:points { x = { 0, 10, 40, 50 }, y = { 0, 0, 0, 0 }, weight = { 0, 9, 9, 0 } }
      test:expect(#test:cluster(points, { cellSize = 30, radius = 29 }), 2)
      test:expect(#test:cluster(points, { cellSize = 30, radius = 31 }), 1)
    end,
    ["markers on both sides of an edge are joined where they are too near"] = function(test)
      -- At a distance of 30 they are in two cells of 10.
      local points = test:points { x = { 0, 30, 300 }, y = { 0, 0, 0 } }
      test:expect(#test:cluster(points, { cellSize = 10, radius = 29 }), 3)
      test:expect(#test:cluster(points, { cellSize = 10, radius = 31 }), 2)
    end,
    ["it goes on until no two are too near"] = function(test)
      -- The first two become one at 15, which is near enough to the third.
      local points = test:points { x = { 0, 30, 50 }, y = { 0, 0, 0 } }
      test:expect(#test:cluster(points, { cellSize = 5, radius = 36 }), 1)
    end,
  },
}
