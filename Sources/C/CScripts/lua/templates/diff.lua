-- A diff takes the markers of one frame to those of the next. This one keeps clusters that stay the same; all others
-- are exchanged halfway.

---@type pinfold.DiffPlugin
return {
  api = 1, -- the version of the interface between Pinfold and plugins
  kind = "diff",
  name = "NAME",
  version = "0.1.0",
  summary = "Clusters with the same members stay, the others are exchanged halfway.",

  parameters = {
    duration = { type = "number", default = 0.3, min = 0, max = 60, unit = "seconds", doc = "How long it takes." },
  },

  -- Clusters are counted from 1. A marker with 'old' is there before, one with 'new' stays, unless a time (a share
  -- of the duration) says otherwise. Before and after, every cluster must have one marker.
  transition = function(old, new, parameters)
    local places = {}
    for place = 1, #new do places[new[place].id] = place end
    local markers, kept = {}, {}
    for place = 1, #old do
      local same = places[old[place].id]
      if same then
        kept[same] = true
        markers[#markers + 1] = { kind = "move", old = place, new = same }
      else
        markers[#markers + 1] = { kind = "disappear", old = place, removedAt = 0.5 }
      end
    end
    for place = 1, #new do
      if not kept[place] then markers[#markers + 1] = { kind = "appear", new = place, addedAt = 0.5 } end
    end
    return { duration = parameters.duration, easing = "smooth", markers = markers }
  end,

  -- 'pinfold plugin test' runs these.
  tests = {
    ["clusters that stay the same move"] = function(test)
      local points = test:points { x = { 0, 1, 300 }, y = { 0, 0, 0 } }
      local frame = test:frame(points)
      local transition = test:transition(frame, frame)
      test:expect(#transition, 2)
      test:expect(transition[1].kind, "move")
    end,
    ["a cluster that falls apart is exchanged for its parts"] = function(test)
      local points = test:points { x = { 0, 20 }, y = { 0, 0 } }
      local transition = test:transition(
        test:frame(points, { cellSize = 100 }), test:frame(points, { cellSize = 1 }), { duration = 2 })
      test:expect(transition.duration, 2)
      test:expect(#transition, 3)
    end,
  },
}
