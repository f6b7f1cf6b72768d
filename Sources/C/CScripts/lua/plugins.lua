---@meta
-- The tables that plugins' files return, and the arguments and results of their functions, in the notation of LuaCATS.

---What every plugin has; no table by itself.
---@class (partial) AnyPlugin
---@field api 1 # The version of the interface that the plugin is written for.
---@field kind string # What it is.
---@field name string # The name by which users ask for it: letters, digits, - and _.
---@field replace boolean? # Whether it takes the place of the built-in of its name; no other plugin may have one.
---@field version string? # Its own version, as 1.0.0.
---@field summary string # One line that says what it is.
---@field parameters table<string, PluginParameter>? # Its parameters by name.
---@field validate (fun(parameters: table): string?)? # Returns nothing, or why the values do not go together.
---@field attributes table<string, "number"|"text"|"boolean">? # The attributes of points that it reads, with their types; every command reads them from the data.
---@field tests table<string, fun(test: test)>? # Its tests by name; pinfold plugin test runs them.

---A strategy: folds points into clusters.
---@class StrategyPlugin: AnyPlugin
---@field kind "strategy" # What it is.
---@field cluster (fun(points: points, parameters: table, view: PluginView, index: any, previous?: frame, state: any): ClusterAnswer)? # Folds the points in view, and those within reach of it, into clusters.
---@field build (fun(points: points, parameters: table, view: PluginView): any|PluginHierarchy)? # Prepares an index of all points, which cluster then gets, or without cluster a hierarchy; the view is the world at zoom 0.
---@field previous boolean? # Whether it looks back: cluster then gets the frame before and its state, nil on the first, and points.before.
---@field capabilities PluginCapabilities|(fun(parameters: table): PluginCapabilities)? # What it promises; the contract tests it.
---@field budget integer|(fun(parameters: table): integer)? # The most clusters in a frame, of those that promise budgeted.
---@field reach number|(fun(parameters: table): number)? # The largest diameter of a cluster in screen points; without it every point is given.
---@field groups "each"|"all"? # Whether cluster and build are called for each group of points by itself, as usual, or once for all.

---A hierarchy that build returns; its nodes are the points from 1 on, then the merges.
---@class PluginHierarchy
---@field parents integer[]|column # For each node the number of the merge that it goes into, 0 for none.
---@field zooms number[]|column # For each merge the zoom at which it falls apart; math.huge for one that never does.

---A representative: says where a cluster's marker stands.
---@class RepresentativePlugin: AnyPlugin
---@field kind "representative" # What it is.
---@field select fun(members: points, parameters: table, view: PluginView, previous?: frame): integer|{ x: number, y: number } # Returns the index of a member, counted from 1 in the order of ids, or a position in screen points.
---@field previous boolean? # Whether it looks back: select then gets the frame before, nil on the first, and members.shown.

---A metric: judges a frame.
---@class MetricPlugin: AnyPlugin
---@field kind "metric" # What it is.
---@field measure fun(frame: frame|frame[], parameters: table): number|boolean|table?, string? # Returns a number, or nil and a reason; of several measures a table of numbers and reasons by name.
---@field scope "frame"|"pair"|"sequence"? # What measure gets: a frame, the old and the new one, or a list of all along a path.
---@field measures PluginMeasure[]|table<string, PluginMeasure>? # Its measures, where it has several, the leading one first; by name they are in alphabetical order.
---@field better "higher"|"lower"|"descriptive"? # Which way is better; descriptive unless given.
---@field unit string? # What the number counts.
---@field range { [1]: number, [2]: number }? # The least and the greatest number.
---@field formula string? # How it is computed.
---@field source string? # Where it comes from.

---One of several values that a metric computes.
---@class PluginMeasure
---@field name string? # Its name, where measures are a list.
---@field better "higher"|"lower"|"descriptive"? # Which way is better; descriptive unless given.
---@field unit string? # What the number counts.
---@field range { [1]: number, [2]: number }? # The least and the greatest number.
---@field doc string? # One line of help.

---A diff: takes the markers of one frame to those of the next.
---@class DiffPlugin: AnyPlugin
---@field kind "diff" # What it is.
---@field transition fun(old: frame, new: frame, parameters: table): TransitionAnswer # Returns every marker with where it starts and ends.

---A camera: moves the view over the map.
---@class CameraPlugin: AnyPlugin
---@field kind "camera" # What it is.
---@field views fun(view: PluginView, parameters: table): CameraAnswer[] # Returns the views that follow the start, which the path begins with.

