---@meta
-- Tables that functions and methods return, in the notation of LuaCATS.

---The members of every marker of a transition; not a table by itself.
---@class (partial) AnyMarker
---@field kind "keep"|"move"|"appear"|"disappear"|"split"|"merge"|"exchange" # The change of its points.
---@field old integer? # The cluster at which it starts.
---@field new integer? # The cluster at which it ends.
---@field count integer # The number of points it shows.

---A cluster of a frame.
---@class Cluster
---@field id string # The same for the same members.
---@field lon number # Longitude of the marker in degrees, or x on planar data.
---@field lat number # Latitude of the marker in degrees, or y on planar data.
---@field x number # The marker's position in screen points from the left.
---@field y number # The marker's position in screen points from the top.
---@field count integer # The number of members.
---@field weight number # The sum of the members' weights.
---@field stack boolean # Whether all members are coincident.
---@field hidden boolean? # True for a marker that a separation hides.
---@field point integer|string? # The id of the member that represents the cluster, or of the single point.
---@field attributes table? # The attributes of a single point, by column.
---@field fields table? # Values that the strategy adds, such as name and color.
---@field outline { lon: number, lat: number }[]? # The corners of an outline that the strategy gives.

---A cluster of a hierarchy.
---@class Node
---@field id string # The same for the same members.
---@field lon number # Longitude in degrees, or x on planar data.
---@field lat number # Latitude in degrees, or y on planar data.
---@field count integer # The number of members.
---@field weight number # The sum of the members' weights.
---@field point integer|string? # The id of a single point.
---@field x number? # The position in units of the tile, from the left.
---@field y number? # The position in units of the tile, from the top.

---A list with a row for each dataset, strategy and camera, whose scores are by measure, as overlap.share; with .reason behind it, why there is none, with .defined and .frames, of how many of how many frames it is.
---@class StudyReport
---@field name string # The study's name.
---@field runs integer # The runs that are finished.
---@field failed integer # The runs that failed.
---@field frames string? # The SHA-256 of all frames.
---@field problems table[] # Failures: dataset, strategy and message.
---@field notes string[] # Remarks on the data: unusable rows, guessed columns, many points at one location.
---@field columns string[] # The columns to show.

---The result of verifying the frames and values of a study.
---@class StudyVerification
---@field runs integer # The number of checked runs.
---@field frames integer # The number of decoded frames.
---@field values integer # The number of values that were measured again.
---@field reruns integer # The number of repeated runs.
---@field outcome string # holds; fails if something is wrong; incomplete if something could not be checked.
---@field problems string[] # The faults.
---@field notes string[] # What could not be checked.
---@field unproved string[] # What this verification does not prove.

---Two studies beside each other, by the runs that both have.
---@class StudyComparison
---@field runs integer # The runs that both have, on the same points and views.
---@field equalRuns integer # Those of them whose frames are equal.
---@field notes string[] # What the studies do not share, and is left out.
---@field rows ComparedScore[] # The scores of both.
---@field trends ScoreTrend[] # Summaries over sources of the scores that differ.

---A score of a dataset, strategy and camera in two studies: medians over the frames on which both have a value.
---@class ComparedScore
---@field dataset string # The dataset.
---@field strategy string # The strategy.
---@field camera string # The camera with its start.
---@field measure string # The measure by its full name.
---@field runs integer # The runs that both have.
---@field equalRuns integer # Those of them whose frames are equal.
---@field first number? # The score in the first study.
---@field second number? # The score in the second study.
---@field difference number? # The second less the first.
---@field undefined string? # The reason why there is none.
---@field values integer # The values in either study.
---@field differing integer # The values that are not the same in both.
---@field largest number # The largest difference of two values of one frame.

---The differences of a measure of one strategy along one camera over sources, those of a source's datasets reduced to one.
---@class ScoreTrend
---@field strategy string # The strategy.
---@field camera string # The camera with its start.
---@field measure string # The measure by its full name.
---@field datasets integer # The datasets on which both studies have a score.
---@field sources integer # Their sources.
---@field medianDifference number # The median of the second score less the first.
---@field better integer # The sources on which the second is better.
---@field worse integer # The sources on which the second is worse.
---@field p number # The p-value of Wilcoxon's test with Holm's correction.

