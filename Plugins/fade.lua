-- Markers that stay are kept; the others fade where they stand, old ones out as new ones in.
--
-- For players that draw a marker the fainter the nearer it is to its end: an old marker is removed, and a new one added,
-- at the times that are told. With all of the duration for both, and opacities that add up to one, shown counts add up
-- too, each taken as much as it is seen. With an overlap of 0 the exchange is at once, in the middle.
--
-- Clusters are the same if they have the same members, which is what their stable ids say. The way back is the same in
-- reverse. Source: cross-fading of map tiles between zooms, as in every slippy map.
-- Complexity: O(a + b), where a and b are the numbers of clusters.

---@type pinfold.DiffPlugin
return {
  api = 1,
  kind = "diff",
  name = "fade",
  version = "1.0.0",
  summary = "Equal clusters stay; the others fade out and in at their positions.",
  parameters = {
    duration = { type = "number", default = 0.3, min = 0, max = 60, unit = "seconds", doc = "Length of the transition." },
    overlap = { type = "number", default = 1, min = 0, max = 1, doc = "Share of the duration in which old and new markers are both visible." },
  },

  transition = function(old, new, parameters)
    local before = {}
    for place, cluster in ipairs(old:clusters()) do before[cluster.id] = { place = place, cluster = cluster } end

    local markers = {}
    local addedAt, removedAt = (1 - parameters.overlap) / 2, (1 + parameters.overlap) / 2
    for place, cluster in ipairs(new:clusters()) do
      local same = before[cluster.id]
      before[cluster.id] = nil
      if same then
        local isAtRest = same.cluster.lon == cluster.lon and same.cluster.lat == cluster.lat
        markers[#markers + 1] = { kind = isAtRest and "keep" or "move", old = same.place, new = place }
      else
        markers[#markers + 1] = { kind = "appear", new = place, addedAt = addedAt }
      end
    end
    for _, gone in pairs(before) do
      markers[#markers + 1] = { kind = "disappear", old = gone.place, removedAt = removedAt }
    end
    return { duration = parameters.duration, markers = markers }
  end,

  tests = {
    ["clusters that stay the same are kept"] = function(test)
      local frame = test:frame(test:points { x = { 0, 1, 300 }, y = { 0, 0, 0 } })
      for _, marker in ipairs(test:transition(frame, frame).markers) do test:expect(marker.kind, "keep") end
    end,
    ["the others are there together for the overlap"] = function(test)
      local points = test:points { x = { 0, 20 }, y = { 0, 0 } }
      local old, new = test:frame(points, { cellSize = 100 }), test:frame(points, { cellSize = 1 })
      local transition = test:transition(old, new, { overlap = 0.5 })
      test:expect(#transition:at(0.2), 1)
      test:expect(#transition:at(0.5), 3)
      test:expect(#transition:at(0.8), 2)
    end,
  },
}
