-- How many count labels lie on one another, if each is a line of text in the middle of its marker.
--
-- A label's box is estimated: every character as wide as a share of the font's size, the line as high as another. Boxes
-- collide where they share more than an edge. Clusters of one point have no label. Distances are on the screen as it is,
-- by the short way around the world; a marker shown twice on a view wider than the world counts once.
--
-- Source: point-feature labelling asks for labels that do not overlap (Christensen, Marks, Shieber: An empirical study
-- of algorithms for point-feature label placement, ACM Transactions on Graphics 14:3, 1995).
-- Complexity: O(k), where k is the number of labels: two in one small cell always collide, so none has many to look at.

---@type pinfold.MetricPlugin
return {
  api = 1,
  kind = "metric",
  name = "label-collisions",
  version = "1.0.0",
  summary = "Share of count labels that overlap another.",
  parameters = {
    fontSize = { type = "number", default = 12, min = 1, max = 200, unit = "screen points", doc = "Size of the font." },
    style = { type = "choice", default = "abbreviated", choices = { "exact", "capped", "abbreviated" }, doc = "How counts are written." },
    characterWidth = { type = "number", default = 0.6, min = 0.1, max = 2, doc = "Mean width of a character, as a share of the font's size." },
    lineHeight = { type = "number", default = 1.2, min = 0.1, max = 4, doc = "Height of a line, as a share of the font's size." },
  },
  better = "lower",
  range = { 0, 1 },
  formula = "labels whose box shares an area with another's / labels; a box is characters · characterWidth · fontSize wide",
  source = "Christensen, Marks, Shieber 1995",

  measure = function(frame, parameters)
    local character, height = parameters.characterWidth * parameters.fontSize, parameters.lineHeight * parameters.fontSize
    local counts, xs, ys = frame.counts:totable(), frame.x:totable(), frame.y:totable()
    local labels, longest = {}, 1
    for place, text in ipairs(frame:labels(parameters.style)) do
      if counts[place] > 1 then
        labels[#labels + 1] = { x = xs[place], y = ys[place], width = #text * character, place = place }
        longest = math.max(longest, #text)
      end
    end
    if #labels == 0 then return nil, "no labels" end

    -- Cells of the smallest box: labels that share one collide.
    local rows = {}
    local function add(label, x, y)
      local row, column = y // height, x // character
      rows[row] = rows[row] or {}
      rows[row][column] = rows[row][column] or {}
      table.insert(rows[row][column], { x = x, y = y, width = label.width, place = label.place })
    end
    -- How far a world to the east is on the screen: there and to the west each label has a copy.
    local world, bearing = frame.worldWidth, math.rad(frame.view.bearing)
    for _, label in ipairs(labels) do
      add(label, label.x, label.y)
      for turn = -1, world and 1 or -2, 2 do
        add(label, label.x + turn * world * math.cos(bearing), label.y - turn * world * math.sin(bearing))
      end
    end

    local function meets(label, cell)
      for _, other in ipairs(cell or {}) do
        if other.place ~= label.place and math.abs(other.y - label.y) < height
          and 2 * math.abs(other.x - label.x) < label.width + other.width then
          return true
        end
      end
      return false
    end
    local function collides(label)
      local row, column = label.y // height, label.x // character
      if meets(label, rows[row][column]) then return true end
      for south = -1, 1 do
        local there = rows[row + south] or {}
        for east = -longest, longest do
          if meets(label, there[column + east]) then return true end
        end
      end
      return false
    end

    local count = 0
    for _, label in ipairs(labels) do
      if collides(label) then count = count + 1 end
    end
    return count / #labels
  end,

  tests = {
    ["labels that share an area collide, single points have none"] = function(test)
      -- Pairs of points in small cells; each label is a character, 7.2 wide and 14.4 high.
      local function share(x, y)
        local points = test:points { x = { 0, 0, x, x, 3 }, y = { 0, 0, y, y, 300 } }
        return test:measure(test:frame(points, { cellSize = 1 }))
      end
      test:expect(share(6, 13), 1)
      test:expect(share(9, 0), 0)
      test:expect(share(0, 16), 0)
    end,
    ["no labels, no number"] = function(test)
      local value, reason = test:measure(test:frame(test:points { x = { 0, 300 }, y = { 0, 0 } }))
      test:expect(value, nil)
      test:expect(reason, "no labels")
    end,
  },
}
