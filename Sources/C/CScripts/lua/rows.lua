---@meta
-- Tables that functions and methods return, in the notation of LuaCATS.

---What every marker of a transition has; no table by itself.
---@class (partial) AnyMarker
---@field kind "keep"|"move"|"appear"|"disappear"|"split"|"merge"|"exchange" # What happens to its points.
---@field old integer? # The cluster that it comes from.
---@field new integer? # The cluster that it goes to.
---@field count integer # How many points it shows.

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
---@field point integer|string? # The id of the member that it speaks for, or of a single point.
---@field attributes table? # All that the data say of a single point, by column.
---@field fields table? # What the strategy says of it, such as name and color.
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
---@field problems table[] # What went wrong: dataset, strategy and message.
---@field notes string[] # What to know of the data: unusable rows, guessed columns, crowds of points.
---@field columns string[] # The columns to show.

---What became of the frames and values that a study has stored.
---@class StudyVerification
---@field runs integer # The runs that were looked at.
---@field frames integer # The frames that were decoded.
---@field values integer # The values that were measured again.
---@field reruns integer # The runs that were run again.
---@field outcome string # holds, fails where something does not hold, or incomplete where something could not be looked at.
---@field problems string[] # What does not hold.
---@field notes string[] # What could not be looked at.
---@field unproved string[] # What no verification of this kind proves.

---Two studies beside each other, by the runs that both have.
---@class StudyComparison
---@field runs integer # The runs that both have, on the same points and views.
---@field equalRuns integer # Those of them whose frames are equal.
---@field notes string[] # What the studies do not share, and what is left out for it.
---@field rows ComparedScore[] # The scores of both.
---@field trends ScoreTrend[] # What scores that differ come to over datasets.

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
---@field undefined string? # Why there is none.
---@field values integer # The values in either study.
---@field differing integer # The values that are not the same in both.
---@field largest number # The largest difference of two values of one frame.

---The differences of a measure of one strategy along one camera over datasets.
---@class ScoreTrend
---@field strategy string # The strategy.
---@field camera string # The camera with its start.
---@field measure string # The measure by its full name.
---@field datasets integer # The datasets on which both studies have a score.
---@field medianDifference number # The median of the second score less the first.
---@field better integer # The datasets on which the second is better.
---@field worse integer # The datasets on which the second is worse.
---@field p number # The chance of such differences by chance alone: Wilcoxon's test, corrected by Holm.

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
---@field to Location # Where it ends; lon may be past ±180 so that the way is the short one.
---@field addedAt number? # When it is added, as a share of the duration; nil where it is there before.
---@field removedAt number? # When it is removed, as a share of the duration; nil where it stays.

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

---Something that can be asked for by name.
---@class Registered
---@field name string # Its name.
---@field summary string # One line that says what it is.
---@field origin string # "built in", or the plugin's file.
---@field capabilities string[]? # What a strategy promises.
---@field parameters RegisteredParameter[] # Its parameters.

---A parameter of something that can be asked for by name.
---@class RegisteredParameter
---@field name string # Its name.
---@field takes string # What values it takes, in words.
---@field default number|string|boolean # Its value when none is given.
---@field doc string # One line of help.
---@field unit string? # What a number counts.

---What metrics say, by full names such as overlap.share; with .reason behind it, why there is no value.
---@class Scores
---@field frames table[] # Of each frame.
---@field pairs table[] # Of each frame but the first and the one before it.
---@field sequence table # Of all frames together.
---@field messages string[] # What metrics said as they failed.
---@field notes string[] # Which frames lose, repeat or miscount points.

---What tiles were written.
---@class TilesSummary
---@field tiles integer # The number of tiles.
---@field bytes integer # The bytes of all tiles together.

---What becomes of each rule of a contract.
---@class CheckReport
---@field name string # What was checked.
---@field findings Finding[] # Each rule with its verdict.
---@field violations Violation[] # Each broken rule with a counterexample.
---@field untried string[] # What there was no time for: sets of points, and settings.

---What became of a rule.
---@class Finding
---@field rule string # Its name.
---@field demand string # What it asks.
---@field verdict string # Whether it was held.

---A rule that is broken, with a small counterexample.
---@class Violation
---@field rule string # Its name.
---@field demand string # What it asks.
---@field setting string? # The parameter that shows it, where it is not one that was given.
---@field seen string # What was seen.
---@field expected string # What would be right.
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
---@field arguments CommandEntry[]? # What is given by its place; the last may have many.
---@field options CommandEntry[]? # What is given by its name.
---@field examples string[]? # Command lines.

---An argument or an option of a script.
---@class CommandEntry
---@field name string # Its name in the result; of 'cellSize' the flag is --cell-size.
---@field type "text"|"number"|"integer"|"boolean"|"choice"? # What it takes, a text unless told.
---@field default any? # The value where it is not given.
---@field min number? # The least number.
---@field max number? # The greatest number.
---@field choices string[]? # The words that it takes.
---@field unit string? # What help shows for the value.
---@field doc string? # A line of help.
---@field many boolean? # Whether an argument takes all words that are left.
---@field required boolean? # Whether it must be given.
