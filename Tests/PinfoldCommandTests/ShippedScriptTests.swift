import Foundation
import TestSupport
import Testing

@Suite("Scripts that ship")
struct ShippedScriptTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    let rows = (0..<60).map { "\($0),\(Double($0 * $0) / 40 - 40),\(Double($0 % 7))" }
    try tool.write("id,lon,lat\n\(rows.joined(separator: "\n"))\n", to: "points.csv")
  }

  private func run(_ script: String, _ arguments: String...) throws -> Tool.Outcome {
    let path = Folders.package.appending(path: "Scripts/\(script).lua").path
    return try tool.run(["run", path] + arguments)
  }

  @Test(
    "tell how they are used where arguments make no sense",
    arguments: [
      ("tour", ["a", "b"]), ("tune", ["many"]), ("tune", ["0"]),
      ("tune", ["5", "grid", "points.csv", "here"]),
      ("find-defect", ["a", "b", "c", "d"]), ("camera", ["pan", "grid", "points.csv", "a", "b"]),
      ("new-strategy", ["notes.txt"]),
    ])
  func usage(script: String, arguments: [String]) throws {
    let path = Folders.package.appending(path: "Scripts/\(script).lua").path
    let outcome = try tool.run(["run", path] + arguments)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.complaint.contains("usage: pinfold run Scripts/\(script).lua"), "\(outcome.complaint)")
    #expect(!outcome.complaint.contains("\n  | "), "no line of code: \(outcome.complaint)")
  }

  @Test("the tour goes all the way on data of one's own, and no line of it fails")
  func tour() throws {
    let outcome = try run("tour", "points.csv")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    for step in 1...9 { #expect(outcome.output.contains("\n\(step). "), "step \(step)") }
    #expect(outcome.output.contains("> set = dataset(\"points.csv\")\n> set\ndataset 'points': 60 points\n"))
    #expect(outcome.output.contains("at 0.5 of its time:\t60 points shown"))
    #expect(outcome.output.contains("pinfold plot points.csv --strategy"))
  }

  @Test("tune finds a size, and the command that it gives makes that many markers", arguments: [3, 12, 40])
  func tune(wanted: Int) throws {
    let outcome = try run("tune", "\(wanted)", "quadtree", "points.csv", "0,0,3")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let command = try #require(outcome.output.split(separator: "\n").last { $0.hasPrefix("pinfold ") })
    let found = try tool.run(
      command.split(separator: " ").dropFirst().map(String.init) + ["--format", "csv"])
    #expect(found.status == 0, "\(found.complaint)")
    let markers = found.output.split(separator: "\n").count - 1
    #expect(abs(markers - wanted) <= 1 && outcome.output.contains(" makes \(markers) markers"))
  }

  @Test("the shoot-out leaves a study, of which a report can be written")
  func shootout() throws {
    let outcome = try run("shootout", "found/", "points.csv")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains(" runs finished, 0 failed."))
    for claim in ["\n1. \"Grids show.\"", "\n2. \"k-means", "\n3. \"The order"] {
      #expect(outcome.output.contains(claim))
    }
    let report = try tool("study", "report", "found", "--output", "report.html", "--figures", "figures")
    #expect(report.status == 0 && report.complaint.isEmpty, "\(report.complaint)")
    let page = try String(contentsOf: tool.folder.appending(path: "report.html"), encoding: .utf8)
    #expect(page.contains("<h1>Study: shoot-out</h1>") && page.contains("aria-label=\"kmeans on points: "))
    let figures = try FileManager.default.contentsOfDirectory(
      atPath: tool.folder.appending(path: "figures").path)
    #expect(figures.count { $0.hasSuffix(".svg") } > 20)
    #expect(figures.count { $0.hasSuffix(".svg") } == figures.count { $0.hasSuffix(".png") })
    // The page has heat maps as tables.
    let shown = page.matches(of: /role="img"|<table class="heat">/).count
    #expect(shown == figures.count / 2)

    let csv = try tool("study", "report", "found", "--format", "csv").output
    #expect(
      csv.hasPrefix("dataset,points,strategy,camera,verdict,metric,") && csv.contains("\npoints,60,grid,"))
    // Without the data there are no frames to show, and the rest stands.
    try FileManager.default.removeItem(at: tool.folder.appending(path: "points.csv"))
    let blind = try tool("study", "report", "found", "--format", "markdown")
    #expect(blind.status == 0 && blind.output.contains("- Frames of points cannot be shown: "))
    #expect(blind.errors.contains("pinfold: note: Frames of points cannot be shown: "))
    #expect(try tool("study", "report", "nowhere").status == 1)
  }

  @Test("the sweep tells what strategies reach at equal numbers of markers")
  func sweep() throws {
    let outcome = try run("sweep", "found/", "points.csv")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("\nAt 50 markers in a view:\n"))
    let curves = try tool("study", "report", "found", "--format", "markdown").output
    #expect(curves.contains("of each strategy's parameters over the markers"))
  }

  @Test("the camera tells what markers do at each step, and draws the worst")
  func camera() throws {
    let outcome = try run("camera", "zoom-ladder", "quadtree", "points.csv", "worst.svg")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("quadtree along 'zoom-ladder' over points"))
    let map = try String(contentsOf: tool.folder.appending(path: "worst.svg"), encoding: .utf8)
    #expect(map.hasPrefix("<svg") && map.contains("class=\"arrow"))
  }

  @Test("the clusters of cells are set beside those of their points, and those of grids are the same")
  func cells() throws {
    #expect(try tool("aggregate", "points.csv", "--zooms", "0-9", "-o", "cells.csv").status == 0)
    let outcome = try run("cells", "points.csv", "cells.csv")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let rows = outcome.output.split(separator: "\n").filter { $0.hasPrefix("points ") }
      .map { $0.split(separator: " ").map(String.init) }
    #expect(rows.map { $0[1] } == ["grid", "quadtree", "radius", "separate", "kmeans", "pca"])
    #expect(rows[0][2] == rows[0][3] && rows[0][4...6] == ["0.0", "0.0", "100"], "\(rows[0])")
    #expect(try run("cells", "points.csv").complaint.contains("usage: pinfold run Scripts/cells.lua"))
  }

  @Test("tune says what it cannot tune")
  func untunable() throws {
    #expect(try run("tune", "5", "kmeans").complaint.contains("strategy 'kmeans' has no size to tune"))
  }

  @Test("find-defect finds the view in which points are hidden, and draws it")
  func defect() throws {
    try tool.write(
      """
      return {
        api = 1, kind = "strategy", name = "astray", summary = "All at one place, and in the west far from it.",
        cluster = function(points, parameters, view)
          local groups = (points.x * 0):group()
          local isWestern = view.lon < -20
          local x = groups:mean(points.x) + (isWestern and 5000 or 0)
          return { groups = groups, x = x, y = groups:mean(points.y) }
        end,
      }
      """, to: "astray.lua")
    let path = Folders.package.appending(path: "Scripts/find-defect.lua").path
    let outcome = try tool.run(["run", "--plugin", "astray.lua", path, "astray", "points.csv", "worst.svg"])
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("dataset 'points': 60 points by astray: the worst of "))
    let worst = lines[2].split(separator: " ").map(String.init)
    #expect(try #require(Double(worst[0])) < -20 && worst[4...5] == ["no", "100.0"], "\(lines[2])")
    let picture = try String(contentsOf: tool.folder.appending(path: "worst.svg"), encoding: .utf8)
    #expect(picture.hasPrefix("<svg") && picture.contains("astray: 100.0 % of the points off screen"))
  }

  @Test("new-strategy writes a strategy that keeps its contract, once, and compares it")
  func newStrategy() throws {
    let outcome = try run("new-strategy", "mine.lua", "points.csv")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.hasPrefix("Wrote mine.lua."))
    #expect(!outcome.output.contains("broken"))
    #expect(outcome.output.contains("points   diamonds"))
    #expect(try tool("plugin", "test", "mine.lua").status == 0)
    // What is there already is never written over.
    try tool.write("return 1", to: "mine.lua")
    #expect(try run("new-strategy", "mine.lua").complaint.contains("a plugin's file returns a table"))
    #expect(try String(contentsOf: tool.folder.appending(path: "mine.lua"), encoding: .utf8) == "return 1")
  }
}
