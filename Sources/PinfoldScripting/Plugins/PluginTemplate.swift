/// The file of a new plugin: commented, short, and valid as it is.
package struct PluginTemplate: Hashable, Sendable {
  /// The kind.
  package let kind: PluginKind

  /// Its name.
  package let name: String

  /// Names a plugin, which need not exist.
  ///
  /// - Throws: ``PluginError`` for an invalid name.
  package init(_ kind: PluginKind, name: String) throws(PluginError) {
    guard PluginManifest.isName(name) else {
      throw PluginError(path: "'\(name)'", PluginManifest.nameRule)
    }
    self.kind = kind
    self.name = name
  }

  /// The file's text.
  package var text: String {
    switch kind {
    case .strategy: strategy
    case .representative: representative
    case .metric: metric
    case .diff: diff
    case .camera: camera
    case .generator: generator
    }
  }

  private func head(_ type: String, _ summary: String) -> String {
    """
    ---@type pinfold.\(type)
    return {
      api = \(Plugin.api), -- the version of the interface between Pinfold and plugins
      kind = "\(kind.rawValue)",
      name = "\(name)",
      version = "0.1.0",
      summary = "\(summary)",
    """
  }

  private var strategy: String {
    """
    -- A strategy folds points into clusters. This one lays square cells over the world: one cluster for each cell that
    -- holds a point.

    \(head("StrategyPlugin", "Square cells over the world, one cluster each."))

      -- The host checks values before this file sees them; flags, help and completion come from here too.
      parameters = {
        cellSize = { type = "number", default = 60, min = 1, max = 4096, unit = "screen points", markers = "fewer", doc = "Width of a cell." },
      },

      -- What holds whatever the points and the view; 'pinfold plugin check' tries it.
      capabilities = { panInvariant = true, permutationInvariant = true },

      -- No cluster is wider than this, in screen points, so points farther from the view need not be looked at. Cells
      -- stretch by up to a half so that a whole number goes around the world. Without it every point is given.
      reach = function(parameters) return 1.5 * parameters.cellSize end,

      -- Points are columns (points.x, points.y, points.weight, points.id), in screen points at the view's zoom. Work on
      -- whole columns and on groups; a loop over a million points takes its time.
      cluster = function(points, parameters, view)
        local groups = points:grid(parameters.cellSize):group()
        -- With x and y, columns of a value for each group, markers stand where you say: x = groups:mean(points.x), which goes
        -- the short way around at ±180°, as columns of x do.
        return { groups = groups }
      end,

      -- 'pinfold plugin test' runs these.
      tests = {
        ["near points share a cluster, far ones do not"] = function(test)
          local points = test:points { x = { 0, 1, 500 }, y = { 0, 1, 0 } }
          local frame = test:cluster(points, { cellSize = 60 })
          test:expect(#frame, 2)
          test:expect(frame.counts:max(), 2)
        end,
        ["smaller cells make more clusters"] = function(test)
          local points = test:points { x = { 0, 40, 80, 120 }, y = { 0, 0, 0, 0 } }
          test:expect(#test:cluster(points, { cellSize = 10 }), 4)
        end,
      },
    }

    """
  }

  private var representative: String {
    """
    -- A representative says where a cluster's marker stands. This one puts it on the northernmost member.

    \(head("RepresentativePlugin", "The northernmost member; the lowest id of several."))

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

    """
  }

  private var metric: String {
    """
    -- A metric judges a frame. This one tells how much of what is shown is in the largest cluster.

    \(head("MetricPlugin", "The share of all points that is in the largest cluster."))
      better = "descriptive", -- or "higher" or "lower"
      range = { 0, 1 },

      -- A frame has columns (frame.counts, frame.weights, frame.x, frame.y, frame.radii) and clusters (frame[1].count).
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

    """
  }

  private var camera: String {
    """
    -- A camera moves the view over the map. This one goes down a stair: a step to the east, one zoom deeper, and so on.

    \(head("CameraPlugin", "Steps to the east, each one zoom deeper."))

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

    """
  }

  private var generator: String {
    """
    -- A generator makes points up. This one strews them along a circle.

    \(head("GeneratorPlugin", "Points along a circle around 0, 0."))

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

    """
  }

  private var diff: String {
    """
    -- A diff takes the markers of one frame to those of the next. This one keeps clusters that stay the same; all others
    -- are exchanged halfway.

    \(head("DiffPlugin", "Clusters with the same members stay, the others are exchanged halfway."))

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

    """
  }
}
