import Foundation
import PinfoldC
import TestSupport
import Testing

/// The command, Lua, the JSON shell and C (and with it Python) run the same verbs, so that the same input
/// gives the same bytes.
@Suite("Every verb through every door")
struct VerbDoorTests {
  /// One verb, and how each door is asked for it.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String

    /// The arguments of the command; `OUT` is a file to compare in place of standard output.
    var command: [String]?

    /// A Lua expression whose value is the answer, or which writes the file `OUT`.
    var lua: String?

    /// The same in the shell for programs: an input whose picture is the answer.
    var shell: String?

    /// A call of C that returns the answer, or which writes a file of the path given.
    var c: (@Sendable (_ path: String) throws -> [UInt8])?

    /// The ending of the file that the answer is, if it is one.
    var file: String?

    var testDescription: String { name }
  }

  private static let data = ["--generate", "cities,count=2000"]
  private static let strategy = [
    "--strategy", "grid", "--separate", "--separation", "smallest=40", "--separation", "largest=120",
  ]
  private static let view = ["--view", "10,48,4,800x600"]
  private static let title = "cities(count=2000) · grid"

  /// The same frame in a script.
  private static let script = """
    d = generate("cities", { count = 2000 })
    m = strategy("grid", { separate = { smallest = 40, largest = 120 } }):build(d)
    v = view { lon = 10, lat = 48, zoom = 4, width = 800, height = 600 }
    f = m:frame(v)
    """

  static let cases = [
    Case(
      name: "plot frames", command: ["plot"] + data + strategy + view,
      lua: "plot({ f }, { titles = { '\(title)' } })",
      shell: "return plot({ f }, { titles = { '\(title)' } })"),
    Case(
      name: "plot one frame", lua: "f:plot()", shell: "f",
      c: { _ in try Library().written("svg") }),
    Case(
      name: "plot one frame with options", lua: "f:plot { title = 't', layers = { 'markers', 'cells' } }",
      shell: "return f:plot { title = 't', layers = { 'markers', 'cells' } }",
      c: { _ in try Library().written("svg", #"{"title": "t", "layers": ["markers", "cells"]}"#) }),
    Case(
      name: "cluster as GeoJSON",
      command: ["cluster", "--format", "geojson", "--members", "--hull"] + data + strategy + view,
      lua: "f:geojson { members = true, hull = true }",
      c: { _ in try Library().written("geojson", #"{"members": true, "hull": true}"#) }),
    Case(
      name: "cluster as JSON", command: ["cluster", "--format", "json"] + data + strategy + view,
      c: { _ in try Library().written("json") }),
    Case(
      name: "cluster as a table", command: ["cluster", "--all", "--strategy", "grid"] + data + view,
      c: { _ in try Library("\"grid\"").written("table") }),
    Case(
      name: "diff",
      command: [
        "diff", "--format", "json", "--from", "10,48,4,800x600", "--to", "10,48,5,800x600",
      ] + data + strategy,
      c: { _ in try Library().transition() }),
    Case(
      name: "score", command: ["score", "--format", "json", "--frames", "FRAME"] + data,
      c: { _ in try Library().scores() }),
    Case(
      name: "tiles",
      command: ["tiles", "--zooms", "0-5", "-o", "OUT", "--strategy", "grid"] + data,
      lua: "tiles(strategy('grid'):build(d), 'OUT', { zooms = '0-5' })",
      c: { path in try Library().tiles(path) }, file: "pmtiles"),
  ]

  @Test("the same input gives the same bytes", arguments: cases)
  func sameBytes(_ wanted: Case) throws {
    let tool = try Tool()
    var answers: [(door: String, bytes: [UInt8])] = []
    /// Runs the command, and returns what it wrote.
    func run(_ door: String, _ arguments: [String], input: String = "") throws -> [UInt8] {
      let path = wanted.file.map { "\(door).\($0)" }
      let outcome = try tool.run(
        arguments.map { $0.replacing("OUT", with: path ?? "") },
        input: input.replacing("OUT", with: path ?? ""))
      #expect(outcome.status == 0, "\(door): \(outcome.errors)")
      if let path { return Array(try Data(contentsOf: tool.folder.appending(path: path))) }
      return Array(outcome.output.utf8)
    }
    if let command = wanted.command {
      if command.contains("FRAME") {
        let frame = try tool.run(
          ["cluster", "--members", "-o", "FRAME"] + Self.data + Self.strategy + Self.view
            + ["--format", "json"])
        #expect(frame.status == 0, "\(frame.errors)")
      }
      answers.append(("command", try run("command", command)))
    }
    if let lua = wanted.lua {
      let last = wanted.file == nil ? "io.write(\(lua))" : lua
      answers.append(("Lua", try run("lua", ["run", "-e", "\(Self.script)\n\(last)"])))
    }
    if let shell = wanted.shell {
      let code = try JSONSerialization.data(withJSONObject: ["id": 1, "code": "\(Self.script)\n\(shell)"])
      let outcome = try tool("shell", "--json", input: String(decoding: code, as: UTF8.self) + "\n")
      let first = try #require(outcome.output.split(separator: "\n").first, "\(outcome.errors)")
      let display = try json(String(first))["display"] as? [String: String]
      answers.append(("JSON shell", Array(try #require(display?["image/svg+xml"], "\(first)").utf8)))
    }
    if let call = wanted.c {
      let path = tool.folder.appending(path: "c.\(wanted.file ?? "")").path
      let bytes = try call(path)
      answers.append(("C", wanted.file == nil ? bytes : Array(try Data(contentsOf: URL(filePath: path)))))
    }
    let first = try #require(answers.first)
    #expect(first.bytes.count > 100)
    for other in answers.dropFirst() {
      #expect(other.bytes == first.bytes, "\(wanted.name): \(other.door) differs from \(first.door)")
    }
  }

  @Test("markers that a separation keeps apart are drawn, listed and judged as large as it assumed")
  func sizes() throws {
    let tool = try Tool()
    let script =
      Self.script + """

        local largest = 0
        for r in f:plot{}:gmatch('<circle class="disc[^"]*"[^>]* r="([%d.]+)"') do largest = math.max(largest, tonumber(r)) end
        print(("%.2f %.2f"):format(largest, f.radii:max()))
        """
    let outcome = try tool.run(["run", "-e", script])
    #expect(outcome.output == "88.53 88.53\n", "\(outcome.output)\(outcome.errors)")
    let command = try tool.run(["plot"] + Self.data + Self.strategy + Self.view)
    #expect(command.output.contains("r=\"88.53\""))
  }

  @Test("compare gives a script the very numbers that CSV has")
  func comparison() throws {
    let tool = try Tool()
    let options = ["--strategy", "grid,pca", "--metrics", "overlap,conservation", "--zooms", "4,6"]
    let command = try tool.run(["compare", "--format", "csv"] + Self.data + options)
    #expect(command.status == 0, "\(command.errors)")
    let lines = command.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let columns = try ["dataset", "strategy", "verdict", "measure", "score", "defined"].map { name in
      try #require(lines[0].firstIndex { $0 == name })
    }
    let told = lines.dropFirst().map { line in
      columns.map { column in
        column == columns[4] ? Self.exact(line[column]) ?? "" : line[column].description
      }.joined(separator: ",")
    }
    let script = """
      \(Self.script)
      local rows = compare { datasets = d, strategies = { "grid", "pca" }, metrics = "overlap,conservation",
        zooms = { 4, 6 } }
      for _, row in ipairs(rows) do
        for name, defined in pairs(row) do
          local measure = name:match("^(.*)%.defined$")
          if measure then
            local median = row[measure] and ("%.17g"):format(row[measure]) or ""
            print(("%s,%s,%s,%s,%s,%d"):format(row.dataset, row.strategy, row.verdict, measure, median, defined))
          end
        end
      end
      """
    let lua = try tool.run(["run", "-e", script])
    #expect(lua.status == 0, "\(lua.errors)")
    #expect(told.count > 8)
    #expect(lua.output.split(separator: "\n").map(String.init).sorted() == told.sorted())
  }

  @Test("a study by the command and by a script is the same, and is compared, verified and reported alike")
  func study() throws {
    let tool = try Tool()
    try tool.write(
      """
      { "name": "doors", "datasets": [{ "generate": "cities", "count": 90 }], "strategies": ["grid", "quadtree"],
        "cameras": [{ "name": "pan", "steps": 2 }], "metrics": ["conservation", "overlap"] }
      """, to: "study.json")
    func run(_ arguments: String...) throws -> Tool.Outcome {
      let outcome = try tool.run(arguments)
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
      return outcome
    }
    _ = try run("study", "run", "study.json", "--results", "command")
    let script = """
      local s = study { name = "doors", datasets = { { generate = "cities", count = 90 } },
        strategies = { "grid", "quadtree" }, cameras = { { name = "pan", steps = 2 } },
        metrics = { "conservation", "overlap" } }
      s:run("lua")
      local v = s:verify("command")
      print(("%d runs: %d frames decoded, %d values measured again; all hold"):format(v.runs, v.frames, v.values))
      assert(v.outcome == "holds")
      local c = s:compare("command", "lua")
      print(#c.rows .. " scores, " .. c.equalRuns .. " of " .. c.runs)
      local function text(number) return number and ("%.17g"):format(number) or "-" end
      for _, row in ipairs(c.rows) do
        print(("%s,%s,%s,%s,%d,%d,%s,%s,%s"):format(row.dataset, row.strategy, row.camera, row.measure, row.runs,
          row.equalRuns, text(row.first), text(row.second), text(row.largest)))
      end
      """
    let lua = try run("run", "-e", script).output.split(separator: "\n").map(String.init)
    let files = ["command", "lua"].map { tool.folder.appending(path: $0).path }
    #expect(try StudyDump.text(of: files[0]) == StudyDump.text(of: files[1]))
    let reports = try ["command", "lua"].map { try run("study", "report", $0, "--format", "csv").output }
    #expect(reports[0].count > 100 && reports[0] == reports[1])
    let verified = try run("study", "verify", "command").errors
    #expect(verified.contains("pinfold: note: command: \(lua[0])"), "\(verified)")
    let document = try json(try run("study", "compare", "command", "lua", "--format", "json").output)
    let csv = try run("study", "compare", "command", "lua", "--format", "csv").output
    let told = csv.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      // The first and the second score, and the largest difference.
      return (fields[..<6] + [6, 7, 12].map { Self.exact(fields[$0]) ?? "-" }).joined(separator: ",")
    }
    #expect(
      lua[1] == "\(told.count) scores, \(document["equalRuns"] ?? "") of \(document["runs"] ?? "")")
    #expect(!told.isEmpty && told == Array(lua.dropFirst(2)))
  }

  @Test("a live map of the command, of a script and of C serves the same tiles")
  func serve() throws {
    let tool = try Tool()
    let children = [
      try tool.start(["serve", "--no-open", "--strategy", "grid"] + Self.data),
      try tool.start([
        "run", "-e",
        "\(Self.script) print(live(d, { strategies = 'grid', open = false }).address) while true do end",
      ]),
    ]
    defer { for child in children { child.process.terminate() } }
    let library = try Library()
    let live = try library.live()
    defer { pinfoldRelease(UnsafeMutableRawPointer(live.handle)) }
    var tiles = [try Self.tile(of: live.address)]
    for child in children {
      while try !child.printed.contains("\n"), child.process.isRunning { Thread.sleep(forTimeInterval: 0.05) }
      tiles.append(try Self.tile(of: try child.printed.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
    #expect(tiles[0].count > 100)
    #expect(tiles[1] == tiles[0] && tiles[2] == tiles[0])
  }

  /// A number with all its digits, as scripts print it here; nil for no number.
  private static func exact(_ text: some StringProtocol) -> String? {
    Double(text).map { String(format: "%.17g", $0) }
  }

  /// The bytes of the tile of the whole world.
  private static func tile(of address: String) throws -> [UInt8] {
    let url = try #require(URL(string: address), "\(address)")
    let port = try #require(url.port)
    #if os(Linux)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    defer { close(descriptor) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(port).bigEndian
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isConnected = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected)
    let request = Array(
      "GET \(url.path)/0/0/0.mvt HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n".utf8)
    try #require(send(descriptor, request, request.count, 0) == request.count)
    var response: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = recv(descriptor, &chunk, chunk.count, 0), count > 0 { response += chunk[..<count] }
    let head = try #require(response.firstRange(of: Array("\r\n\r\n".utf8)))
    #expect(String(decoding: response[..<head.lowerBound], as: UTF8.self).contains(" 200 "))
    return Array(response[head.upperBound...])
  }

  /// A workbench, points, a map and a frame of the C library.
  struct Library {
    private let workbench = pinfoldWorkbenchNew()
    private var points: OpaquePointer?
    private var map: OpaquePointer?
    private var frame: OpaquePointer?

    init(
      _ strategy: String = #"{"name": "grid", "separate": {"smallest": 40, "largest": 120}}"#
    ) throws {
      try Self.check {
        pinfoldPointsRead(workbench, #"{"generate": "cities", "count": 2000}"#, nil, &points, $0)
      }
      try Self.check { pinfoldMapNew(workbench, points, strategy, 1, nil, &map, $0) }
      frame = try frame(atZoom: 4)
    }

    private func frame(atZoom zoom: Int) throws -> OpaquePointer? {
      var frame: OpaquePointer?
      let view = #"{"lon": 10, "lat": 48, "zoom": \#(zoom), "width": 800, "height": 600}"#
      try Self.check { pinfoldMapFrame(map, view, nil, nil, &frame, $0) }
      return frame
    }

    func written(_ format: String, _ options: String = "{}") throws -> [UInt8] {
      var (bytes, size): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
      try Self.check { pinfoldFrameWrite(frame, format, options, nil, &bytes, &size, $0) }
      return Self.taken(bytes, size)
    }

    func transition() throws -> [UInt8] {
      var json: UnsafeMutablePointer<CChar>?
      let closer = try frame(atZoom: 5)
      try Self.check { pinfoldFrameTransition(workbench, frame, closer, nil, &json, $0) }
      return Self.taken(json, json.map { strlen($0) } ?? 0)
    }

    func scores() throws -> [UInt8] {
      var json: UnsafeMutablePointer<CChar>?
      let frames = [frame]
      try Self.check { pinfoldFramesScore(workbench, frames, 1, "{}", nil, &json, $0) }
      return Self.taken(json, json.map { strlen($0) } ?? 0)
    }

    func tiles(_ path: String) throws -> [UInt8] {
      var (count, map): (Int64, OpaquePointer?) = (0, nil)
      try Self.check { pinfoldMapNew(workbench, points, "\"grid\"", 1, nil, &map, $0) }
      try Self.check { pinfoldMapWriteTiles(map, path, #"{"zooms": "0-5"}"#, nil, &count, $0) }
      return []
    }

    /// A live map, which is served until its handle is released.
    func live() throws -> (handle: OpaquePointer?, address: String) {
      var (live, address): (OpaquePointer?, UnsafeMutablePointer<CChar>?) = (nil, nil)
      try Self.check {
        pinfoldLiveNew(workbench, points, #"{"strategies": "grid", "open": false}"#, &live, $0)
      }
      try Self.check { pinfoldLiveAddress(live, &address, $0) }
      return (live, String(decoding: Self.taken(address, address.map { strlen($0) } ?? 0), as: UTF8.self))
    }

    private static func taken(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int) -> [UInt8] {
      defer { pinfoldFree(bytes) }
      return Array(UnsafeRawBufferPointer(start: bytes, count: size))
    }

    private static func check(
      _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt
    ) throws {
      var message: UnsafeMutablePointer<CChar>?
      let status = body(&message)
      defer { pinfoldFree(message) }
      try #require(status == 0, "\(message.map { String(cString: $0) } ?? "")")
    }
  }
}
