-- Check the clusters of any program against their points.
--
--   pinfold doctor CLUSTERS.geojson --data POINTS.csv --zoom 4

local given = command {
  summary = "Check the clusters of any program against their points",
  about = [[
    CLUSTERS is a GeoJSON or CSV file with a row for each marker: its location and the number of its points, as
    supercluster, tippecanoe and others write them. It has all clusters of the world at one zoom, or at several zooms
    with a column 'zoom'. Or it is a folder of vector tiles, as 'pinfold untile' reads it.

    Checks: every point is counted once, in total and in each region; counts are whole numbers that the points nearby
    allow; a marker of one point is at that point; markers do not repeat, and are near points; clusters are not cut at
    180 degrees. With --again, clusters made of the same points in another
    order, or cut to another view, must have the same markers. Each fault is shown with an example.

    A zoom that is off by one doubles or halves the distances of markers on the screen, which are printed: where all
    zooms are off alike, nothing else shows it.

    A region is a set of points connected by steps of --reach, and no point should be farther than --reach from its
    marker. The default suits clusters of about one size on the screen, such as those of a radius or a grid. Others,
    such as a fixed number of clusters, need a larger --reach. If all points are connected, only the total is checked.]],
  arguments = { { name = "clusters", required = true, doc = "The markers: a file, or a folder of vector tiles." } },
  reading = true,
  options = {
    { name = "data", required = true, doc = "The clustered points: a file, or 'towns'." },
    { name = "zoom", type = "number", min = -8, max = 32, doc = "The zoom of the clusters, if there is no column 'zoom'; of tiles, the only one to look at." },
    { name = "count", unit = "column", doc = "Column of the number of points. Default: detected." },
    { name = "reach", type = "number", min = 0, max = 1e6,
      doc = "Largest distance of points from their marker, in screen points. Default: twice the markers' median distance, within 64 to 256." },
    { name = "again", unit = "file", doc = "Clusters of the same points in another order, or of a second run: a file or tiles too." },
  },
  examples = {
    "pinfold doctor clusters.geojson --data stations.csv --zoom 5",
    "pinfold doctor first.geojson --data stations.csv --zoom 5 --again shuffled.geojson",
  },
}

local tile = 256

-- Screen points from the west and north edges of the world at a zoom.
local function project(lon, lat, zoom)
  local size = tile * 2 ^ zoom
  local sine = math.sin(math.rad(math.max(-85.0511, math.min(85.0511, lat))))
  return (lon + 180) / 360 * size % size, (0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)) * size
end

local function place(lon, lat) return ("%.5f, %.5f"):format(lon, lat) end

-- MARK: Reading

-- Methods, as columns of the data may hide members such as 'columns' and 'rows'.
local function columnOf(data, names)
  for _, name in ipairs(names) do
    if pcall(data.column, data, name) then return name end
  end
end

local countNames = { "point_count", "count", "num_points", "pointCount", "points" }

-- The markers of a file or folder by zoom, and what is wrong with its rows.
local function read(path)
  local isFile, reason = pcall(io.open, path)
  if not isFile and tostring(reason):find("not a regular file", 1, true) or path:lower():find("%.[mp][bm]tiles$") then
    local isRead, list = pcall(
      script, "untile", { folder = path, zoom = given.zoom, count = given.count, quiet = true })
    if not isRead then error(list, 0) end
    local byZoom = {}
    for _, marker in ipairs(list) do
      byZoom[marker.zoom] = byZoom[marker.zoom] or {}
      table.insert(byZoom[marker.zoom], marker)
    end
    return byZoom, {}
  end
  local data = dataset(path, { attributes = "all" })
  local faults = {}
  local info = data:info()
  if info.skipped > 0 then
    faults[1] = ("%d of %d rows cannot be used: a marker without a place"):format(info.skipped, info.rows)
  end
  local countName = given.count or columnOf(data, countNames)
  if given.count and not columnOf(data, { given.count }) then
    error(("%s has no column '%s'"):format(path, given.count), 0)
  end
  if not countName then
    print(("-      %s has no column of counts, such as 'count' or 'point_count': each marker counts one point; --count names it")
      :format(path))
  end
  local zoomName = columnOf(data, { "zoom" })
  if not zoomName and not given.zoom then
    error(("%s has no column 'zoom': say with --zoom which one it is of"):format(path), 0)
  end
  local counts = countName and data:column(countName)
  local zooms = zoomName and data:column(zoomName)
  local lon, lat = data.lon:totable(), data.lat:totable()
  local levels = {}
  for row = 1, #data do
    local zoom = zooms and zooms[row] or given.zoom
    if type(zoom) ~= "number" or zoom ~= zoom then
      error(("%s: row %d has no zoom"):format(path, row), 0)
    end
    local count = counts and counts[row] or 1
    -- Points that are no clusters have no count.
    if type(count) ~= "number" or count ~= count or count == math.mininteger then count = 1 end
    count = math.tointeger(count) or count
    if count < 1 or count % 1 ~= 0 then
      faults[#faults + 1] = ("the marker at %s counts %s, which is no number of points"):format(
        place(lon[row], lat[row]), count)
    end
    levels[zoom] = levels[zoom] or {}
    table.insert(levels[zoom], { lon = lon[row], lat = lat[row], count = count })
  end
  return levels, faults
