-- A camera moves the view over the map. This one goes down a stair: a step to the east, one zoom deeper, and so on.

---@type pinfold.CameraPlugin
return {
  api = 1, -- the version of the interface between Pinfold and plugins
  kind = "camera",
  name = "NAME",
  version = "0.1.0",
  summary = "Steps to the east, each one zoom deeper.",

  parameters = {
    steps = { type = "integer", default = 4, min = 1, max = 24, doc = "Number of steps." },
    east = { type = "number", default = 320, min = -10000, max = 10000, unit = "screen points", doc = "Eastward part of a step, at the start's zoom." },
  },

  -- Answer the views after the start, with what changes: lon and lat, or x and y in screen points of the start; zoom,
  -- width, height and bearing. What a view leaves out is as at the start.
  views = function(view, parameters)
    local views = {}
    for step = 1, parameters.steps do
      views[step] = { x = view.x + step * parameters.east, zoom = math.min(view.zoom + step, 32) }
    end
    return views
  end,

  -- 'pinfold plugin test' runs these.
  tests = {
    ["each step is a zoom deeper, and the start comes first"] = function(test)
      local views = test:views(test:view { lon = 0, lat = 0, zoom = 2 }, { steps = 3 })
      test:expect(#views, 4)
      test:expect(views[1].zoom, 2)
      test:expect(views[4].zoom, 5)
    end,
    ["a step goes so many screen points to the east"] = function(test)
      -- At zoom 2 the world is 1024 screen points wide.
      local views = test:views(test:view { lon = 0, lat = 0, zoom = 2 }, { steps = 1, east = 256 })
      test:near(views[2].lon, 90, 1e-6)
    end,
  },
}
