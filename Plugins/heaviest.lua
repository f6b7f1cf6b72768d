-- The marker stands on the member with the greatest weight: the largest city, the strongest quake.

---@type pinfold.RepresentativePlugin
return {
  api = 1,
  kind = "representative",
  name = "heaviest",
  version = "1.0.0",
  summary = "The member with the greatest weight; ties go to the lowest id.",

  -- Returns the index of a member among `members`, which come in the order of their ids.
  select = function(members)
    return members.weight:argmax()
  end,

  tests = {
    ["the marker stands on the heaviest member"] = function(test)
      local points = test:points { x = { 0, 10, 20 }, y = { 0, 0, 0 }, id = { "a", "b", "c" }, weight = { 1, 5, 2 } }
      test:expect(test:select(points).point, "b")
    end,
    ["of several the lowest id counts"] = function(test)
      local points = test:points { x = { 0, 10, 20 }, y = { 0, 0, 0 }, id = { "c", "b", "a" }, weight = { 5, 5, 2 } }
      test:expect(test:select(points).point, "b")
    end,
  },
}
