-- The marker stands on the member with the greatest weight: the largest city, the strongest quake.

---@type pinfold.RepresentativePlugin
return {
  api = 1,
  kind = "representative",
  name = "heaviest",
  version = "1.0.0",
  summary = "The member with the greatest weight; the lowest id of several.",

  -- Answers the place of a member among `members`, which come in the order of their ids.
  select = function(members)
    return members.weight:argmax()
  end,
}