---A point of a stack that is laid out.
---@class Pin
---@field id integer|string # The point.
---@field lon number? # Longitude in degrees.
---@field lat number? # Latitude in degrees.
---@field x number? # Screen points from the left.
---@field y number? # Screen points from the top.

---A marker on its way from one frame to the next.
---@class Marker: AnyMarker
---@field from Location # Where it starts.
---@field to Location # Where it ends; lon may exceed ±180 so that the path is the short one.
---@field addedAt number? # When it is added, as a share of the duration; nil if it exists before.
---@field removedAt number? # When it is removed, as a share of the duration; nil if it stays.

---A marker that is shown at some time of a transition.
---@class ShownMarker: AnyMarker
---@field lon number # Longitude in degrees.
---@field lat number # Latitude in degrees.

---How many points go from one cluster to another.
---@class Flow
---@field old integer # The cluster of the old frame.
---@field new integer # The cluster of the new frame.
---@field count integer # How many points.

---A rectangle in screen points.
---@class Bounds
---@field left number? # Its west edge.
---@field right number? # Its east edge.
---@field top number? # Its north edge.
---@field bottom number? # Its south edge.

---A registered name.
---@class Registered
---@field name string # Its name.
---@field summary string # A description in one line.
---@field origin string # "built in", or the plugin's file.
---@field capabilities string[]? # The promises of a strategy.
---@field parameters RegisteredParameter[] # Its parameters.

---A parameter of a registered name.
---@class RegisteredParameter
---@field name string # Its name.
---@field takes string # The values it takes, in words.
---@field default number|string|boolean # The default value.
---@field doc string # One line of help.
---@field unit string? # The unit of a number.
---@field min number? # The least number that it takes.
---@field max number? # The greatest number that it takes.
---@field markers "fewer"|"more"|nil # How the number of markers changes as it grows; nil unless it decides that number.

---Values of metrics by full names such as overlap.share; a name with .reason has the reason for a missing value.
---@class Scores
---@field frames table[] # Of each frame.
---@field pairs table[] # Of each pair of consecutive frames.
---@field sequence table # Of all frames together.
---@field messages string[] # Error messages of metrics.
---@field notes string[] # Frames that lose, repeat or miscount points.

---The tiles that were written.
---@class TilesSummary
---@field tiles integer # The number of tiles.
---@field bytes integer # The bytes of all tiles together.

---The result of each rule of a contract.
---@class CheckReport
---@field name string # The name of what was checked.
---@field findings Finding[] # Each rule with its verdict.
---@field violations Violation[] # Each broken rule with a counterexample.
---@field untried string[] # Point sets and settings that were not tried for lack of time.

---The result of a rule.
---@class Finding
---@field rule string # Its name.
---@field demand string # The requirement.
---@field verdict string # The verdict.

---A rule that is broken, with a small counterexample.
---@class Violation
---@field rule string # Its name.
---@field demand string # The requirement.
---@field setting string? # The parameter that shows it, where it is not one that was given.
---@field seen string # The observed result.
---@field expected string # The expected result.
---@field views string[] # The views that show it.
---@field points table[] # The points that show it.

---A line of a plugin, and the time that it took.
---@class ProfiledLine
---@field file string # The plugin's file, or a module's.
---@field line integer # The line, from 1.
---@field ms number # Its processor time in milliseconds, with the functions of the host that it calls.
---@field share number # The same as a share of all lines, 0 to 1.
---@field visits integer # How often it was reached.
---@field text string? # What it says; nil in modules.

---The command line of a script.
---@class CommandDeclaration
---@field summary string # What the script does, in one line.
---@field about string? # More about it; paragraphs are separated by empty lines.
---@field arguments CommandEntry[]? # Positional arguments; the last may take many words.
---@field options CommandEntry[]? # Named options.
---@field reading boolean? # Takes the options of reading a file too, as the table 'reading' for 'dataset'.
---@field examples string[]? # Command lines.

---An argument or an option of a script.
---@class CommandEntry
---@field name string # The name in the result; the flag of 'cellSize' is --cell-size.
---@field type "text"|"number"|"integer"|"boolean"|"choice"? # The type of its values. Default: text.
---@field default any? # The default value.
---@field min number? # The least number.
---@field max number? # The greatest number.
---@field choices string[]? # The accepted values.
---@field unit string? # The name of the value in help.
---@field doc string? # A line of help.
---@field many boolean? # Whether an argument takes all remaining words.
---@field required boolean? # Whether it is required.
