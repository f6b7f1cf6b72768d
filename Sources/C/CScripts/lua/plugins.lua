---@meta
-- The tables that plugins' files return, and the arguments and results of their functions, in the notation of LuaCATS.

---The members of every plugin; not a table by itself.
---@class (partial) AnyPlugin
---@field api 1|string # The version of the plugin interface, or a range of versions such as ">=1 <3".
---@field kind string # The kind of plugin.
---@field name string # The name: letters, digits, - and _.
---@field replace boolean? # Whether it replaces the built-in with its name. Otherwise that name is refused.
---@field version string? # The version of the plugin, as in 1.0.0.
---@field summary string # A description in one line.
---@field source string? # The source, such as a paper, which reports of studies cite.
---@field parameters table<string, PluginParameter>? # The parameters by name.
---@field validate (fun(parameters: table): string?)? # Returns nothing, or the reason why the combination of values is invalid.
---@field attributes table<string, "number"|"text"|"boolean">? # The attributes that the plugin reads, with their types. Commands then keep these columns of the data.
---@field tests table<string, fun(test: test)>? # The tests by name, which pinfold plugin test runs.

---A strategy: assigns points to clusters.
---@class StrategyPlugin: AnyPlugin
---@field kind "strategy" # The kind of plugin.
---@field cluster (fun(points: points, parameters: table, view: PluginView, index: any, previous?: frame, state: any): ClusterAnswer)? # Assigns the points it gets to clusters: those in the view and up to `reach` around it, or all points without `reach`.
---@field build (fun(points: points, parameters: table, view: PluginView): any|PluginHierarchy)? # Returns an index of all points, which is passed to `cluster`; a strategy without `cluster` returns a hierarchy. The view is the world at zoom 0.
---@field previous boolean? # Whether `cluster` gets the previous frame and its state (nil for the first frame), and `points.before`.
---@field capabilities PluginCapabilities|(fun(parameters: table): PluginCapabilities)? # The promises of the strategy, which its contract tests.
---@field budget integer|(fun(parameters: table): integer)? # The largest number of clusters in a frame, for strategies that promise `budgeted`.
---@field reach number|(fun(parameters: table): number)? # How far around the view, in screen points, points can matter: no cluster is wider, and no point farther from the view changes a cluster in it. `cluster` then gets only the points in the view and up to this distance around it. Default: `cluster` gets all points.
---@field groups "each"|"all"? # Whether `cluster` and `build` are called once for each group of points, or once for all points. Default: each.

---A hierarchy that `build` returns. Its nodes are the points, from 1, followed by the merges.
---@class PluginHierarchy
---@field parents integer[]|column # For each node, the number of its parent merge; 0 for none.
---@field zooms number[]|column # For each merge, the zoom at which it splits; math.huge for never.

---A representative: places the marker of a cluster.
---@class RepresentativePlugin: AnyPlugin
---@field kind "representative" # The kind of plugin.
---@field select fun(members: points, parameters: table, view: PluginView, previous?: frame): integer|{ x: number, y: number } # Returns the index of a member, from 1 in the order of ids, or a position in screen points.
---@field previous boolean? # Whether `select` gets the previous frame (nil for the first frame), and `members.shown`.

---A metric: measures frames.
---@class MetricPlugin: AnyPlugin
---@field kind "metric" # The kind of plugin.
---@field measure fun(frame: frame|frame[], parameters: table): number|boolean|table?, string? # Returns a number, or nil and a reason. With several measures: a table of numbers, and a table of reasons, by name.
---@field scope "frame"|"pair"|"sequence"? # What `measure` gets: a frame, a pair of consecutive frames, or a list of all frames along a path.
---@field measures PluginMeasure[]|table<string, PluginMeasure>? # The measures, if there are several, the main one first; by name they are in alphabetical order. Each has its own `better`, `unit` and `range`.
---@field better "higher"|"lower"|"descriptive"? # The better direction. Default: descriptive.
---@field unit string? # The unit of the number.
---@field range { [1]: number, [2]: number }? # The smallest and the largest possible value.
---@field formula string? # The formula.

---One of several measures of a metric.
---@class PluginMeasure
---@field name string? # The name, if measures are a list.
---@field better "higher"|"lower"|"descriptive"? # The better direction. Default: descriptive.
---@field unit string? # The unit of the number.
---@field range { [1]: number, [2]: number }? # The smallest and the largest possible value.
---@field doc string? # One line of help.

---A diff: plans the transition of markers from one frame to the next.
---@class DiffPlugin: AnyPlugin
---@field kind "diff" # The kind of plugin.
---@field transition fun(old: frame, new: frame, parameters: table): TransitionAnswer # Returns all markers with their starts and ends.

---A camera: a path of views over the map.
---@class CameraPlugin: AnyPlugin
---@field kind "camera" # The kind of plugin.
---@field views fun(view: PluginView, parameters: table): CameraAnswer[] # Returns the views after the start, which is the first view of the path.

