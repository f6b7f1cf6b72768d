import Foundation
import Testing

@Suite("pinfold index")
struct IndexTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    let rows = (0..<400).map { number in
      "\(number),n\(number % 7),\(Double(number * 37 % 360) - 180),\(Double(number * 53 % 160) - 80),\(number % 5)"
    }
    try tool.write("id,name,lon,lat,people\n" + rows.joined(separator: "\n") + "\n", to: "a.csv")
  }

  private func index(_ arguments: String...) throws {
    let outcome = try tool.run(["index", "a.csv", "-o", "a.pinfold"] + arguments)
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.errors)")
    #expect(outcome.errors.contains("a.pinfold: 400 points"), "\(outcome.errors)")
  }

  private var path: URL { tool.folder.appending(path: "a.pinfold") }

  @Test(
    "commands write of an index what they write of the data",
    arguments: [
      ["cluster", "DATA", "--format", "json", "--view", "3,20,3", "--strategy", "radius(radius=60)"],
      ["cluster", "DATA", "--format", "geojson", "--members", "--aggregate", "people:sum"],
      ["cluster", "DATA", "--where", "people >= 3 and name = 'n1'", "--format", "csv"],
      [
        "cluster", "DATA", "--format", "csv", "--strategy", "pca", "--keep", "name", "--within",
        "-20,-20,60,60",
      ],
      ["compare", "DATA", "--strategy", "radius(radius=60),grid", "--metrics", "markers", "--format", "csv"],
      ["plot", "DATA", "--view", "3,20,2", "--strategy", "separate"],
    ])
  func same(_ arguments: [String]) throws {
    try index("--strategy", "radius(radius=60),separate")
    func run(_ name: String) throws -> String {
      let outcome = try tool.run(arguments.map { $0 == "DATA" ? name : $0 })
      #expect(outcome.status == 0, "\(outcome.errors)")
      return outcome.output.replacingOccurrences(of: name, with: "DATA")
    }
    #expect(try run("a.pinfold") == run("a.csv"))
  }

  @Test("info says what an index was made from, scripts make and read them, and pipes pass them on")
  func doors() throws {
    try index()
    let info = try tool("info", "a.pinfold")
    #expect(info.status == 0, "\(info.errors)")
    #expect(info.output.contains("Pinfold index") && info.output.contains("a.csv"), "\(info.output)")
    #expect(info.output.contains("name, people"), "\(info.output)")
    let script = """
      m = strategy("radius"):build(dataset("a.pinfold"))
      m = m:move(7, { lon = 1, lat = 2 })
      assert(index(m, "b.pinfold") > 0)
      d = dataset("b.pinfold")
      v = view { lon = 0, lat = 0, zoom = 2 }
      print(#d, m:frame(v):geojson { members = true } == strategy("radius"):build(d):frame(v):geojson { members = true })
      """
    let ran = try tool("run", "-e", script)
    #expect(ran.output == "400\ttrue\n", "\(ran.errors)")
    let piped = try tool.shell("cat a.pinfold | pinfold cluster - --format csv --view 0,0,1")
    let direct = try tool("cluster", "a.csv", "--format", "csv", "--view", "0,0,1")
    #expect(piped.output == direct.output && piped.status == 0, "\(piped.errors)")
  }

  @Test(
    "what an index cannot do is said",
    arguments: [
      (["--weight", "people"], "a.pinfold is an index, whose columns were chosen when it was made"),
      (
        ["--ungrouped", "alone"],
        "--ungrouped alone: a.pinfold is an index, whose columns were chosen when it was made"
      ),
      (["--unweighted", "skip"], "--unweighted skip: a.pinfold is an index"),
      (["--no-header"], "--no-header: a.pinfold is an index"),
      (["--numbers", "people"], "--numbers people: a.pinfold is an"),
      (["--planar"], "a.pinfold is an index of points on the globe"),
      (["--aggregate", "peple:sum"], "no column 'peple' (--aggregate) (did you mean 'people'?)"),
    ])
  func mistakes(_ arguments: [String], _ message: String) throws {
    try index()
    let outcome = try tool.run(["cluster", "a.pinfold"] + arguments)
    #expect(outcome.status == 1 && outcome.complaint.contains(message), "\(outcome.errors)")
  }

  @Test(
    "a damaged index is refused by name, and one of a newer version too; --trusted looks at the header alone")
  func damaged() throws {
    try index()
    let whole = try Data(contentsOf: path)
    func complaint(_ arguments: [String] = [], _ change: (inout Data) -> Void) throws -> (Int32, String) {
      var data = whole
      change(&data)
      try data.write(to: path)
      let outcome = try tool.run(["cluster", "a.pinfold", "--view", "0,0,1"] + arguments)
      return (outcome.status, outcome.complaint)
    }
    #expect(
      try complaint { $0[$0.count / 2] ^= 8 }.1.contains("a.pinfold: damaged Pinfold index: the bytes of '"))
    #expect(
      try complaint { $0.removeLast() }.1.contains("bytes, where \(whole.count) are expected; make it again"))
    #expect(try complaint { $0[12] = 9 }.1.contains("written by a newer Pinfold"))
    #expect(try complaint { $0[16..<20].reverse() }.1.contains("a machine with another byte order"))
    #expect(try complaint(["--trusted"]) { $0.removeLast() }.0 == 1)
    #expect(try complaint(["--trusted"]) { _ in } == (0, ""))
  }

  @Test("an index killed while it is written leaves the old file, or none", arguments: [false, true])
  func killed(hasOld: Bool) throws {
    if hasOld { try index() }
    let old = try? Data(contentsOf: path)
    for step in 0..<12 {
      let child = try tool.start(
        ["index", "--generate", "uniform,count=60000", "--strategy", "radius", "-o", "a.pinfold"])
      Thread.sleep(forTimeInterval: 0.05 + 0.1 * Double(step))
      kill(child.process.processIdentifier, SIGKILL)
      child.process.waitUntilExit()
      guard let now = try? Data(contentsOf: path) else {
        #expect(!hasOld)
        continue
      }
      if now == old { continue }
      let outcome = try tool("cluster", "a.pinfold", "--view", "0,0,1", "--strategy", "radius")
      #expect(outcome.status == 0 && outcome.output.contains("60000 points"), "\(outcome.errors)")
      break
    }
  }
}
