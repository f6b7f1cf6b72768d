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
    try run(script, arguments)
  }

  private func run(_ script: String, _ arguments: [String]) throws -> Tool.Outcome {
    let path = Folders.package.appending(path: "Scripts/\(script).lua").path
    return try tool.run(["run", path] + arguments)
  }

  @Test(
    "say what is wrong with their arguments, without a line of code",
    arguments: [
      ("tour a b", "unexpected argument 'b'"),
      ("tune many", "wanted 'many': expected a whole number from 1 on"),
      ("tune 0", "wanted '0': expected a whole number from 1 on"),
      ("tune 5 grid points.csv here", "view 'here': expected LON,LAT,ZOOM"),
      ("tune 5 gird points.csv", "unknown strategy 'gird' (did you mean 'grid'?)"),
      ("find-defect a b c d", "unexpected argument 'd'"), ("camera pan grid points.csv a b", "argument 'b'"),
      ("camera points.csv", "the order is CAMERA STRATEGY DATA"),
      ("new-strategy notes.txt", "ends in .lua"),
      ("suggest nosuch.csv", "cannot read nosuch.csv: no such file"),
      ("suggest points.csv --lon east", "no column 'east'"), ("suggest --markers 1", "in 2…2000"),
    ])
  func mistakes(line: String, message: String) throws {
    let scripts = Folders.package.appending(path: "Scripts")
    try FileManager.default.copyItem(at: scripts, to: tool.folder.appending(path: "Scripts"))
    let words = line.split(separator: " ").map(String.init)
    let outcome = try tool.run(words)
    #expect(outcome.status == 64 || outcome.status == 1)
    #expect(outcome.output.isEmpty && outcome.complaint.contains(message), "\(outcome.complaint)")
    #expect(!outcome.complaint.contains("\n  | "), "no line of code: \(outcome.complaint)")
  }

  @Test("profile times a plugin line by line")
  func profile() throws {
    let plugin = Folders.package.appending(path: "Plugins/hexgrid.lua").path
    let outcome = try run("profile", plugin, "points.csv", "--passes", "1")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.hasPrefix("hexgrid on points.csv: "), "\(outcome.output)")
    #expect(outcome.output.contains("points:hex("), "\(outcome.output)")
    let rows = try #require(
      try json(run("profile", plugin, "points.csv", "--json").output)["rows"] as? [[String: Any]])
    #expect(rows.contains { ($0["visits"] as? Int ?? 0) > 1 && ($0["line"] as? Int ?? 0) > 1 })
    let made = try run("profile", plugin, "--generate", "cities,count=200,seed=3", "--passes", "1")
    #expect(made.output.hasPrefix("hexgrid on cities,count=200,seed=3: "), "\(made.output)\(made.complaint)")
    for both in [
      try run("profile", plugin, "--generate", "cities", "points.csv"),
      try run("profile", plugin, "--generate", "cities", "--lon", "x"),
    ] {
      #expect(both.complaint.contains("--generate makes the points"), "\(both.complaint)")
    }
  }

  @Test("suggest tunes families to equal numbers of markers and recommends one that is steady")
  func suggest() throws {
    let rows = (0..<4000).map { row in
      let turn = Double(row) * 2.399963
      let far = (Double(row) / 40).squareRoot()
      return "\(row),\(8 + far * cos(turn)),\(47 + far * sin(turn))"
    }
    try tool.write("id,lon,lat\n\(rows.joined(separator: "\n"))\n", to: "spiral.csv")
    let text = try run("suggest", "spiral.csv", "--markers", "40").output
    #expect(text.contains("spiral.csv: 4000 points."))
    // All but tables and what is to be typed fits 60 columns.
    let lines = text.split(separator: "\n").prefix { $0 != "Next:" }
    let texts = lines.filter { !$0.contains(" %  ") && !$0.hasPrefix("strategy") }
    #expect(texts.count > 10 && texts.allSatisfy { $0.count <= 60 }, "\(text)")
    let pick = try #require(text.firstMatch(of: #/Take ([a-z]+)\(([A-Za-z]+)=(\d+)\):/#))
    #expect(["radius", "separate", "quadtree", "grid"].contains(pick.1))
    #expect(text.contains("  pinfold tiles spiral.csv --strategy '\(pick.1)(\(pick.2)=\(pick.3))'"))
    #expect(text.contains(#/\nkmeans\(k=40\) .* \d+ % +\d+ %\n/#), "\(text)")
    #expect(text.contains("  pinfold serve spiral.csv --suggest  # "))
    let part = try run(
      "suggest", "spiral.csv", "--markers", "20", "--lon", "lon", "--lat", "lat", "--where", "lon > 8"
    ).output
    #expect(
      part.contains("\n  pinfold tiles spiral.csv --lat lat --lon lon --where 'lon > 8' --strategy"),
      "\(part)")
    if pick.1 == "radius" {
      // What is said of supercluster's options comes to about as many markers as in Pinfold's own order.
      let counts = try ["", ",extent=256,order=input"].map { extra in
        let strategy = "radius(radius=\(pick.3)\(extra))"
        let view = ["cluster", "spiral.csv", "--strategy", strategy, "--format", "csv"]
        return try tool.run(view).output.split(separator: "\n").count - 1
      }
      #expect(text.contains("new Supercluster({ radius: \(pick.3), extent: 256 })"))
      #expect(abs(counts[0] - counts[1]) * 4 <= counts[0], "\(counts)")
    }
    #expect(!text.contains("no marker lies on another") || !text.contains("if no marker may lie on another"))
    let few = try run("suggest", "spiral.csv", "--markers", "2000", "--lat", "lat").output
    #expect(few.contains("! No size comes within a tenth of 2000 markers"), "\(few)")
    #expect(
      few.contains("These data never fill a view with 2000 markers") && !few.contains("Take "), "\(few)")
    let json = try run("suggest", "spiral.csv", "--markers", "40", "--json").output
    #expect(json.contains("\"take\": \"\(pick.1)(\(pick.2)=\(pick.3))\""))
    #expect(try run("suggest", "spiral.csv", "--markers", "40").output == text)
    let shuffled = [rows[0]] + rows.dropFirst().reversed()
    try tool.write("id,lon,lat\n\(shuffled.joined(separator: "\n"))\n", to: "spiral.csv")
    #expect(try run("suggest", "spiral.csv", "--markers", "40").output == text)
  }

  @Test(
    "suggest leaves out points far from the others, as pictures do, and writes lists of options as one word")
  func suggestFar() throws {
    let town = (0..<1000).map { "\($0),\(8 + Double($0 % 40) * 0.01),\(47 + Double($0 / 40) * 0.01),x,y\n" }
      .joined()
    try tool.write("id,lon,lat,a,b\n\(town)", to: "town.csv")
    try tool.write("id,lon,lat,a,b\n\(town)1000,0,0,x,y\n1001,47,8,x,y\n", to: "far.csv")
    let results = try ["town.csv", "far.csv"].map { file in
      try json(run("suggest", file, "--markers", "20", "--json").output)
    }
    let picks = results.compactMap { $0["take"] as? String }
    #expect(picks.count == 2 && picks[0] == picks[1], "\(picks)")
    #expect(results.map { $0["outside"] as? Int } == [0, 2])
    let far = try run(
      "suggest", "far.csv", "--markers", "20", "--attributes", "a,b", "--within", "-1,-1,50,50")
    let text = far.output.replacing("\n", with: " ")
    #expect(
      text.hasPrefix("note: 2 of 1002 points lie far from the others, outside the views far.csv: "), "\(text)"
    )
    #expect(text.contains("all points but 2, and"), "\(text)")
    #expect(
      far.output.contains("pinfold tiles far.csv --attributes a,b --within=-1,-1,50,50 --strategy"),
      "\(far.output)")
  }

  @Test("suggest compares a plugin's strategy by the parameter that it declares")
  func suggestPlugin() throws {
    try tool.write(
      """
      return { api = 1, kind = "strategy", name = "mine", summary = "s",
        parameters = { side = { type = "number", default = 50, min = 1, max = 4096, markers = "fewer", doc = "Side." } },
        capabilities = { panInvariant = true, permutationInvariant = true },
        cluster = function(points, parameters) return { groups = points:grid(parameters.side):group() } end }
      """, to: "mine.lua")
    let text = try run("suggest", "points.csv", "--markers", "20", "--plugin", "mine.lua")
    #expect(text.output.contains(#/\nmine\(side=[0-9]+\)/#), "\(text.output)\(text.errors)")
    let json = try run("suggest", "points.csv", "--markers", "20", "--plugin", "mine.lua", "--json").output
    #expect(json.contains("\"name\": \"mine\""), "\(json)")
    let plain = try run("suggest", "points.csv", "--markers", "20").output
    #expect(!plain.contains("mine"))
    let unknown = try run("suggest", "points.csv", "--plugin", "nothing")
    #expect(unknown.status == 1 && unknown.complaint.contains("no plugin has the name 'nothing'"))
  }

  @Test(
    "suggest says what few points, one place and no points mean", arguments: ["1,2", "1,2\n1,2\n1,2", ""])
  func suggestLittle(rows: String) throws {
    try tool.write("lon,lat\n\(rows)\n", to: "few.csv")
    let outcome = try run("suggest", "few.csv")
    if rows.isEmpty {
      #expect(outcome.status == 1 && outcome.complaint.contains("few.csv has no points"))
    } else {
      #expect(outcome.status == 0 && outcome.output.contains("never fill a view with 60 markers"))
      #expect(!outcome.output.contains("Take ") && !outcome.output.contains("Next:"), "\(outcome.output)")
    }
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
    let outcome = try run("shootout", "points.csv", "--results", "found")
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
    let outcome = try run("sweep", "points.csv", "--results", "found")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("\nAt 50 markers in a view:\n"))
    let curves = try tool("study", "report", "found", "--format", "markdown").output
    #expect(curves.contains("of each strategy's parameters over the markers"))
  }

  @Test("scale tells how times grow, as a table, JSON and a chart")
  func scale() throws {
    let arguments = [
      "--count", "200", "--smallest", "2", "--builds", "1", "--strategy", "grid(cellSize=40),pca",
    ]
    let table = try run("scale", arguments + ["--output", "scale.svg"])
    #expect(table.status == 0, "\(table.complaint)")
    let lines = table.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("cities(count=200): medians of builds"))
    #expect(
      lines[3].split(separator: " ") == ["strategy", "ms", "exponent", "2", "20", "200", "least…most"])
    #expect(
      lines[4...7].map { $0.split(separator: " ").prefix(2) } == [
        ["grid(cellSize=40)", "build"], ["grid(cellSize=40)", "frame"], ["pca", "build"], ["pca", "frame"],
      ])
    let svg = try String(contentsOf: tool.folder.appending(path: "scale.svg"), encoding: .utf8)
    #expect(svg.hasPrefix("<svg") && svg.contains("Time against the number of points"))
    #expect(svg.contains("frame, pca"))
    let document = try json(try run("scale", arguments + ["--json"]).output)
    let rows = try #require(document["rows"] as? [[String: Any]])
    #expect(
      rows.map { ($0["sizes"] as? [[String: Any]])?.map { $0["points"] as? Int } } == [
        [2, 20, 200], [2, 20, 200],
      ])
    #expect(rows.allSatisfy { $0["frameExponent"] is Double && $0["stop"] == nil })
  }

  @Test("scale tells why a strategy stopped")
  func scaleStops() throws {
    let common = ["--count", "300", "--smallest", "3", "--builds", "1"]
    let stopped = try run("scale", common + ["--strategy", "grid", "--longest", "0"])
    #expect(stopped.status == 0, "\(stopped.complaint)")
    #expect(stopped.output.contains("\ngrid: 30 points would take about "))
    #expect(stopped.output.contains(" s, and --longest allows 0 s\n"))
    let broken = try run("scale", common + ["--strategy", "pairwise(radius=nonsense)"])
    #expect(broken.status == 1 && broken.complaint.contains("'radius'"))
  }

  @Test("lua-cost tells what Lua costs, with as many clusters in all ways")
  func luaCost() throws {
    let outcome = try run("lua-cost", ["points.csv", "--trials", "2"])
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.output.hasPrefix("medians of 2 trials\n") && outcome.output.contains("built-in grid"))
    let counts = outcome.output.split(separator: "\n").filter { $0.contains("grid") || $0.contains("plugin") }
      .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    // Cells of the same size begin elsewhere in plugins.
    #expect(counts.count == 3 && Double(counts.max() ?? 0) <= 1.3 * Double(counts.min() ?? 0), "\(counts)")
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
    let outcome = try run("research/cells", "points.csv", "cells.csv")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let rows = outcome.output.split(separator: "\n").filter { $0.hasPrefix("points ") }
      .map { $0.split(separator: " ").map(String.init) }
    #expect(rows.map { $0[1] } == ["grid", "quadtree", "radius", "separate", "kmeans", "pca"])
    #expect(rows[0][2] == rows[0][3] && rows[0][4...6] == ["0.0", "0.0", "100"], "\(rows[0])")
    #expect(
      try run("research/cells", "points.csv").complaint.contains(
        "usage: pinfold run Scripts/research/cells.lua"))
  }

  @Test("commands that they print quote names of files", arguments: ["tune 3 grid", "tour"])
  func quotes(words: String) throws {
    try tool.write("lon,lat\n1,2\n3,4\n5,6\n", to: "my points.csv")
    let words = words.split(separator: " ").map(String.init)
    let outcome = try run(words[0], Array(words.dropFirst()) + ["my points.csv"])
    #expect(outcome.output.contains(/pinfold [a-z]+ 'my points\.csv' --strategy/), "\(outcome.complaint)")
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
    // Which strategy leads, or why none may be said to.
    #expect(outcome.output.contains("Scores hold within this comparison only"))
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