---A view that a camera returns. Members that are missing are those of the start.
---@class CameraAnswer
---@field lon number? # Longitude of the center in degrees, or x on planar data.
---@field lat number? # Latitude of the center in degrees, or y on planar data.
---@field x number? # Instead of lon: the center in screen points of the start, like `view.x`.
---@field y number? # Instead of lat: the center in screen points of the start, like `view.y`.
---@field zoom number? # The zoom.
---@field width number? # The width in screen points.
---@field height number? # The height in screen points.
---@field bearing number? # The direction that is up on the screen, in degrees clockwise from north.

---A generator of points.
---@class GeneratorPlugin: AnyPlugin
---@field kind "generator" # The kind of plugin.
---@field generate fun(count: integer, seed: integer, parameters: table): PointColumns # Returns `count` points in lon and lat, the same for the same seed.

---A parameter. Values are checked before the plugin gets them.
---@class PluginParameter
---@field type "number"|"integer"|"boolean"|"choice"|"text"|"column"|"columns"|"list" # The type of its values. A column is the name of an attribute, which is then read from the data; columns are a list of such names.
---@field default number|boolean|string|(number|string)[] # The default value.
---@field min number? # The smallest value, or for a list the smallest value of an element.
---@field max number? # The largest value, or for a list the largest value of an element.
---@field choices string[]? # The values of a choice.
---@field holds "number"|"integer"|"text"|"boolean"? # The type of the values of a column or list. Default: number.
---@field markers "more"|"fewer"? # Whether a larger value gives more or fewer markers. This is the parameter that `match` and `suggest` tune.
---@field unit string? # The unit, such as screen points.
---@field doc string? # One line of help.

---The promises of a strategy.
---@class PluginCapabilities
---@field nested boolean? # Clusters at a zoom are unions of clusters at any deeper zoom.
---@field panInvariant boolean? # Panning changes no cluster that stays in view.
---@field permutationInvariant boolean? # The order of the input makes no difference.
---@field budgeted boolean? # A frame never has more clusters of mergeable points than the budget.
---@field nestedByZoom boolean? # Clusters at a zoom are unions of clusters at zooms that are a whole number deeper. `nested` implies it.

---The view as plugins get it. Lengths are in screen points, positions like those of points.
---@class PluginView
---@field lon number # Longitude of the center in degrees, or x on planar data.
---@field lat number # Latitude of the center in degrees, or y on planar data.
---@field zoom number # The zoom.
---@field width number # The width.
---@field height number # The height.
---@field tileSize number # The width of a tile.
---@field margin number # The extra area on each side of the screen for which clusters are needed, as a share of its size.
---@field bearing number # The direction that is up on the screen, in degrees clockwise from north.
---@field x number # The center, measured from the west edge of the world.
---@field y number # The center, measured from the north edge of the world.
---@field worldWidth number # The width of the world.
---@field wraps boolean # Whether the east edge of the world continues at the west edge; false on planar data.

---The clusters that a strategy returns: groups, or lists of indices of points.
---@class ClusterAnswer
---@field groups groups? # Groups of the points.
---@field clusters (integer[]|column)[]? # Indices of the members of each cluster, from 1. Points outside the view may be left out.
---@field x number[]|column? # Positions of the markers. Default: those of the representative.
---@field y number[]|column? # Positions of the markers. Default: those of the representative.
---@field size number? # The size with which the clusters were made, shown as `effectiveSize` of the frame.
---@field fields table<string, (string|number|boolean)[]|column>? # Further values of the clusters by name: a value for each cluster, or false for none. A `color` is like #ff8800; a `cell` must be the same in every view.
---@field outlines (number[]|column|false)[]? # The outline of each cluster: its corners as x, y, x, y and so on, or false for none.
---@field state any # The state that is passed to the next call, with `previous`: numbers, strings, tables and columns, at most 100,000 values.

---The markers that a diff returns.
---@class TransitionAnswer
---@field duration number? # The duration in seconds. Default: 0.3.
---@field easing string? # The easing. Default: smooth.
---@field markers PluginMarker[] # The markers.

---A marker that a diff returns. With `old` it exists before the transition, with `new` after it.
---@class PluginMarker
---@field kind "keep"|"move"|"appear"|"disappear"|"split"|"merge"|"exchange" # The change of its points.
---@field old integer? # The cluster of the old frame at which it starts.
---@field new integer? # The cluster of the new frame at which it ends.
---@field count integer? # The number of points it shows. Default: that of the smaller cluster.
---@field addedAt number? # When it is added, as a share of the duration.
---@field removedAt number? # When it is removed, as a share of the duration.
---@field leavesAt number? # When it leaves its start, as a share of the duration. Default: 0.
---@field arrivesAt number? # When it arrives at its end, as a share of the duration. Default: 1.
---@field easing string? # The easing. Default: that of the transition.
---@field via Location? # The control point of the curve on which it moves. Default: a straight line.
