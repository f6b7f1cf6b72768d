import Foundation
import TestSupport
import Testing

@Suite("Plugins that read attributes")
struct AttributePluginTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(
      """
      return {
        api = 1, kind = "representative", name = "recent", summary = "The member with the greatest value.",
        parameters = { by = { type = "column", default = "year", doc = "What is compared." } },
        select = function(members, parameters) return members:attr(parameters.by):argmax() or 1 end,
      }
      """, to: "recent.lua")
    try tool.write(
      """
      return {
        api = 1, kind = "metric", name = "latest", summary = "The number of clusters.", attributes = { year = "number" },
        measure = function(frame) return #frame end,
      }
      """, to: "latest.lua")
    try tool.write(
      "id,lon,lat,year,mass\na,2.3,48.8,1900,5\nb,2.30001,48.8,2000,1\nc,2.5,48.8,1950,2\n", to: "falls.csv")
  }

  @Test("have them read by every command, without being told")
  func commands() throws {
    let view = ["--view", "2.4,48.8,9"]
    let strategy = ["--strategy", "grid(representative=recent)", "--plugin", "recent.lua"]
    for arguments in [
      ["cluster", "falls.csv", "--format", "json"] + view + strategy,
      ["compare", "falls.csv", "--zooms", "9", "--metrics", "overlap,latest", "--plugin", "latest.lua"]
        + strategy,
      ["plot", "falls.csv", "--output", "falls.svg"] + view + strategy,
      ["bench", "falls.csv", "--builds", "1", "--passes", "1", "--zooms", "9"] + strategy,
      ["diff", "falls.csv", "--from", "2.4,48.8,5", "--to", "2.4,48.8,9"] + strategy,
      ["plugin", "check", "recent.lua", "--data", "falls.csv"],
    ] {
      let outcome = try tool.run(arguments)
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)\(outcome.output)")
    }
  }

  @Test("show the marker on the member that the column says")
  func markers() throws {
    for (by, place) in [("year", "2.30001"), ("mass", "2.3,")] {
      let outcome = try tool(
        "cluster", "falls.csv", "--format", "csv", "--view", "2.4,48.8,9", "--plugin", "recent.lua",
        "--strategy", "grid", "--representative", "recent(by=\(by))")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.output.contains(place), "\(outcome.output)")
    }
  }

  @Test("say which column a file lacks, and who reads it")
  func unknown() throws {
    for arguments in [["cluster"], ["compare"], ["bench"]] {
      let outcome = try tool.run(
        arguments + [
          "falls.csv", "--plugin", "recent.lua", "--strategy", "grid", "--representative",
          "recent(by=years)",
        ])
      #expect(outcome.status != 0)
      #expect(
        outcome.complaint.contains("no column 'years' (representative 'recent') (did you mean 'year'?)"),
        "\(outcome.errors)")
    }
    let outcome = try tool("plugin", "check", "recent.lua", "--lon", "lon")
    #expect(outcome.complaint.contains("--lon needs --data"), "\(outcome.errors)")
  }

  @Test("are in studies, which find the columns again")
  func studies() throws {
    try tool.write(
      """
      {"name": "falls", "datasets": ["falls.csv"], "strategies": ["grid(representative=recent)"],
       "metrics": ["latest"]}
      """, to: "study.json")
    let run = try tool(
      "study", "run", "study.json", "--results", "r", "--plugin", "recent.lua", "--plugin", "latest.lua")
    #expect(run.status == 0, "\(run.errors)\(run.output)")
    let check = try tool("study", "verify", "r", "--plugin", "recent.lua", "--plugin", "latest.lua")
    #expect(check.status == 0, "\(check.errors)\(check.output)")
  }
}
