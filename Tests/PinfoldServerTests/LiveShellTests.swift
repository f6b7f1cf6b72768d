import Foundation
import PinfoldScripting
import TestSupport
import Testing

@Suite("A live map of the shell")
struct LiveShellTests {
  /// A shell with points, and the page of `m`, a map of them.
  private final class Shell {
    let session: ScriptSession
    private let shown: Shown

    final class Shown {
      var addresses: [String] = []
    }

    init(_ options: String) throws {
      session = try ScriptSession(workbench: Workbench(), output: { _ in })
      let shown = Shown()
      self.shown = shown
      session.showPage = { shown.addresses.append($0) }
      try session.run(
        text: """
          local lon, lat, id = {}, {}, {}
          for i = 1, 200 do lon[i], lat[i], id[i] = i % 20 * 8 - 80, i // 20 * 9 - 45, i end
          data = points { lon = lon, lat = lat, id = id }
          m = live(data, \(options))
          """, name: "test")
    }

    var opened: [String] { shown.addresses }

    /// The text of an expression's value; of an error its message.
    func answer(_ input: String) -> String {
      do {
        guard case .done(let echo) = try session.evaluate(input) else { return "…" }
        return echo.trimmingCharacters(in: .whitespacesAndNewlines)
      } catch {
        return "\(error)"
      }
    }

    func page() throws -> TestSocket {
      try TestSocket.open(answer("m.address").trimmingCharacters(in: ["\""]))
    }
  }

  private static let frames = """
    {"ask": "frames", "number": 1, "view": {"x": 0.5, "y": 0.5, "zoom": 2, "width": 900, "height": 600}, \
    "panes": [{"pane": 0, "strategy": "grid"}, {"pane": 1, "strategy": "none"}]}
    """

