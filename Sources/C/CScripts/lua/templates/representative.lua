-- A representative says where a cluster's marker stands. This one puts it on the northernmost member.

---@type pinfold.RepresentativePlugin
return {
  api = 1, -- the version of the interface between Pinfold and plugins
  kind = "representative",
  name = "NAME",
  version = "0.1.0",
  summary = "The northernmost member; the lowest id of several.",

  -- Members come in the order of their ids, as columns: members.x, members.y (southward, in screen points),
  -- members.weight, members.id. Answer the place of one, counted from 1, or { x = …, y = … }.
  select = function(members, parameters, view)
    return members.y:argmin()
  end,

  -- 'pinfold plugin test' runs these.
  tests = {
    ["the marker stands on the northernmost member"] = function(test)
      local points = test:points { x = { 0, 10, 20 }, y = { 5, -30, 8 }, id = { "a", "b", "c" } }
      test:expect(test:select(points).point, "b")
    end,
    ["of several the lowest id counts"] = function(test)
      local points = test:points { x = { 0, 10, 20 }, y = { 0, 0, 9 }, id = { "b", "a", "c" } }
      test:expect(test:select(points).point, "a")
    end,
  },
}
