import Foundation
import PinfoldC
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
    #expect(outcome.output == "80.63 80.63\n", "\(outcome.output)\(outcome.errors)")
    let command = try tool.run(["plot"] + Self.data + Self.strategy + Self.view)
    #expect(command.output.contains("r=\"80.63\""))
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