  @Test("a script sees what the page shows and has selected")
  func seeing() async throws {
    try await onThread {
      let shell = try Shell("{ strategies = { 'grid', 'none' }, open = false }")
      #expect(shell.opened.isEmpty)
      #expect(shell.answer("m.view, #m.frames, m.selection:sum() == 0") == "nil\t0\ttrue")
      let page = try shell.page()
      let welcome = try page.message("welcome")
      #expect(
        (welcome["panes"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["grid", "none"])
      try page.send(Self.frames)
      _ = try page.message("metrics")
      #expect(shell.answer("m.view.zoom, m.view.width, #m.frames") == "2.0\t900.0\t2")
      #expect(shell.answer("#m.frames[1] == #strategy('grid'):frame(data, m.view)") == "true")
      #expect(shell.answer("m.frames[2].counts:max() == 1, #m.frames[1]:expand(1) > 0") == "true\ttrue")
      try page.send(#"{"ask": "select", "box": [0.4, 0.4, 0.6, 0.6]}"#)
      let count = try #require(try page.message("selection")["points"] as? Int)
      #expect(count > 0)
      #expect(shell.answer("#data:filter(m.selection)") == "\(count)")
      // A page with fewer panes shows fewer frames.
      try page.send(Self.frames.replacing(#", {"pane": 1, "strategy": "none"}"#, with: ""))
      _ = try page.message("metrics")
      #expect(shell.answer("#m.frames") == "1")
    }
  }

  @Test("a script leads the page to a view, to a frame and along a camera path")
  func leading() async throws {
    try await onThread {
      let shell = try Shell("{ open = false }")
      #expect(shell.answer("m:play(camera('pan'))").contains("no page shows the map yet"))
      let page = try shell.page()
      try page.send(Self.frames)
      _ = try page.message("metrics")
      #expect(shell.answer("m:look(view { lon = 90, lat = 0, zoom = 4 })") == "")
      var views = try #require(try page.message("lead")["views"] as? [[String: Double]])
      #expect(views.count == 1 && views[0]["zoom"] == 4 && views[0]["x"] == 0.75 && views[0]["y"] == 0.5)
      _ = shell.answer("frame = strategy('quadtree', { cellSize = 80 }):frame(data, m.view)")
      #expect(shell.answer("m:show(frame)") == "")
      let strategy = try #require(try page.message("lead")["strategy"] as? [String: Any])
      #expect(strategy["name"] as? String == "quadtree" && strategy["cellSize"] as? Int == 80)
      #expect(shell.answer("m:play(camera('pan'))") == "")
      views = try #require(try page.message("lead")["views"] as? [[String: Double]])
      #expect(shell.answer("#camera('pan'):views(m.view, data)") == "\(views.count)" && views.count > 1)
      // A page that is opened later begins there.
      let welcome = try shell.page().message("welcome")
      #expect((welcome["panes"] as? [[String: Any]])?.first?["name"] as? String == "quadtree")
    }
  }

  @Test("the Lua that is copied makes the page's frame again", arguments: [false, true])
  func copying(isPlanar: Bool) async throws {
    try await onThread {
      let shell = try Shell("{ open = false }")
      if isPlanar {
        _ = shell.answer("data = points { x = data.lon * 100, y = data.lat * 70, planar = true }")
        #expect(shell.answer("m = live(data, { open = false })") == "")
      }
      let page = try shell.page()
      try page.send(
        CopyTests.frames(
          """
          {"name": "grid", "cellSize": 77.5, "representative": {"name": "central"}, "selected": [7], \
          "limits": {"minPoints": 3}, "separate": {"padding": 4}}
          """))
      _ = try page.message("metrics")
      try page.send(#"{"ask": "copy", "pane": 0, "form": "lua"}"#)
      let text = try #require(try page.message("copy")["text"] as? String)
      #expect(text.contains(isPlanar ? "view { x = " : "view { lon = "))
      try shell.session.run(text: text, name: "copied")
      #expect(shell.answer("#frame > 1 and #frame == #m.frames[1]") == "true")
      #expect(shell.answer("frame.counts:eq(m.frames[1].counts):sum() == #frame") == "true")
      #expect(shell.answer("frame.x:eq(m.frames[1].x):sum() == #frame") == "true")
      try page.send(#"{"ask": "select", "box": [0.3, 0.4, 0.6, 0.7]}"#)
      let box = try #require(try page.message("selection")["points"] as? Int)
      func select() throws -> String {
        try page.send(#"{"ask": "copy", "pane": 0, "form": "selection"}"#)
        let text = try #require(try page.message("copy")["text"] as? String)
        try shell.session.run(text: text, name: "selected")
        return text
      }
      #expect(try select().contains("lon >= "))
      #expect(box > 1 && shell.answer("#selection") == "\(box)")
      try page.send(#"{"ask": "select", "pane": 0, "plan": 1, "cluster": 1}"#)
      let cluster = try #require(try page.message("selection")["points"] as? Int)
      #expect(try select().hasSuffix("selection = frame:dataset(2)"))
      #expect(cluster > 0 && shell.answer("#selection") == "\(cluster)")
    }
  }

  @Test("what cannot be shown is an error that says why")
  func mistakes() async throws {
    try await onThread {
      let shell = try Shell("{ open = false }")
      for (input, reason) in [
        ("m:look(view { lon = 0, lat = 0, zoom = 1, bearing = 30 })", "north up"),
        ("m:show(strategy('grid'):frame(generate('uniform', { count = 9 }), data:fit()))", "own dataset"),
        ("m:show(strategy('grid'):build(data):select({ 1 }):frame(data:fit()))", "by itself"),
        ("live(data, { strategies = { 'gird' } })", "did you mean 'grid'?"),
        ("live(data, { strategies = {} })", "one to four"),
        ("live(data, { strategies = { 'grid', 'grid', 'grid', 'grid', 'grid' } })", "one to four"),
        ("live(data, { port = 70000 })", "0…65535"), ("live()", "dataset"),
      ] {
        let answer = shell.answer(input)
        #expect(answer.contains(reason), "\(input): \(answer)")
      }
    }
  }

  @Test("it closes when it is told to, and with its interpreter")
  func closing() async throws {
    try await onThread {
      var shell: Shell? = try Shell("{}")
      let address = try #require(shell?.opened.first)
      #expect(shell?.answer("m.address") == "\"\(address)\"")
      var page = try TestSocket.open(address)
      _ = try page.message("welcome")
      #expect(shell?.answer("m:close()") == "")
      while page.receive() != nil {}
      #expect(try Self.isRefused(address))
      _ = shell?.answer("m = live(data, { open = false })")
      page = try #require(try shell?.page())
      _ = try page.message("welcome")
      shell = nil
      while page.receive() != nil {}
    }
  }

  /// Whether nobody listens any more, after a while in which a connection may still be taken and dropped.
  private static func isRefused(_ address: String) throws -> Bool {
    let port = UInt16(try #require(URL(string: address)?.port))
    for _ in 0..<200 {
      do { _ = try RawConnection(port: port) } catch is RawConnection.Refused { return true }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return false
  }

  @Test("plugins have none")
  func plugins() throws {
    #expect(try LuaGlobals.ofScripts().names.contains { $0.name == "live" })
    #expect(try !LuaGlobals.ofPlugins().names.contains { $0.name == "live" })
  }
}