---A view that a camera returns; what it leaves out is as at the start.
---@class CameraAnswer
---@field lon number? # Longitude of the middle in degrees, or x on planar data.
---@field lat number? # Latitude of the middle in degrees, or y on planar data.
---@field x number? # In place of lon, the middle in screen points of the start, as `view.x`.
---@field y number? # In place of lat, the middle in screen points of the start, as `view.y`.
---@field zoom number? # The zoom.
---@field width number? # The width in screen points.
---@field height number? # The height in screen points.
---@field bearing number? # What is up on the screen, in degrees clockwise from north.

---A generator: makes points up.
---@class GeneratorPlugin: AnyPlugin
---@field kind "generator" # What it is.
---@field generate fun(count: integer, seed: integer, parameters: table): PointColumns # Returns so many points, in lon and lat; the same ones for the same seed.

---One parameter; the host checks values before a plugin sees them.
---@class PluginParameter
---@field type "number"|"integer"|"boolean"|"choice"|"text"|"column"|"columns"|"list" # What values it takes; a column is the name of an attribute, which is then read from the data, columns are a list of such names.
---@field default number|boolean|string|(number|string)[] # Its value when none is given.
---@field min number? # The least number, of a list that of its values.
---@field max number? # The greatest number, of a list that of its values.
---@field choices string[]? # The words of a choice.
---@field holds "number"|"integer"|"text"|"boolean"? # The type of a column's or a list's values; number unless given.
---@field markers "more"|"fewer"? # How the number of markers changes as it grows, where it decides that number: what is tuned.
---@field unit string? # What a number counts, such as points.
---@field doc string? # One line of help.

---What a strategy promises.
---@class PluginCapabilities
---@field nested boolean? # Clusters at a zoom are unions of clusters at any deeper zoom.
---@field panInvariant boolean? # Panning changes no cluster that stays in view.
---@field permutationInvariant boolean? # The order of the input makes no difference.
---@field budgeted boolean? # A frame never holds more mergeable clusters than the budget.
---@field nestedByZoom boolean? # Clusters at a zoom are unions of clusters at zooms deeper by whole numbers; what is nested need not say so.

---The view as plugins see it; lengths in screen points, positions as those of points.
---@class PluginView
---@field lon number # Longitude of the middle in degrees, or x on planar data.
---@field lat number # Latitude of the middle in degrees, or y on planar data.
---@field zoom number # The zoom.
---@field width number # The width.
---@field height number # The height.
---@field tileSize number # The width of a tile.
---@field margin number # How far around the screen clusters are wanted, as a share of its size.
---@field bearing number # What is up on the screen, in degrees clockwise from north.
---@field x number # The middle, from the world's west edge.
---@field y number # The middle, from the world's north edge.
---@field worldWidth number # The width of the world.
---@field wraps boolean # Whether its east edge touches its west edge; false on planar data.

---The clusters that a strategy returns: groups, or lists of indices of points.
---@class ClusterAnswer
---@field groups groups? # Groups of the points.
---@field clusters (integer[]|column)[]? # Indices of the members of each cluster, from 1; who is not in view may be left out.
---@field x number[]|column? # Where markers stand; without it the host decides.
---@field y number[]|column? # Where markers stand; without it the host decides.
---@field size number? # The size that clusters were made with, which frames show as `effectiveSize`.
---@field fields table<string, (string|number|boolean)[]|column>? # What it says of its clusters by name, a value for each and false for none; a color is #ff8800, a cell is the same in every view.
---@field outlines (number[]|column|false)[]? # The corners of each cluster's outline, as x, y, x, y and so on, or false for none.
---@field state any # What the next frame gets, where it declares previous: numbers, texts, tables and columns, 100,000 values at most.

---The markers that a diff returns.
---@class TransitionAnswer
---@field duration number? # How long it takes in seconds; 0.3 unless given.
---@field easing string? # How it gathers and loses speed; smooth unless given.
---@field markers PluginMarker[] # The markers.

---A marker that a diff returns: with old it is there before, with new it stays.
---@class PluginMarker
---@field kind "keep"|"move"|"appear"|"disappear"|"split"|"merge"|"exchange" # What happens to its points.
---@field old integer? # The cluster of the old frame that it comes from.
---@field new integer? # The cluster of the new frame that it goes to.
---@field count integer? # How many points it shows; those of the smaller cluster unless given.
---@field addedAt number? # When it is added, as a share of the duration.
---@field removedAt number? # When it is removed, as a share of the duration.
---@field from number? # When it leaves its start, as a share of the duration; 0 unless given.
---@field until number? # When it arrives at its end, as a share of the duration; 1 unless given.
---@field easing string? # How it gathers and loses speed; as all markers unless given.
---@field via Location? # The control point of the curve on which it moves; without it the way is straight.
