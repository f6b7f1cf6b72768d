import Foundation
import TestSupport
import Testing

@Suite("pinfold study")
struct StudyTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// Runs of some milliseconds each, so that a child can be killed between and within them.
  private static let plan = """
    {
      "datasets": [{ "generate": "cities", "count": [60, 90] }],
      "controls": false, "strategies": [{ "name": "grid", "cellSize": [40, 80] }, "quadtree", "pca"],
      "cameras": [{ "name": "pan", "steps": 2 }, { "name": "zoom-ladder", "steps": 3 }], "starts": ["fit", 6],
      "metrics": ["conservation", "overlap", "nesting"]
    }
    """

  private func content(_ folder: String) throws -> String {
    try StudyDump.text(of: tool.folder.appending(path: folder).path)
  }

  private func run(_ folder: String) throws -> Tool.Outcome {
    try tool("study", "run", "study.json", "--results", folder)
  }

  @Test("a study killed at random moments and gone on with holds the same as one that was not")
  func killed() throws {
    try tool.write(Self.plan, to: "study.json")
    let start = Date.now
    let outcome = try run("whole")
    let time = Date.now.timeIntervalSince(start)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "pinfold: note: whole: 32 of 32 runs finished\n")
    for _ in 0..<4 {
      let child = try tool.start(["study", "run", "study.json", "--results", "killed"])
      Thread.sleep(forTimeInterval: .random(in: 0...time * 0.6))
      kill(child.process.processIdentifier, SIGKILL)
      child.process.waitUntilExit()
    }
    #expect(try run("killed").status == 0)
    #expect(try content("killed") == content("whole"))
    #expect(try tool.frames("killed") == tool.frames("whole"))
  }

  @Test("Ctrl-C leaves a study that can be gone on with, and says so")
  func interrupted() throws {
    try tool.write(
      #"{ "datasets": [{ "generate": "cities", "count": [20, 300000] }], "controls": false, "strategies": ["pairwise", "kmeans"] }"#,
      to: "study.json")
    let child = try tool.start(["study", "run", "study.json", "--results", "results", "--threads", "1"])
    child.waitForInterruptHandler()
    child.process.interrupt()
    child.process.waitUntilExit()
    let outcome = try child.outcome()
    #expect(outcome.status == 130)
    #expect(outcome.errors.hasPrefix("pinfold: stopped (cancelled); "))
    #expect(outcome.errors.hasSuffix("of 4 runs finished. Run the same command to resume\n"))
  }

  @Test("a script that calls study is a study too, and reads as the JSON of the same plan")
  func script() throws {
    try tool.write(
      """
      local sizes = {}
      for size = 40, 80, 40 do sizes[#sizes + 1] = size end
      return study {
        datasets = { { generate = "cities", count = { 60, 90 } } },
        controls = false, strategies = { { "grid", cellSize = sizes }, "quadtree", "pca" },
        cameras = { { "pan", steps = 2 }, { "zoom-ladder", steps = 3 } }, starts = { "fit", 6 },
        metrics = { "conservation", "overlap", "nesting" },
      }
      """, to: "study.lua")
    try tool.write(Self.plan, to: "study.json")
    #expect(try tool("study", "run", "study.lua", "--results", "lua").status == 0)
    // The same plan, or it would be refused.
    let outcome = try run("lua")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "pinfold: note: lua: 32 of 32 runs finished\n")
    try tool.write("print(1)", to: "none.lua")
    #expect(
      try tool("study", "run", "none.lua", "--results", "x").complaint
        == "pinfold: none.lua: the script declares no study; it should call study { … }")
  }

  @Test("status tells what is done and what failed; the exit code is 1 where something did")
  func status() throws {
    try tool.write(
      """
      return { api = 1, kind = "strategy", name = "broken", summary = "Fails.",
        cluster = function() error("no clusters today") end }
      """, to: "broken.lua")
    try tool.write(
      #"{ "name": "two", "datasets": [{ "generate": "cities", "count": 9 }], "controls": false, "strategies": ["grid", "broken"] }"#,
      to: "study.json")
    let outcome = try tool("study", "run", "study.json", "--results", "r", "--plugin", "broken.lua")
    #expect(outcome.status == 1)
    #expect(
      outcome.complaint.hasPrefix("pinfold: cities(count=9), broken, still from fit, seed 1: broken.lua:2: "))
    let status = try tool("study", "status", "r")
    #expect(status.status == 0)
    #expect(status.output.hasPrefix("study     two\nruns      2\nfinished  2\nfailed    1\nleft      0\n"))
    #expect(status.output.contains("no clusters today"))
    let document = try json(try tool("study", "status", "r", "--format", "json").output)
    #expect(document["failed"] as? Int == 1)
    #expect(try tool("study", "status", "nowhere").complaint.contains("nowhere: contains no study"))
  }

  @Test("a study keeps the limits of its plugins, and runs again with them unless others are given")
  func pluginLimits() throws {
    try tool.write(
      """
      return { api = 1, kind = "strategy", name = "greedy", summary = "s", cluster = function(points)
        local held = {}
        for number = 1, 24 do held[number] = ("x"):rep(1 << 20) .. number end
        return { groups = points:grid(60):group() }
      end }
      """, to: "greedy.lua")
    try tool.write(
      #"{ "datasets": [{ "generate": "cities", "count": 9 }], "strategies": ["greedy"] }"#, to: "study.json")
    let first = try tool(
      "study", "run", "study.json", "--results", "r", "--plugin", "greedy.lua", "--plugin-memory", "16")
    #expect(first.status == 1 && first.complaint.contains("may hold 16 MB"), "\(first.errors)")
    let limits = try json(
      String(contentsOf: tool.folder.appending(path: "r/manifest.json"), encoding: .utf8))[
        "pluginLimits"]
    #expect(limits as? [String: Double] == ["seconds": 10, "bytes": Double(16 << 20)])
    let again = try tool("study", "run", "--from", "r/manifest.json", "--results", "again")
    #expect(again.status == 1 && again.complaint.contains("may hold 16 MB"), "\(again.errors)")
    let more = try tool(
      "study", "run", "--from", "r/manifest.json", "--results", "more", "--plugin-memory", "64")
    #expect(
      more.status == 1 && more.errors.contains("frames of SHA-256"), "what failed ends well: \(more.errors)")
  }

  @Test("cameras and generators of plugins run in studies, and again from the manifest alone")
  func pluginPaths() throws {
    try tool.write(
      """
      return { api = 1, kind = "camera", name = "down", summary = "s", views = function(view)
        return { { zoom = view.zoom + 1 }, { x = view.x + 50, zoom = view.zoom + 2 } }
      end }
      """, to: "down.lua")
    try tool.write(
      """
      return { api = 1, kind = "generator", name = "square", summary = "s",
        parameters = { side = { type = "number", default = 9, min = 0, max = 90 } },
        generate = function(count, seed, parameters)
          return { lon = random(count, seed) * parameters.side, lat = random(count, seed + 1) * parameters.side }
        end }
      """, to: "square.lua")
    try tool.write(
      #"{ "datasets": [{ "generate": "square", "count": 40, "side": [3, 5] }], "strategies": ["grid"],"#
        + #" "cameras": ["down"], "metrics": ["overlap"] }"#, to: "study.json")
    let run = try tool(
      "study", "run", "study.json", "--results", "r", "--plugin", "down.lua", "--plugin", "square.lua")
    #expect(run.status == 0, "\(run.errors)")
    for name in ["down.lua", "square.lua"] {
      try FileManager.default.removeItem(at: tool.folder.appending(path: name))
    }
    let again = try tool("study", "run", "--from", "r/manifest.json", "--results", "again")
    #expect(again.status == 0, "\(again.errors)")
    #expect(try tool.frames("again") == tool.frames("r") && tool.frames("r").isEmpty == false)
  }

  @Test("a study runs again from its manifest alone, with the plugin that is in it")
  func fromManifest() throws {
    try tool.write(
      """
      return { api = 1, kind = "strategy", name = "mine", summary = "Hexagons.",
        cluster = function(points) return { groups = points:hex(50):group() } end }
      """, to: "mine.lua")
    try tool.write(
      #"{ "datasets": [{ "generate": "cities", "count": 40 }], "controls": false, "strategies": ["grid", "mine"], "starts": [5],"#
        + #" "cameras": ["pan(steps=2)"], "metrics": ["overlap"] }"#, to: "study.json")
    #expect(try tool("study", "run", "study.json", "--results", "r", "--plugin", "mine.lua").status == 0)
    try FileManager.default.removeItem(at: tool.folder.appending(path: "mine.lua"))
    let outcome = try tool("study", "run", "--from", "r/manifest.json", "--results", "again")
    #expect(outcome.status == 0 && outcome.errors == "pinfold: note: again: 2 of 2 runs finished\n")
    #expect(try tool.frames("again") == tool.frames("r"))
    let other = try tool("study", "run", "--from", "study.json", "--results", "x")
    #expect(other.complaint.contains("study.json: not a study manifest"))
    let neither = try tool("study", "run", "--results", "x")
    #expect(neither.complaint.contains("name a study's definition, or the manifest"))
  }

  @Test("parts made apart and merged are one study, and a merging that lacks some says what is left")
  func merged() throws {
    try tool.write(Self.plan, to: "study.json")
    #expect(try run("whole").status == 0)
    for part in 1...3 {
      let outcome = try tool("study", "run", "study.json", "--part", "\(part)/3", "--results", "part\(part)")
      #expect(outcome.status == 0)
    }
    let half = try tool("study", "merge", "part3", "part1", "--results", "merged")
    #expect(half.status == 0)
    #expect(
      half.errors == """
        pinfold: note: merged: 21 of 32 runs finished
        pinfold: note: 'pinfold study run --from merged/manifest.json --results merged' runs the rest

        """)
    let whole = try tool("study", "merge", "merged", "part2", "--results", "merged")
    #expect(whole.errors == "pinfold: note: merged: 32 of 32 runs finished\n")
    #expect(try content("merged") == content("whole"))
    #expect(try tool.frames("merged") == tool.frames("whole"))
    let wrong = try tool("study", "run", "study.json", "--part", "4/3", "--results", "x")
    #expect(wrong.complaint == "pinfold: --part '4/3': expected a part and the number of parts, as in 2/4")
    #expect(try tool("study", "merge", "x", "--results", "y").complaint.contains("x: contains no study"))
  }

  @Test("a script makes parts, merges them, and runs a study again from its manifest")
  func scriptedParts() throws {
    try tool.write("lon,lat\n1,2\n3,4\n5,x\n", to: "towns.csv")
    try tool.write(
      """
      local plan = study { datasets = { "towns.csv" }, controls = false, strategies = { "grid", "pca" }, metrics = { "overlap" } }
      print(plan:run("a", { part = "1/2" }).runs, plan:run("b", { part = "2/2" }).runs)
      local whole = plan:merge({ "b", "a" }, "whole")
      print(whole.runs, whole.frames ~= nil, #whole.notes, whole.notes[1])
      local again = study "whole/manifest.json":run("again")
      print(again.frames == whole.frames, again.runs)
      print(pcall(study, 7))
      """, to: "parts.lua")
    let outcome = try tool("run", "parts.lua")
    #expect(
      outcome.output == """
        1\t1
        2\ttrue\t2\ttowns.csv: 1 of 3 rows unusable: coordinates that are no numbers (first: line 4, lon '5', lat 'x')
        true\t2
        false\tbad argument #1 to 'study' (table or path of a manifest expected, got number)

        """)
  }

  @Test("verify is silent about a study that holds, and names what does not")
  func verify() throws {
    try tool.write(
      #"{ "datasets": [{ "generate": "cities", "count": 40 }], "strategies": ["grid"], "metrics": ["overlap"] }"#,
      to: "study.json")
    #expect(try run("r").status == 0)
    let outcome = try tool("study", "verify", "r")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        pinfold: note: not proved: timings (run.seconds, timing.*, sample.*)
        pinfold: note: not proved: the texts of failures and messages (run.failure, message.*)
        pinfold: note: not proved: when, by which build and on which machine the study ran (manifest: run, tool, machine, pluginLimits)
        pinfold: note: not proved: that the strategies make these frames
        pinfold: note: r: 1 run: 1 frame decoded, 2 values measured again; all hold

        """)
    let again = try tool("study", "verify", "r", "--rerun", "3")
    #expect(again.status == 0)
    #expect(
      again.errors.hasSuffix(
        "r: 1 run: 1 frame decoded, 2 values measured again, 1 run run again; all hold\n"))
    try StudyDamage.execute(
      "UPDATE score SET value = 0.25 WHERE measure = 0", in: tool.folder.appending(path: "r").path)
    let forged = try tool("study", "verify", "r")
    #expect(forged.status == 1)
    #expect(
      forged.errors.hasPrefix(
        "pinfold: cities(count=40), grid, still from fit, seed 1: overlap.share of frame 1 is stored as 0.25, "
      ))
    #expect(forged.errors.hasSuffix("2 values measured again; 2 faults\n"))
  }

  @Test("verify ends with 2 where it could not look at everything, as where data or the whole study are gone")
  func unverifiable() throws {
    try tool.write("lon,lat\n1,2\n3,4\n", to: "rows.csv")
    try tool.write(
      #"{ "datasets": ["rows.csv"], "strategies": ["grid"], "metrics": ["overlap"] }"#, to: "study.json")
    #expect(try run("r").status == 0)
    #expect(try tool("study", "verify", "r").status == 0)
    try FileManager.default.removeItem(at: tool.folder.appending(path: "rows.csv"))
    let outcome = try tool("study", "verify", "r")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("pinfold: note: runs on rows cannot be verified: "))
    #expect(outcome.errors.hasSuffix("pinfold: note: r: nothing could be verified\n"))
    #expect(try tool("study", "verify", "nowhere").status == 2)
    try tool.write("nonsense", to: "r/study.sqlite")
    #expect(try tool("study", "verify", "r").status == 1)
  }

  @Test("two studies are compared by the runs that they share, as a table, CSV and JSON, and in a script")
  func compare() throws {
    func study(_ sizes: String, _ name: String) throws {
      let text = """
        { "datasets": [{ "generate": "cities", "count": 40 }, { "generate": "uniform", "count": 50 }],
          "controls": false, "strategies": [{ "name": "grid", "cellSize": \(sizes) }], "metrics": ["overlap", "markers"] }
        """
      try tool.write(text, to: "study.json")
      #expect(try run(name).status == 0)
    }
    try study("[40, 80]", "a")
    try study("[80, 120]", "b")
    let equal = try tool("study", "compare", "a", "b")
    #expect(equal.status == 0)
    #expect(
      equal.errors == """
        pinfold: note: only a has strategy grid(cellSize=40)
        pinfold: note: only b has strategy grid(cellSize=120)

        """)
    #expect(
      equal.output.hasPrefix(
        "first: a\nsecond: b\n2 runs in both, 2 with equal frames\n"))
    #expect(equal.output.hasSuffix(" scores, 0 of them with values that differ\n"))
    // One value of the second study is another.
    try StudyDamage.execute(
      "UPDATE score SET value = value + 3 WHERE run = 0 AND measure = (SELECT id FROM measure WHERE label = 'markers.count')",
      in: tool.folder.appending(path: "b").path)
    let table = try tool("study", "compare", "a", "b").output
    #expect(table.contains("2 runs in both, 2 with equal frames\n"))
    #expect(
      table.contains(
        /cities\(count=40\) +grid\(cellSize=80\) +still from fit +markers.count +\d+ +\d+ +\+3 +1 of 1\n/))
    #expect(
      table.contains(
        /over sources.*\n.*\n.*markers.count +2 +2 +\+1.5 +0 +0 +1.000\n/.dotMatchesNewlines()))
    let csv = try tool("study", "compare", "a", "b", "--format", "csv").output.split(separator: "\n")
    #expect(
      csv[0]
        == "dataset,strategy,camera,measure,runs,equalRuns,first,second,difference,undefined,values,differing,largest"
    )
    #expect(csv.count { $0.contains("markers.count") && $0.hasSuffix(",3,,1,1,3") } == 1)
    let json = try tool("study", "compare", "a", "b", "--format", "json").output
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(document["runs"] as? Int == 2 && document["equalRuns"] as? Int == 2)
    #expect((document["notes"] as? [String])?.count == 2)
    #expect((document["rows"] as? [[String: Any]])?.count == csv.count - 1)
    #expect((document["trends"] as? [[String: Any]])?.first?["medianDifference"] as? Double == 1.5)
    try tool.write(
      """
      local plan = study { datasets = { { generate = "cities" } }, strategies = { "grid" } }
      local both = plan:compare("a", "b")
      print(both.runs, both.equalRuns, #both.notes, #both.rows)
      for _, row in ipairs(both.rows) do
        if row.differing > 0 then print(row.dataset, row.measure, row.difference, row.second - row.first) end
      end
      print(#both.trends, both.trends[1].medianDifference, both.trends[1].datasets)
      """, to: "compare.lua")
    #expect(
      try tool("run", "compare.lua").output == """
        2\t2\t2\t\(csv.count - 1)
        cities(count=40)\tmarkers.count\t3.0\t3.0
        1\t1.5\t2

        """)
    #expect(try tool("study", "compare", "a", "x").complaint.contains("x: contains no study"))
  }

  @Test("a plugin's metric is scored over an old study")
  func score() throws {
    try tool.write(
      """
      return { api = 1, kind = "metric", name = "largest", summary = "The largest count.", better = "lower",
        measure = function(frame) return frame.counts:max() end }
      """, to: "largest.lua")
    try tool.write(
      #"{ "datasets": [{ "generate": "cities", "count": 9 }], "strategies": ["grid"], "metrics": ["overlap"] }"#,
      to: "study.json")
    #expect(try run("r").status == 0)
    let outcome = try tool(
      "study", "score", "r", "--metrics", "largest,determinism", "--plugin", "largest.lua")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "pinfold: note: metric 'determinism' reruns strategies, so it has no values for stored frames\n"
        + "pinfold: note: r: 1 run measured\n")
    #expect(try content("r").contains(/measure: 2\|'largest.value'\|'[0-9.]+\+[0-9a-f]{12}/))
    #expect(try content("r").contains("needs-clusterer"))
  }

  @Test("the example of the documentation runs, and has the runs that it says")
  func example() throws {
    let page = try String(
      contentsOf: Folders.package.appending(path: "Sources/PinfoldStudies/PinfoldStudies.docc/Studies.md"),
      encoding: .utf8)
    let parts = page.components(separatedBy: "```")
    try tool.write(String(parts[1].dropFirst("json".count)), to: "first-steps.json")
    let commands = page.split(separator: "\n").filter { $0.hasPrefix("    pinfold study ") }
    #expect(commands.count == 9)
    for command in commands {
      let outcome = try tool.run(command.split(separator: " ").dropFirst().map(String.init))
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
    #expect(
      try tool("study", "status", "Results/first-steps").output.contains("finished  48\n"))
    #expect(page.contains("is 2 · 6 · 4 · 1 = 48 "))
    #expect(try tool.frames("Results/merged") == tool.frames("Results/first-steps"))
  }
}

extension Tool {
  /// The digest of a study's frames, from its manifest.
  func frames(_ results: String) throws -> String {
    let text = try String(
      contentsOf: folder.appending(path: "\(results)/manifest.json"), encoding: .utf8)
    let frames = try #require(try json(text)["frames"] as? [String: Any])
    return try #require(frames["sha256"] as? String)
  }
}
