-- A generator makes points up. This one strews them along a circle.

---@type pinfold.GeneratorPlugin
return {
  api = 1, -- the version of the interface between Pinfold and plugins
  kind = "generator",
  name = "NAME",
  version = "0.1.0",
  summary = "Points along a circle around 0, 0.",

  parameters = {
    radius = { type = "number", default = 30, min = 0, max = 80, unit = "degrees", doc = "Radius of the circle." },
  },

  -- Answer columns or lists of so many values: lon and lat in degrees, and perhaps weight, id, group and attributes.
  -- Draw with random(count, seed), so that equal seeds give equal points.
  generate = function(count, seed, parameters)
    local angle = random(count, seed) * (2 * math.pi)
    return { lon = angle:cos() * parameters.radius, lat = angle:sin() * parameters.radius }
  end,

  -- 'pinfold plugin test' runs these.
  tests = {
    ["there are as many points as asked for, all on the circle"] = function(test)
      local points = test:generate(100, { radius = 10 })
      test:expect(#points, 100)
      test:near((points.lon ^ 2 + points.lat ^ 2):max(), 100, 1e-6)
    end,
    ["another seed makes other points"] = function(test)
      local one, other = test:generate(3, {}, 1), test:generate(3, {}, 2)
      test:expect(one.lon[1] ~= other.lon[1], true)
    end,
  },
}
