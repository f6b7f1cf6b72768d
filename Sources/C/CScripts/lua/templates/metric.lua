-- A metric judges a frame. This one tells how much of what is shown is in the largest cluster.

---@type pinfold.MetricPlugin
return {
  api = 1, -- the version of the interface between Pinfold and plugins
  kind = "metric",
  name = "NAME",
  version = "0.1.0",
  summary = "The share of all points that is in the largest cluster.",
  better = "descriptive", -- or "higher" or "lower"
  range = { 0, 1 },

  -- A frame has columns (frame.counts, frame.weights, frame.x, frame.y, frame.radii), clusters (frame[1].count), and columns of
  -- points (frame.points.x, frame.points.y), whose clusters are frame.assigned.
  -- Answer a number, or nil and why there is none.
  measure = function(frame, parameters)
    if #frame == 0 then return nil, "no clusters" end
    return frame.counts:max() / frame.counts:sum()
  end,

  -- 'pinfold plugin test' runs these.
  tests = {
    ["three of four points make three quarters"] = function(test)
      local points = test:points { x = { 0, 1, 2, 500 }, y = { 0, 0, 0, 0 } }
      test:expect(test:measure(test:frame(points, { cellSize = 60 })), 0.75)
    end,
    ["an empty frame has none"] = function(test)
      local value, reason = test:measure(test:frame(test:points { x = {}, y = {} }))
      test:expect(value, nil)
      test:expect(reason, "no clusters")
    end,
  },
}
