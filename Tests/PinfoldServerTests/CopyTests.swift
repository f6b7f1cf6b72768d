import Foundation
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import PinfoldServer
import TestSupport
import Testing

@Suite("Copies of what a page shows")
struct CopyTests {
  /// The strategy with everything that may be set.
  private static let strategy = """
    {"name": "grid", "cellSize": "0:50,4:90.5", "representative": {"name": "central"}, "selected": [7, 8], \
    "limits": {"minPoints": 3}, "separate": {"padding": 4}}
    """

  static func frames(_ strategy: String, style: String = "{}") -> String {
    """
    {"ask": "frames", "number": 1, "view": {"x": 0.5, "y": 0.5, "zoom": 2.25, "width": 801, "height": 600}, \
    "panes": [{"pane": 0, "strategy": \(strategy), "style": \(style)}]}
    """
  }

  private static func copies(
    _ points: PointSet?, words: [String], _ request: String,
    check: @escaping @Sendable (String, String) -> Void
  ) async throws {
    try await RunningServer.with(points, words: words) { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread {
        try socket.send(request)
        _ = try socket.message("frame")
        try socket.send(#"{"ask": "copy", "pane": 0, "form": "command"}"#)
        let command = try #require(try socket.message("copy")["text"] as? String)
        try socket.send(#"{"ask": "copy", "pane": 0, "form": "svg"}"#)
        check(command, try #require(try socket.message("copy")["text"] as? String))
      }
    }
  }

  @Test("a command has every setting, in words that a shell takes as they are")
  func command() async throws {
    let request = Self.frames(Self.strategy, style: #"{"smallest": 5, "largest": 40}"#)
    let words = ["my data.csv", "--where", #"name ~ "it's""#]
    try await Self.copies(nil, words: words, request) { command, svg in
      #expect(
        command == """
          pinfold plot 'my data.csv' --where 'name ~ "it'\\''s"' \
          --strategy 'grid(cellSize=0:50,4:90.5)' --representative central --min-points 3 --selected 7 --selected 8 \
          --separate --separation padding=4 --smallest 5 --largest 40 --saturation 10000 \
          --view 0,0,2.25,801x600 --margin 0.25
          """)
      #expect(svg.hasPrefix("<svg") && svg.contains("samples · grid(cellSize="))
    }
  }

  @Test("ids of a command are read as they were, whatever they contain")
  func ids() async throws {
    let texts = [
      "x,1", "-q", "he said \"hi\"", "\"a\",b", "\"", "it's $HOME", " a  b ", "007", "a(b,c)", "",
    ]
    let ids = texts.map { PointID.text($0) } + [.integer(8), .integer(-3)]
    var json = JSONWriter()
    json.array(ids) { $0.value($1) }
    let request = Self.frames(#"{"name": "grid", "selected": \#(json.text)}"#)
    let columns = PointColumns(
      longitude: ids.indices.map(Double.init), latitude: ids.map { _ in 0 }, ids: PointIDs(ids))
    try await Self.copies(try PointSet(columns), words: ["a.csv"], request) { command, _ in
      let shell = Process()
      let output = Pipe()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.arguments = ["-c", "pinfold() { printf '%s\\0' \"$@\"; }; \(command)"]
      shell.standardOutput = output
      #expect(throws: Never.self) { try shell.run() }
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let words = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
      let flag = "--selected"
      let typed = zip(words, words.dropFirst()).compactMap { word, next -> Node? in
        if word == flag { return next.hasPrefix("-") ? nil : Node(.word(next)) }
        return word.hasPrefix(flag + "=") ? Node(.word(String(word.dropFirst(flag.count + 1)))) : nil
      }
      let steps = try? ClusteringSteps(Node(.table([("selected", Node(.list(typed)))])))
      #expect(steps?.selected == ids)
    }
  }

  @Test("a command states a view of the plane in its own x and y")
  func plane() async throws {
    let points = try PointSet(
      PointColumns(longitude: [1000, 3000, 2000], latitude: [500, 500, 900]), isPlanar: true)
    try await Self.copies(points, words: ["plan.csv", "--planar"], Self.frames("\"none\"")) { command, _ in
      let view = command.split(separator: " ").last { $0.contains(",") } ?? ""
      let numbers = view.split(separator: ",").prefix(2).compactMap { Double($0) }
      #expect(numbers.count == 2)
      guard case .planar(let extent) = points.projection, numbers.count == 2 else { return }
      // A sixteenth of a screen point of the world's 1218 at zoom 2.25, in as few digits as say that.
      let most = extent.side / 1218 / 16
      #expect(abs(numbers[0] - (extent.minX + extent.side / 2)) <= most)
      #expect(abs(numbers[1] - (extent.minY + extent.side / 2)) <= most)
      #expect(numbers.allSatisfy { "\($0)".count <= 6 })
    }
  }

  @Test("a recording is a plugin whose camera goes where the page has been")
  func recording() async throws {
    try await RunningServer.with { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread {
        try socket.send(Self.frames("\"none\""))
        _ = try socket.message("frame")
        let views = #"[{"x": 0.5, "y": 0.5, "zoom": 2.25}, {"x": 1.25, "y": 0.25, "zoom": 7}]"#
        try socket.send(#"{"ask": "copy", "pane": 0, "form": "camera", "views": \#(views)}"#)
        let text = try #require(try socket.message("copy")["text"] as? String)
        let folder = TemporaryFolder()
        var workbench = Workbench()
        try workbench.addPlugin(at: folder.write("recorded.lua", text))
        let start = Viewport(center: Coordinate(longitude: 9, latitude: 8), zoom: 3, width: 300, height: 200)
        let camera = try workbench.registry.find("recorded", kind: .camera)()
        let path = try camera.views(from: start, on: .mercator)
        #expect(path.map(\.zoom) == [3, 2.25, 7])
        #expect(path.map(\.center.longitude) == [9, 0, -90])
        // The latitude a quarter from the upper edge of the square: the Gudermannian of π/2.
        #expect(path[1].center.latitude == 0 && abs(path[2].center.latitude - 66.51326) < 1e-5)
        #expect(path.allSatisfy { $0.width == 300 && $0.height == 200 })
      }
    }
  }
}
