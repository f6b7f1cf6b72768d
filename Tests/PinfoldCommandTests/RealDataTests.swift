import Foundation
import TestSupport
import Testing

@Suite("real data", .enabled(if: Folders.data != nil, "\(Folders.dataIsMissing)"))
struct RealDataTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// Rows and usable rows, as counted by other means.
  static let expected: [(name: String, total: Int, usable: Int)] = [
    ("supercluster/places.json", 163, 162), ("eu-stations-2016.csv.gz", 26626, 24403),
    ("meteorites.csv", 45716, 38400), ("us-power-plants.csv", 11879, 11846),
    ("earthquakes-week.geojson", 1707, 1707), ("earthquakes-week.geojsons", 1707, 1707),
    ("fiji-quakes.csv", 1000, 1000), ("radio-stations.tsv", 25653, 25653),
    ("openflights-airports-extended.dat", 12668, 12668), ("nz-addresses-50000.json", 50000, 50000),
  ]

  @Test("every usable row is in a cluster", arguments: expected)
  func counts(name: String, total: Int, usable: Int) throws {
    let path = try #require(Folders.data).appending(path: name).path
    let document = try json(try tool("cluster", path, "--members", "--format", "json").output)
    #expect(
      document["points"] as? [String: Int] == ["total": total, "usable": usable, "skipped": total - usable])
    let clusters = try #require(document["clusters"] as? [[String: Any]])
    let members = clusters.flatMap { ($0["members"] as? [Any] ?? []).map { "\($0)" } }
    #expect(members.count == usable)
    #expect(Set(members).count == usable)
    #expect(clusters.compactMap { $0["count"] as? Int }.reduce(0, +) == usable)
  }

  @Test("a first look at earthquakes: columns, a condition, clusters, their largest quakes, a picture")
  func firstMinutes() throws {
    let path = try #require(Folders.data).appending(path: "earthquakes-week.geojson")
    try FileManager.default.copyItem(at: path, to: tool.folder.appending(path: "quakes.geojson"))
    let shell = try ShellTerminal(["--graphics", "none"], in: tool.folder, columns: 100)
    try shell.waitForPrompt()
    for line in [
      ".timing off", "q = dataset('quakes.geojson')", ".maxrows 30", "q.columns", "q.mag:max(), q[1].place",
      "near = q:where('mag >= 2.5 and place ~ \"alaska\"')", "near",
      "f = strategy('radius'):frame(near, near:fit())",
      "top(f, 5)",
      "for _, c in ipairs(top(f, 5)) do print(c.count, f:dataset(c.cluster):top(1, 'mag')[1].title) end",
      "io.open('alaska.svg', 'w'):write(plot(f)):close()", "!ls",
    ] { try shell.enter(line) }
    #expect(try Snapshot.difference(of: shell.screen.text + "\n", from: "Shell/first-minutes.txt") == nil)
    // The same from the command line, in three lines.
    let strong = ["quakes.geojson", "--where", "mag >= 2.5 and place ~ \"alaska\"", "--strategy", "radius"]
    var text = try tool("info", "quakes.geojson").output
    text += try tool.run(
      ["cluster"] + strong + ["--priority", "mag", "--representative", "priority", "--keep", "title"]
    ).output
    #expect(try tool.run(["plot"] + strong + ["--output", "map.svg"]).status == 0)
    #expect(try Snapshot.difference(of: text, from: "Shell/first-lines.txt") == nil)
    #expect(try String(contentsOf: tool.folder.appending(path: "map.svg"), encoding: .utf8).hasPrefix("<svg"))
  }

  @Test("the README's moving picture is what its script draws, and small enough for a page")
  func picture() throws {
    let data = try #require(Folders.data).appending(path: "world-cities.geojsonl.gz").path
    let drawn = try tool("run", Folders.package.appending(path: "Scripts/zoom.lua").path, data).output
    let picture = "Sources/Pinfold/Pinfold.docc/zoom.svg"
    #expect(try drawn == String(contentsOf: Folders.package.appending(path: picture), encoding: .utf8))
    #expect(drawn.utf8.count < 200_000 && drawn.contains("prefers-reduced-motion"))
  }
}
