import Foundation
import TestSupport
import Testing

@Suite("pinfold plugin new")
struct PluginNewTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  static let kinds = ["strategy", "representative", "metric", "diff", "camera", "generator"]

  @Test("writes a plugin that keeps its contract and passes its tests", arguments: kinds)
  func fresh(kind: String) throws {
    let outcome = try tool("plugin", "new", "mine", "--kind", kind)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("Plugins/mine.lua: a \(kind) to begin with. Next:\n"))
    #expect(try tool("plugin", "check", "Plugins/mine.lua").status == 0)
    let tests = try tool("plugin", "test", "Plugins/mine.lua")
    #expect(tests.status == 0)
    #expect(tests.output.hasSuffix("2 tests, none failed\n"))
  }

  @Test("says how to use it, and that works", arguments: kinds)
  func use(kind: String) throws {
    try tool.write("id,lon,lat\na,2.35,48.86\nb,2.36,48.87\n", to: "good.csv")
    let outcome = try tool("plugin", "new", "mine", "--kind", kind, "--output", "mine.lua")
    let line = try #require(outcome.output.split(separator: "\n").last)
    #expect(line.contains(" --plugin mine.lua "))
    let words = line.replacing("DATA", with: "good.csv").replacing("LON,LAT,ZOOM", with: "2.35,48.86,6")
      .replacing("'", with: "")
      .split(separator: " ").dropFirst()
    let use = try tool.run(words.map(String.init))
    #expect(use.status == 0, "\(use.errors)")
  }

  @Test("writes a package in Swift, the one that 'make check-app' builds and runs")
  func package() throws {
    let root = Folders.package
    let outcome = try tool("plugin", "new", "rows", "--language", "swift", "--pinfold", root.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("rows: a package with a strategy to begin with. Next, in this folder"))
    for file in [
      "Package.swift", "Sources/RowsProgram/main.swift", "Sources/RowsProgram/RowsStrategy.swift",
      "Tests/RowsTests/RowsTests.swift",
    ] {
      let text = try String(contentsOf: tool.folder.appending(path: "rows/\(file)"), encoding: .utf8)
      #expect(
        try Snapshot.difference(
          of: text.replacing("\"\(root.resolvingSymlinksInPath().path)\"", with: "\"../..\""),
          from: "../SampleStrategy/\(file)") == nil)
    }
    #expect(
      try tool("plugin", "new", "rows", "--language", "swift", "--pinfold", root.path).complaint
        == "pinfold: rows exists already and was not changed")
  }

  @Test("writes a package that depends on an address")
  func address() throws {
    let address = "https://example.org/maps/Pinfold.git"
    #expect(
      try tool("plugin", "new", "my-rows", "--language", "swift", "--pinfold", address, "-o", "lab").status
        == 0)
    let manifest = try String(contentsOf: tool.folder.appending(path: "lab/Package.swift"), encoding: .utf8)
    #expect(manifest.contains("dependencies: [.package(url: \"\(address)\", branch: \"main\")],"))
    #expect(manifest.contains(".executable(name: \"my-rows\", targets: [\"MyRowsProgram\"])"))
  }

  @Test("overwrites nothing, and refuses what is no name or kind")
  func refusals() throws {
    try tool.write("precious", to: "mine.lua")
    for (arguments, status, message) in [
      (["mine", "--output", "mine.lua"], 1, "mine.lua exists already and was not changed"),
      (["a b"], 64, "'a b': a name is made of letters, digits, - and _"),
      (["../up"], 64, "'../up': a name is made of letters, digits, - and _"),
      (["mine", "--kind", "metrc"], 64, "--kind 'metrc': unknown kind (did you mean 'metric'?)"),
      (["mine", "--output", "mine"], 64, "--output 'mine': expected a file whose name ends in .lua"),
      (
        ["grid", "--language", "swift"], 64, "'grid': the built-in strategy is called so; choose another name"
      ),
      (
        ["1st", "--language", "swift"], 64,
        "'1st': a name is made of letters, digits, - and _, a letter first"
      ),
      (["mine", "--pinfold", ".."], 64, "--pinfold needs --language swift"),
      (
        ["mine", "--language", "swift", "--pinfold", "no/such"], 64,
        "--pinfold 'no/such': there is no package; name a clone of Pinfold or its address"
      ),
      (
        ["mine", "--language", "swift", "--kind", "diff"], 64,
        "--kind diff: --language swift writes strategies"
      ),
      (["mine", "--output", "no/such/mine.lua"], 1, "cannot write no/such/mine.lua"),
    ] as [([String], Int32, String)] {
      let outcome = try tool.run(["plugin", "new"] + arguments)
      #expect(outcome.status == status, "\(outcome.complaint)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.complaint.hasPrefix("pinfold: \(message)"), "\(outcome.complaint)")
    }
    #expect(try tool.files == ["mine.lua"])
    #expect(
      try String(contentsOf: tool.folder.appending(path: "mine.lua"), encoding: .utf8) == "precious")
  }
}
