import Foundation
import Testing

@Suite("pinfold info, list, compare and bench")
struct ReportTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(
      "id,lon,lat,name,open\n1,2.35,48.86,A,true\n2,2.36,48.87,,false\n3,2.36,48.87,C,\n", to: "a.csv")
  }

  @Test("info tells columns with types and ranges")
  func infoTable() throws {
    let outcome = try tool("info", "a.csv")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.contains("longitude  'lon' (guessed by its name)"))
    #expect(outcome.output.contains("2 different, at most 2 points on one, at 2.36, 48.87"))
    #expect(outcome.output.contains("name    text           1  2 different, as in 'A'"))
  }

  @Test("info counts points that are all apart")
  func infoApart() throws {
    try tool.write("lon,lat\n1,2\n3,4\n", to: "apart.csv")
    #expect(try tool("info", "apart.csv").output.contains("2 different, at most 1 point on one\n"))
  }

  @Test("info tells swapped rows and points far from the others, as notes of other commands do")
  func infoOfOddRows() throws {
    let town = (0..<1000).map { "s\($0);\(8 + Double($0 % 40) * 0.01);\(47 + Double($0 / 40) * 0.01)\n" }
    let rows = town[..<500].joined() + "swap;47.2;8.1\n" + town[500...].joined() + "null;0;0\n"
    try tool.write("id;lon;lat\n\(rows)", to: "odd.csv")
    let table = try tool("info", "odd.csv").output
    #expect(
      table.contains("note       1 row looks swapped: longitude and latitude the other way around"),
      "\(table)")
    #expect(table.contains("far off    2 of 1002 points lie far from the others; --view 8.195,"), "\(table)")
    #expect(table.contains("\n           id swap: 47.2, 8.1\n           id null: 0, 0\n"), "\(table)")
    let document = try json(try tool("info", "odd.csv", "--format", "json").output)
    let data = try #require(document["data"] as? [String: Any])
    #expect(document["farOff"] as? Int == 2 && (data["notes"] as? [String])?.count == 1)
    #expect(
      try tool("plot", "odd.csv", "-o", "a.svg").errors.contains("2 of 1002 points lie far from the others"))
    #expect(try !tool("info", "a.csv").output.contains("far off"))
  }

  @Test("info as JSON has the report and the attributes")
  func infoJSON() throws {
    let document = try json(try tool("info", "a.csv", "--format", "json").output)
    let data = try #require(document["data"] as? [String: Any])
    #expect(data["rows"] as? Int == 3 && data["usable"] as? Int == 3)
    let attributes = try #require(document["attributes"] as? [[String: Any]])
    #expect(attributes.compactMap { $0["name"] as? String } == ["name", "open"])
  }

  @Test("info shows a thousand columns, and says how many more there are")
  func infoOfWideData() throws {
    let names = (0..<1200).map { "column\($0)" }.joined(separator: ",")
    let cells = String(repeating: ",7", count: 1200)
    try tool.write("lon,lat,\(names)\n1,2\(cells)\n", to: "wide.csv")
    let table = try tool("info", "wide.csv").output
    #expect(table.contains("column997, … and 202 more\n"))
    #expect(table.contains("\n… and 200 more\n\nfirst rows\n"))
    #expect(table.split(separator: "\n").count { $0.hasPrefix("column") && $0.hasSuffix(" 7") } == 1000)
    let document = try json(try tool("info", "wide.csv", "--format", "json").output)
    #expect((document["attributes"] as? [Any])?.count == 1000)
    #expect(document["moreAttributes"] as? Int == 200)
    let data = try #require(document["data"] as? [String: Any])
    #expect((data["columns"] as? [Any])?.count == 1000 && data["moreColumns"] as? Int == 202)
  }

  @Test("list names every kind, and one kind in full")
  func list() throws {
    let brief = try tool("list").output
    for kind in ["strategies", "representatives", "diffs", "metrics", "generators", "plugins"] {
      #expect(brief.contains("\(kind)\n  "))
    }
    let full = try tool("list", "strategies").output
    #expect(full.contains("guarantees: nested, panInvariant, permutationInvariant"))
    #expect(full.contains("cellSize=60 screen points; a number in 1…4096"))
    #expect(try tool("list", "strategy").output == full)
  }

  @Test("list as JSON has ranges and defaults")
  func listJSON() throws {
    let document = try json(try tool("list", "strategies", "--format", "json").output)
    let strategies = try #require(document["strategies"] as? [[String: Any]])
    let grid = try #require(strategies.first { $0["name"] as? String == "grid" })
    let parameter = try #require((grid["parameters"] as? [[String: Any]])?.first)
    #expect(parameter["name"] as? String == "cellSize")
    #expect(parameter["low"] as? Int == 1 && parameter["high"] as? Int == 4096)
    #expect(parameter["default"] as? Int == 60 && parameter["unit"] as? String == "screen points")
  }

  @Test("compare has a row for each data set and strategy, the same every time")
  func compare() throws {
    let arguments = [
      "compare", "a.csv", "--generate", "lattice,count=100", "--strategy", "grid,grid(cellSize=120),none",
      "--metrics", "overlap", "--zooms", "3,5", "--locations", "2", "--format", "json",
    ]
    let outcome = try tool.run(arguments)
    #expect(outcome.status == 0 && outcome.complaint.isEmpty)
    let rows = try #require(try json(outcome.output)["rows"] as? [[String: Any]])
    #expect(rows.count == 6)
    #expect(rows.allSatisfy { $0["verdict"] as? String == "valid" && $0["views"] as? Int == 5 })
    #expect(rows[1]["strategy"] as? String == "grid(cellSize=120)")
    #expect(try tool.run(arguments + ["--threads", "1"]).output == outcome.output)
  }

  @Test("compare as CSV has a row for each measure, as a table a column for each metric")
  func compareText() throws {
    let common = ["compare", "a.csv", "--strategy", "grid", "--metrics", "overlap", "--zooms", "3"]
    let csv = try tool.run(common + ["--format", "csv"]).output.split(separator: "\n")
    #expect(
      csv[0]
        == "dataset,strategy,verdict,effectiveSize,clusters,measure,score,median,worst,defined,undefined,size,"
        + "smallest,largest")
    #expect(csv.dropFirst().allSatisfy { $0.hasPrefix("a.csv,grid,valid,") })
    #expect(csv.count == 3)
    let table = try tool.run(common).output.split(separator: "\n")
    #expect(table[0].hasPrefix("a.csv: 3 points, means of shares and medians of sizes and clusters over "))
    #expect(table[1] == "strategy  size  clusters  overlap.share ↓")
    let missing = try tool(
      "compare", "a.csv", "--strategy", "grid,grid(cellSize=61)", "--metrics", "lattice", "--zooms", "3")
    #expect(missing.output.contains("\ngrid = grid(cellSize=61)  "))
    #expect(missing.output.contains("- (1)\n(1) too few markers\nviews that count: fit"))
  }

  @Test("compare tunes sizes to equal numbers of markers, and warns where nothing is tuned")
  func compareMatched() throws {
    let common = [
      "compare", "--generate", "cities,count=500", "--strategy", "grid,pca,none", "--metrics", "overlap",
    ]
    let loose = try tool.run(common + ["--zooms", "4", "--locations", "1"])
    #expect(loose.output.contains("\nnone merges no points, and is not compared.\n"))
    #expect(loose.output.contains("\nviews that count: fit 1, z4 1\n"))
    #expect(loose.output.contains("\nScores hold within this comparison only: "))
    let unequal = try tool(
      "compare", "--generate", "cities,count=500", "--strategy", "grid,grid(cellSize=250)")
    #expect(
      unequal.output.contains(
        "and most measures depend on that; compare at equal numbers, as with --markers 100.\n"))
    let tuned = try tool.run(
      common + ["--zooms", "4", "--locations", "1", "--markers", "12", "--format", "json"])
    let rows = try #require(try json(tuned.output)["rows"] as? [[String: Any]])
    for (row, name) in zip(rows, ["cellSize", "budget"]) {
      #expect((row["size"] as? [String: Any])?["name"] as? String == name)
      #expect((9...16).contains(row["clusters"] as? Double ?? 0))
    }
    #expect(rows[2]["size"] == nil)
    let steps = [
      "compare", "--generate", "cities,count=500", "--strategy", "grid,quadtree,pca", "--zooms", "3",
    ]
    for target in [["--markers", "60"], ["--ink", "0.3"]] {
      let text = try tool.run(steps + ["--metrics", "overlap"] + target).output
      #expect(!text.contains("--markers"), "no advice to do what was done: \(text)")
    }
    let table = try tool.run(common + ["--zooms", "4", "--markers", "12"]).output
    #expect(table.contains("strategy  tuned to") && table.contains("no size to tune"))
  }

  @Test("bench tells times of each strategy")
  func bench() throws {
    let arguments = [
      "bench", "--generate", "cities,count=200", "--builds", "1", "--passes", "1", "--zooms", "4",
      "--baseline", "grid",
    ]
    let table = try tool.run(arguments)
    #expect(table.status == 0)
    #expect(table.output.hasPrefix("cities(count=200): 200 points, prepared in "))
    let document = try json(try tool.run(arguments + ["--format", "json"]).output)
    let rows = try #require(document["rows"] as? [[String: Any]])
    let grid = try #require(rows.first { $0["strategy"] as? String == "grid" })
    #expect(grid["buildRatio"] as? Double == 1 && grid["queries"] as? Int == 6)
    let dataset = try #require((document["datasets"] as? [[String: Any]])?.first)
    let views = try #require(dataset["views"] as? [[String: Double]])
    #expect(views.count == 6 && views[5]["zoom"] == 4)
    #expect((grid["clusters"] as? [Int])?.count == 6)
  }
}