end

-- MARK: Places

-- Things by square cells of a width, around the world.
local function binned(things, zoom, width)
  local across = math.max(1, math.floor(tile * 2 ^ zoom / width))
  local bins = {}
  for _, thing in ipairs(things) do
    local x, y = project(thing.lon, thing.lat, zoom)
    thing.x, thing.y = x, y
    local column, line = math.min(across - 1, math.floor(x / (tile * 2 ^ zoom) * across)), math.floor(y / width)
    thing.bin = line * across + column
    bins[thing.bin] = bins[thing.bin] or {}
    table.insert(bins[thing.bin], thing)
  end
  return bins, across
end

-- The bins around one, itself among them, each once.
local function around(bin, across)
  local line, column = bin // across, bin % across
  local list, seen = {}, {}
  for down = -1, 1 do
    for right = -1, 1 do
      local other = (line + down) * across + (column + right) % across
      if not seen[other] then seen[other] = true; list[#list + 1] = other end
    end
  end
  return list
end

local function distance(a, b, zoom)
  local size = tile * 2 ^ zoom
  local east = math.abs(a.x - b.x)
  return math.sqrt(math.min(east, size - east) ^ 2 + (a.y - b.y) ^ 2)
end

local function areAcross(a, b) return a.lon * b.lon < 0 and math.abs(a.lon) > 90 and math.abs(b.lon) > 90 end

-- The median distance from a marker to the nearest other one, and the least distance of two on one side of 180 degrees;
-- nil for fewer than two markers apart.
local function spacing(markers, zoom)
  local size = tile * 2 ^ zoom
  local width = math.max(1e-6 * size, size / math.sqrt(#markers) / 2)
  while width < size do
    local bins, across = binned(markers, zoom, width)
    local nearest, least = {}, math.huge
    for _, marker in ipairs(markers) do
      local best
      for _, bin in ipairs(around(marker.bin, across)) do
        for _, other in ipairs(bins[bin] or {}) do
          local apart = distance(marker, other, zoom)
          if apart > 0 and not areAcross(marker, other) then least = math.min(least, apart) end
          if other ~= marker and apart > 0 and (not best or apart < best) then best = apart end
        end
      end
      if best and best <= width then nearest[#nearest + 1] = best end
    end
    if #nearest * 2 > #markers then
      table.sort(nearest)
      return nearest[(#nearest + 1) // 2], least
    end
    width = width * 2
  end
end

-- MARK: Examination

local points = {}
do
  local data = dataset(given.data, given.reading)
  if #data == 0 then error(("%s has no points"):format(given.data), 0) end
  local lon, lat = data.lon:totable(), data.lat:totable()
  for row = 1, #data do points[row] = { lon = lon[row], lat = lat[row] } end
end

local found = 0
local function fault(text) found = found + 1; print("FAULT  " .. text) end
local function fine(text) print("ok     " .. text) end
local function judge(wrong, right) if wrong then fault(wrong) else fine(right) end end

local function counted(number, noun) return ("%d %s%s"):format(number, noun, number == 1 and "" or "s") end

-- The regions that hang together by bins of a width, each with its points and markers.
local function regions(markers, zoom, width)
  local size = tile * 2 ^ zoom
  local bins, across = binned(points, zoom, width)
  local shown = binned(markers, zoom, width)
  local seen, list = {}, {}
  local keys = {}
  for bin in pairs(bins) do keys[#keys + 1] = bin end
  for bin in pairs(shown) do if not bins[bin] then keys[#keys + 1] = bin end end
  table.sort(keys)
  for _, start in ipairs(keys) do
    if not seen[start] then
      local region = { points = 0, counted = 0, east = 0, west = 0, nearEast = 0, nearWest = 0, held = {}, markers = {} }
      local waiting = { start }
      seen[start] = true
      while #waiting > 0 do
        local bin = table.remove(waiting)
        region.points = region.points + #(bins[bin] or {})
        for _, point in ipairs(bins[bin] or {}) do
          table.insert(region.held, point)
          -- Points less those that markers count, on either side of 180 degrees.
          if point.lon > 0 then region.east = region.east + 1 else region.west = region.west + 1 end
          if point.x > size - width / 4 then region.nearEast = region.nearEast + 1 end
          if point.x < width / 4 then region.nearWest = region.nearWest + 1 end
          region.isWide = region.isWide or math.abs(point.lon) < 20
        end
        for _, marker in ipairs(shown[bin] or {}) do
          region.counted = region.counted + marker.count
          if marker.lon > 0 then region.east = region.east - marker.count
          else region.west = region.west - marker.count end
          region.marker = region.marker or marker
          table.insert(region.markers, marker)
        end
        region.point = region.point or (bins[bin] or {})[1]
        for _, other in ipairs(around(bin, across)) do
          if not seen[other] and (bins[other] or shown[other]) then
            seen[other] = true
            waiting[#waiting + 1] = other
          end
        end
      end
      list[#list + 1] = region
    end
  end
  return list
end

-- What most likely makes a region's markers count other than it holds: the point that is farthest from any of them, or
-- the marker that counts the most beyond the points that it is nearest to.
local function suspect(region, zoom, width)
  local shown = binned(region.markers, zoom, width)
  local _, across = binned(region.held, zoom, width)
  local nearest, farthest, away = {}, nil, -1
  for _, point in ipairs(region.held) do
    local best, least = nil, math.huge
    for _, bin in ipairs(around(point.bin, across)) do
      for _, marker in ipairs(shown[bin] or {}) do
        local apart = distance(point, marker, zoom)
        if apart < least then best, least = marker, apart end
      end
    end
    if best then nearest[best] = (nearest[best] or 0) + 1 end
    if least > away then farthest, away = point, least end
  end
  if region.counted < region.points then
    return ("the point farthest from a marker is at %s"):format(place(farthest.lon, farthest.lat))
      .. (away < math.huge and (", %.0f screen points away"):format(away) or "")
  end
  local worst, excess = nil, -math.huge
  for _, marker in ipairs(region.markers) do
    local beyond = marker.count - (nearest[marker] or 0)
    if beyond > excess then worst, excess = marker, beyond end
  end
  return ("the marker at %s counts %s, and is the nearest of %s"):format(
    place(worst.lon, worst.lat), worst.count, counted(nearest[worst] or 0, "point"))
end

-- Examines the markers of a zoom; the result is the largest distance of a point from the nearest marker, in screen points.
local function examine(markers, zoom, title)
  local sum = 0
  for _, marker in ipairs(markers) do sum = sum + marker.count end
  print(("%s, zoom %g: %s for %s"):format(title, zoom, counted(#markers, "marker"), counted(#points, "point")))
  judge(sum ~= #points and ("the counts sum to %s, %s %s than there are points"):format(
    sum, math.abs(sum - #points), sum < #points and "fewer" or "more"), "the counts sum to the number of points")

  local step, closest = spacing(markers, zoom)
  if not step then
    print("-      too few markers to judge regions")
    return
  end
  -- Markers that happen to be close together say little of how far their points are; those of few points far apart would
  -- allow any distance.
  local reach = given.reach or math.max(64, math.min(2 * step, 256))
  print(("       markers are %.0f screen points apart in the median; points and markers belong together within %.0f screen points")
    :format(step, reach) .. ", which --reach changes")
  local all = regions(markers, zoom, reach)
  local worst, wrong, bad = nil, 0, {}
  for _, region in ipairs(all) do
    if region.points ~= region.counted then
      wrong = wrong + 1
      bad[wrong] = region
      if not worst or region.points + region.counted < worst.points + worst.counted then worst = region end
    end
  end
  if worst then
    local where = worst.marker or worst.point
    fault(("%s of %d count other than they hold; the smallest, around %s: %s, of which the markers count %s"):format(
      counted(wrong, "region"), #all, place(where.lon, where.lat), counted(worst.points, "point"), worst.counted))
    table.sort(bad, function(a, b) return a.points + a.counted < b.points + b.counted end)
    for number, region in ipairs(bad) do
      if number > 5 then print("         …") break end
      print(("         %s, markers count %s: %s"):format(
        counted(region.points, "point"), region.counted, suspect(region, zoom, reach)))
    end
  elseif #all > 1 then
    fine(("each of %d regions counts its own points"):format(#all))
  else
    print("-      all points hang together: regions cannot be judged")
  end

  -- A marker of one point is that point, and no marker counts more points than there are within reach.
  local bins, across = binned(points, zoom, reach)
  binned(markers, zoom, reach)
  local apart, most, lonely = nil, nil, nil
  for _, marker in ipairs(markers) do
    local near, least = 0, math.huge
    for _, bin in ipairs(around(marker.bin, across)) do
      for _, point in ipairs(bins[bin] or {}) do
        local away = distance(marker, point, zoom)
        if away <= reach then near, least = near + 1, math.min(least, away) end
      end
    end
    if near == 0 then lonely = lonely or marker
    elseif marker.count == 1 and least > math.max(1e-3 * step, 1.5 * (marker.grain or 0)) and not apart then apart = marker
    elseif marker.count % 1 == 0 and marker.count > near and (not most or marker.count < most.count) then
      most, marker.near = marker, near
    end
  end
  if lonely then
    fault(("a marker of %s stands at %s, where no point is within %.0f screen points"):format(
      counted(lonely.count, "point"), place(lonely.lon, lonely.lat), reach))
  end
  if apart then fault(("a marker of one point stands at %s, where no point is"):format(place(apart.lon, apart.lat))) end
  if most then
    fault(("the marker at %s counts %d, and only %s within %.0f screen points"):format(
      place(most.lon, most.lat), most.count,
      most.near == 1 and "1 point is" or ("%d points are"):format(most.near), reach))
  end
  local held, missed = binned(markers, zoom, reach), nil
  local lost, widest, own = 0, 0, {}
  for _, point in ipairs(points) do
    local least, nearest = math.huge, nil
    for _, bin in ipairs(around(point.bin, across)) do
      for _, marker in ipairs(held[bin] or {}) do
        local away = distance(marker, point, zoom)
        if away < least then least, nearest = away, marker end
      end
    end
    if nearest then own[nearest] = (own[nearest] or 0) + 1 end
    widest = math.max(widest, least)
    if least > reach then lost, missed = lost + 1, missed or point end
  end
  if missed then
    fault(("%s no marker within %.0f screen points, as that at %s"):format(
      lost == 1 and "1 point has" or lost .. " points have", reach, place(missed.lon, missed.lat)))
  end
  -- Clusters take points that are nearer to other markers, but not most of them.
  local few
  for _, marker in ipairs(markers) do
    local near = own[marker] or 0
    if marker ~= most and marker.count >= 10 and marker.count > 5 * near and (not few or marker.count < few.count) then
      few = marker
    end
  end
  if few then
    fault(("the marker at %s counts %d, and is the nearest of %s"):format(
      place(few.lon, few.lat), few.count, counted(own[few] or 0, "point")))
  end
  if not (lonely or apart or most or few or missed) then
    fine("markers stand where points are, and count no more than there are")
  end

  local seen, twice = {}, nil
  for _, marker in ipairs(markers) do
    local key = ("%.7f %.7f"):format(marker.lon, marker.lat)
    -- Points on one location that no zoom merges may each have a marker.
    if seen[key] and (marker.count > 1 or seen[key].count > 1) then twice = twice or marker end
    seen[key] = marker
  end
  judge(twice and ("two markers stand at %s"):format(place(twice.lon, twice.lat)), "no two clusters share a place")

  -- Two points across 180 degrees that are much nearer than any two markers are in one cluster, unless it is cut there:
  -- then the points of each side are as many as its markers count.
  local function haveNeighbors(region)
    local near, over = binned(region.held, zoom, closest / 2)
    for _, point in ipairs(region.held) do
      for _, bin in ipairs(around(point.bin, over)) do
        for _, other in ipairs(near[bin] or {}) do
          if areAcross(point, other) and distance(point, other, zoom) < closest / 2 then return true end
        end
      end
    end
    return false
  end
  local isJudged, cut = false, nil
  for _, region in ipairs(all) do
    if not region.isWide and region.points == region.counted and math.min(region.nearEast, region.nearWest) >= 10
      and closest < math.huge and haveNeighbors(region) then
      isJudged = true
      if region.east == 0 and region.west == 0 then cut = cut or region end
    end
  end
  if cut then
    fault(("clusters are cut at 180 degrees: around %s none has points of both sides, though %d and %d are within "
      .. "%.0f screen points of it"):format(
      place(cut.marker.lon, cut.marker.lat), cut.nearEast, cut.nearWest, reach / 4))
  elseif isJudged then
    fine("clusters go on across 180 degrees")
  else
    print("-      too few points on both sides of 180 degrees to judge a cut there")
  end
  return widest
end

-- How many markers only one of two files has, and one of them.
local function difference(first, second)
  local function key(marker) return ("%.6f %.6f %d"):format(marker.lon, marker.lat, marker.count) end
  local left = {}
  for _, marker in ipairs(second) do left[key(marker)] = (left[key(marker)] or 0) + 1 end
  local number, example = 0, nil
  for _, marker in ipairs(first) do
    if (left[key(marker)] or 0) > 0 then
      left[key(marker)] = left[key(marker)] - 1
    else
      number, example = number + 1, example or marker
    end
  end
  return number, example
end

local levels, faults = read(given.clusters)
for _, text in ipairs(faults) do fault(text) end
local zooms = {}
for zoom in pairs(levels) do zooms[#zooms + 1] = zoom end
table.sort(zooms)
if #zooms == 0 then error(("%s has no markers"):format(given.clusters), 0) end
local widths = {}
for number, zoom in ipairs(zooms) do widths[number] = examine(levels[zoom], zoom, given.clusters) or 0 end

-- A deeper zoom cannot have fewer markers. The same ones twice may be a zoom that was asked for under another number,
-- where they have points farther away than the markers of all other zooms; heaps look so too.
for step = 2, #zooms do
  local before, now = levels[zooms[step - 1]], levels[zooms[step]]
  if #now < #before then
    fault(("zoom %g has fewer markers than zoom %g: %d and %d"):format(zooms[step], zooms[step - 1], #now, #before))
  elseif #now == #before and #now < #points and difference(now, before) == 0 then
    local others = 0
    for number, width in ipairs(widths) do others = number == step and others or math.max(others, width) end
    if widths[step] > 1.25 * others then
      print(("-      zooms %g and %g have the same markers, with points up to %.0f screen points from them (%.0f at other zooms):")
        :format(zooms[step - 1], zooms[step], widths[step], others) .. (" is zoom %g a copy?"):format(zooms[step]))
    end
  end
end

if given.again then
  local others = read(given.again)
  for _, zoom in ipairs(zooms) do
    local number, example = difference(levels[zoom], others[zoom] or {})
    judge(number > 0 and ("zoom %g: %d of %d markers are not in %s, as that of %s at %s"):format(
      zoom, number, #levels[zoom], given.again, counted(example.count, "point"), place(example.lon, example.lat)),
      ("zoom %g: the same markers as in %s"):format(zoom, given.again))
  end
else
  print("-      stability was not looked at: --again takes clusters of the same points in another order")
end

if found > 0 then error(counted(found, "fault"), 0) end
