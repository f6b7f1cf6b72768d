import Foundation
import Pinfold
import PinfoldServer
import TestSupport
import Testing

@Suite("A page and its server")
struct SessionTests {
  /// A marker as the page reads it, in the order that `FrameMessage` states.
  private struct Marker {
    var numbers: [Double]
    var old: Int { Int(numbers[0]) }
    var cluster: Int { Int(numbers[1]) }
    var count: Int { Int(numbers[6]) }
    func isShown(at share: Double) -> Bool { numbers[7] <= share && share < numbers[8] }
    func x(at eased: Double) -> Double { numbers[2] + numbers[4] * eased }
  }

  private static func markers(_ message: [String: Any]) throws -> [Marker] {
    let numbers = try #require(message["markers"] as? [Double])
    #expect(numbers.count % 10 == 0)
    return stride(from: 0, to: numbers.count, by: 10).map { Marker(numbers: Array(numbers[$0..<$0 + 10])) }
  }

  private static func count(_ markers: [Marker], at share: Double) -> Int {
    markers.reduce(0) { $0 + ($1.isShown(at: share) ? $1.count : 0) }
  }

  private static func frames(
    _ number: Int, zoom: Double, strategies: [String] = ["grid"], plan: Int = 0, at: Double = 1
  ) -> String {
    let panes = strategies.enumerated().map {
      #"{"pane": \#($0.offset), "strategy": "\#($0.element)", "plan": \#(plan), "at": \#(at)}"#
    }
    return """
      {"ask": "frames", "number": \(number), "view": {"x": 0.5, "y": 0.5, "zoom": \(zoom), "width": 1000, "height": 1000}, \
      "panes": [\(panes.joined(separator: ","))]}
      """
  }

  /// Talks with a server over a socket of its own.
  private func talk(_ body: @escaping @Sendable (TestSocket) throws -> Void) async throws {
    try await RunningServer.with { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread { try body(socket) }
    }
  }

  @Test("the welcome says what there is to see and to choose from")
  func welcome() async throws {
    try await talk { socket in
      let welcome = try socket.message("welcome")
      #expect(welcome["points"] as? Int == 200)
      #expect(welcome["name"] as? String == "samples")
      let strategies = try #require(welcome["strategies"] as? [[String: Any]])
      #expect(strategies.compactMap { $0["name"] as? String } == Registry.builtIn.all(.strategy).map(\.name))
      let parameters = try #require(
        strategies.first { $0["name"] as? String == "grid" }?["parameters"] as? [[String: Any]])
      let takes = try #require(
        parameters.first { $0["name"] as? String == "cellSize" }?["takes"] as? [String: Any])
      #expect(takes["type"] as? String == "size")
      let colors = try #require(welcome["colors"] as? [String: [String]])
      #expect(colors["light"]?.count == 14 && colors["dark"]?.count == 14)
    }
  }

  @Test("the welcome counts the points outside the first view, as pictures do")
  func outliers() async throws {
    let longitude = (0..<1000).map { 8 + Double($0 % 40) * 0.01 }
    let latitude = (0..<1000).map { 47 + Double($0 / 40) * 0.01 }
    let points = try PointSet(PointColumns(longitude: longitude + [0, 47], latitude: latitude + [0, 8]))
    try await RunningServer.with(points) { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread {
        let welcome = try socket.message("welcome")
        #expect(welcome["outliers"] as? Int == 2)
      }
    }
  }

  @Test(
    "points that are cells count as those in them: in the title, in markers at every instant, and in panels")
  func cells() async throws {
    var columns = PointColumns(
      longitude: (0..<200).map { Double($0 % 20) * 8 - 80 },
      latitude: (0..<200).map { Double($0 / 20) * 9 - 45 })
    columns.attributes = [
      Attribute(name: "cell_points", values: .numbers((0..<200).map { Double($0 % 5 + 1) }))
    ]
    try await RunningServer.with(try PointSet(columns)) { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread {
        #expect(try socket.message("welcome")["points"] as? Int == 600)
        try socket.send(Self.frames(1, zoom: 1))
        #expect(try socket.message("frame")["points"] as? Int == 600)
        try socket.send(Self.frames(2, zoom: 2, plan: 1))
        let markers = try Self.markers(try socket.message("frame"))
        for share in stride(from: -0.1, through: 1.1, by: 0.05) {
          #expect(Self.count(markers, at: share) == 600, "\(share)")
        }
        let largest = try #require(
          markers.filter { $0.cluster >= 0 && $0.isShown(at: 1) }.max { $0.count < $1.count })
        try socket.send(
          #"{"ask": "cluster", "pane": 0, "plan": 2, "cluster": \#(largest.cluster), "offset": 0}"#)
        let panel = try socket.message("cluster")
        #expect(panel["points"] as? Int == largest.count && (panel["count"] as? Int ?? 0) < largest.count)
      }
    }
  }

  @Test("shown counts are all points at every instant, from one zoom to the next")
  func transition() async throws {
    try await talk { socket in
      try socket.send(Self.frames(1, zoom: 1))
      let first = try socket.message("frame")
      #expect(first["points"] as? Int == 200)
      try socket.send(Self.frames(2, zoom: 2, plan: 1))
      let second = try Self.markers(try socket.message("frame"))
      for share in stride(from: -0.1, through: 1.1, by: 0.05) {
        #expect(Self.count(second, at: share) == 200)
      }
      #expect(second.contains { $0.numbers[4] != 0 })
    }
  }

  @Test("a plan that is interrupted goes on from where its markers are")
  func interruption() async throws {
    try await talk { socket in
      try socket.send(Self.frames(1, zoom: 1))
      _ = try socket.message("frame")
      try socket.send(Self.frames(2, zoom: 3, plan: 1))
      let second = try Self.markers(try socket.message("frame"))
      try socket.send(Self.frames(3, zoom: 1, plan: 2, at: 0.5))
      let message = try socket.message("frame")
      #expect(message["start"] as? Double == 0.5)
      let third = try Self.markers(message)
      #expect(Self.count(third, at: 0) == 200)
      // Half of the smooth way is half of it.
      let stopped = second.filter { $0.isShown(at: 0.5) }.map { $0.x(at: 0.5).rounded() }
      let begun = third.filter { $0.isShown(at: -0.01) }.map { $0.x(at: 0) }
      #expect(begun.count == stopped.count)
      for (a, b) in zip(stopped.sorted(), begun.sorted()) { #expect(abs(a - b) <= 1) }
    }
  }

  @Test("what the program selects is lit on every page, and on pages that are opened later")
  func selectedByProgram() async throws {
    try await RunningServer.with { server in
      let first = try #require(try await server.socket().socket)
      try await onThread {
        try first.send(Self.frames(1, zoom: 1))
        _ = try first.message("frame")
      }
      #expect(server.subject.selection.isEmpty)
      await server.subject.select([3, 5])
      #expect(server.subject.selection == [3, 5])
      let second = try #require(try await server.socket().socket)
      try await onThread {
        #expect(try first.message("selection")["points"] as? Int == 2)
        try second.send(Self.frames(1, zoom: 1))
        #expect(try second.message("selection")["points"] as? Int == 2)
        try first.send(#"{"ask": "select", "point": 7}"#)
        #expect(try first.message("selection")["points"] as? Int == 1)
      }
    }
  }

  @Test("strategies side by side get a frame each, and the measures of both")
  func panes() async throws {
    try await talk { socket in
      try socket.send(Self.frames(1, zoom: 2, strategies: ["grid", "none"]))
      let panes = [try socket.message("frame"), try socket.message("frame")].compactMap { $0["pane"] as? Int }
      #expect(panes.sorted() == [0, 1])
      let metrics = try socket.message("metrics")
      #expect((metrics["panes"] as? [Any])?.count == 2)
      let likeness = try #require((metrics["likeness"] as? [[String: Any]])?.first?["index"] as? Double)
      #expect((-1...1).contains(likeness))
    }
  }

  @Test("a mistake of one pane is said there, and the other gets its frame")
  func mistake() async throws {
    try await talk { socket in
      try socket.send(Self.frames(1, zoom: 2, strategies: ["gird", "none"]))
      let error = try socket.message("error")
      #expect(error["pane"] as? Int == 0)
      #expect(error["message"] as? String == "unknown strategy 'gird' (did you mean 'grid'?)")
      #expect(try socket.message("frame")["pane"] as? Int == 1)
      try socket.send(
        #"{"ask": "frames", "number": 2, "view": {}, "panes": [{"pane": 0, "strategy": {"name": "grid", "cellSize": 0}}]}"#
      )
      let text = try #require(try socket.message("error")["message"] as? String)
      #expect(
        text.hasPrefix("parameter 'cellSize' of strategy 'grid' is 0"), "no place in a message of the page")
    }
  }

  @Test("a view without markers has the point nearest to its middle, the shorter way around")
  func emptyView() async throws {
    let points = try PointSet(PointColumns(longitude: [10, 170], latitude: [0, 0]))
    try await RunningServer.with(points) { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread {
        try socket.send(
          #"{"ask": "frames", "number": 1, "view": {"x": 0.01, "y": 0.5, "zoom": 9}, "panes": [{"pane": 0, "strategy": "grid"}]}"#
        )
        let empty = try socket.message("frame")
        // 170° east, on the equator.
        #expect(empty["nearest"] as? [Double] == [4_175_662_649, 2_147_483_648] && empty["note"] == nil)
        try socket.send(Self.frames(2, zoom: 1))
        #expect(try socket.message("frame")["nearest"] == nil)
      }
    }
  }

  @Test("a message that is no message gets an error, and the socket stays")
  func nonsense() async throws {
    try await talk { socket in
      for text in ["", "{", "[1]", String(repeating: "[", count: 60000), #"{"ask": "frames"}"#] {
        try socket.send(text)
        #expect((try socket.message("error")["message"] as? String)?.isEmpty == false)
      }
      try socket.send(Self.frames(1, zoom: 2))
      #expect(try socket.message("frame")["number"] as? Int == 1)
    }
  }

  @Test("the latest request wins")
  func latest() async throws {
    try await talk { socket in
      for number in 1...30 { try socket.send(Self.frames(number, zoom: Double(number) / 10)) }
      var last = 0
      while last < 30 {
        let number = try #require(try socket.message("frame")["number"] as? Int)
        #expect(number > last)
        last = number
      }
    }
  }

  @Test("the members of a selected cluster are lit in every pane, wherever they are")
  func selection() async throws {
    try await talk { socket in
      try socket.send(Self.frames(1, zoom: 1, strategies: ["grid", "none"]))
      var counts: [Int] = []
      for _ in 0..<2 {
        let message = try socket.message("frame")
        guard message["pane"] as? Int == 0 else { continue }
        counts = try Self.markers(message).filter { $0.cluster == 2 }.map(\.count)
      }
      let count = try #require(counts.first)
      try socket.send(#"{"ask": "select", "pane": 0, "plan": 1, "cluster": 2}"#)
      let selection = try socket.message("selection")
      #expect(selection["points"] as? Int == count)
      let panes = try #require(selection["panes"] as? [[String: Any]])
      #expect(panes[0]["lit"] as? [Int] == [2, count])
      let singles = try #require(panes[1]["lit"] as? [Int])
      #expect(singles.count == 2 * count)
      try socket.send(#"{"ask": "select", "box": [0, 0, 1, 1]}"#)
      #expect(try socket.message("selection")["points"] as? Int == 200)
      try socket.send(#"{"ask": "select"}"#)
      #expect(try socket.message("selection")["points"] as? Int == 0)
    }
  }

  @Test("a cluster's members come page by page, with an outline and where it falls apart")
  func cluster() async throws {
    try await talk { socket in
      try socket.send(Self.frames(1, zoom: 0))
      _ = try socket.message("frame")
      var ids: Set<Int> = []
      var offset = 0
      var count = 1
      while offset < count {
        try socket.send(#"{"ask": "cluster", "pane": 0, "plan": 1, "cluster": 0, "offset": \#(offset)}"#)
        let message = try socket.message("cluster")
        count = try #require(message["count"] as? Int)
        let rows = try #require(message["rows"] as? [[Any]])
        #expect(!rows.isEmpty && rows.count <= 50)
        ids.formUnion(rows.compactMap { $0[0] as? Int })
        offset += rows.count
        #expect(message["expansionZoom"] as? Double ?? 0 > 0)
        #expect((message["hull"] as? [Any])?.count ?? 0 >= 6)
      }
      #expect(ids.count == count)
    }
  }

  /// Points in two cells of a zoomed-out grid, with a column of numbers.
  private static var towns: PointSet {
    get throws {
      var columns = PointColumns(
        longitude: [10, 10.1, 10.2, -90], latitude: [5, 5.1, 5.2, 0], ids: .integers([4, 5, 6, 7]))
      columns.attributes = [Attribute(name: "people", values: .numbers([5, 7, .nan, 100]))]
      return try PointSet(columns)
    }
  }

  @Test("markers show a column, and parts that move have the value of the smaller cluster")
  func values() async throws {
    try await RunningServer.with(try Self.towns) { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread {
        let welcome = try socket.message("welcome")
        #expect(welcome["columns"] as? [String] == ["people"] && welcome["by"] as? String == "count")
        func ask(_ number: Int, zoom: Int, _ by: String) throws {
          try socket.send(
            """
            {"ask": "frames", "number": \(number), "view": {"x": 0.5, "y": 0.5, "zoom": \(zoom), "width": 1000, "height": 1000}, \
            "panes": [{"pane": 0, "strategy": "grid", "by": "\(by)", "plan": \(number - 1)}]}
            """)
        }
        try ask(1, zoom: 1, "people:sum")
        let first = try socket.message("frame")
        #expect(first["by"] as? String == "sum of people")
        #expect(Set(try #require(first["values"] as? [Double])) == [12, 100])
        try ask(2, zoom: 10, "people:sum")
        let second = try socket.message("frame")
        let markers = try Self.markers(second)
        let values = try #require(second["values"] as? [Any]).map { $0 as? Double }
        #expect(values.count == markers.count)
        let shown = zip(markers, values).filter { $0.0.isShown(at: 1) }
        #expect(shown.allSatisfy { $0.0.count == 1 } && Set(shown.map(\.1)).isSubset(of: [5, 7, nil, 100]))
        try ask(3, zoom: 10, "count")
        #expect(try socket.message("frame")["values"] == nil)
        try ask(4, zoom: 10, "peple:sum")
        let text = try #require(try socket.message("error")["message"] as? String)
        #expect(text.contains("peple"), "\(text)")
      }
    }
  }

  @Test("the table of points is sorted by a column, and says the sums of all of them")
  func sorting() async throws {
    try await RunningServer.with(try Self.towns) { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread {
        func ids(_ message: [String: Any]) -> [Int] {
          (message["rows"] as? [[Any]] ?? []).compactMap { $0[0] as? Int }
        }
        try socket.send(Self.frames(1, zoom: 1))
        _ = try socket.message("frame")
        try socket.send(#"{"ask": "select", "box": [0, 0, 1, 1]}"#)
        _ = try socket.message("selection")
        try socket.send(#"{"ask": "members", "sort": "people", "descending": true}"#)
        let message = try socket.message("members")
        // The missing value is last.
        #expect(ids(message) == [7, 5, 4, 6])
        let sums = try #require((message["summaries"] as? [[String: Any]])?.first)
        #expect(sums["name"] as? String == "people" && sums["count"] as? Int == 3)
        #expect(
          sums["sum"] as? Double == 112 && sums["least"] as? Double == 5 && sums["greatest"] as? Double == 100
        )
        try socket.send(#"{"ask": "members", "sort": "longitude"}"#)
        #expect(ids(try socket.message("members")) == [7, 4, 5, 6])
        try socket.send(#"{"ask": "members", "sort": "nothing"}"#)
        #expect(ids(try socket.message("members")).sorted() == [4, 5, 6, 7])
      }
    }
  }

  @Test("markers just beyond the edges are sent, and not counted as shown")
  func beyond() async throws {
    // 1,000 screen points at zoom 3 are 176 degrees.
    let points = try PointSet(PointColumns(longitude: [0, 92], latitude: [0, 0]))
    try await RunningServer.with(points) { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread {
        try socket.send(Self.frames(1, zoom: 3))
        let frame = try socket.message("frame")
        #expect(frame["clusters"] as? Int == 2 && frame["onScreen"] as? Int == 1)
      }
    }
  }

  @Test("the points of a stack are laid out around its marker, and those of other clusters are not")
  func stack() async throws {
    let points = try PointSet(
      PointColumns(
        longitude: [10, 10, 10, -60, -61], latitude: [5, 5, 5, 0, 0], ids: .integers([4, 5, 6, 7, 8])))
    try await RunningServer.with(points) { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread {
        try socket.send(Self.frames(1, zoom: 1))
        #expect(try socket.message("frame")["clusters"] as? Int == 2)
        var spreads: [[[String: Any]]] = []
        for cluster in 0..<2 {
          try socket.send(#"{"ask": "cluster", "pane": 0, "plan": 1, "cluster": \#(cluster)}"#)
          if let spread = try socket.message("cluster")["spread"] as? [[String: Any]] {
            spreads.append(spread)
          }
        }
        #expect(spreads.count == 1)
        let spread = try #require(spreads.first)
        #expect(spread.compactMap { $0["id"] as? Int } == [4, 5, 6])
        let places = spread.compactMap { pin in (pin["x"] as? Double).map { ($0, pin["y"] as? Double ?? 0) } }
        #expect(places.count == 3)
        for (index, a) in places.enumerated() {
          for b in places.dropFirst(index + 1) { #expect(hypot(a.0 - b.0, a.1 - b.1) > 20) }
        }
      }
    }
  }

  @Test("a point is found by its id")
  func find() async throws {
    try await talk { socket in
      try socket.send(#"{"ask": "find", "text": "17"}"#)
      let matches = try #require(try socket.message("found")["matches"] as? [[String: Any]])
      #expect(matches.map { $0["id"] as? Int } == [17])
      try socket.send(#"{"ask": "find", "text": "nobody"}"#)
      #expect((try socket.message("found")["matches"] as? [Any])?.isEmpty == true)
    }
  }

  @Test("a search has whole values first, then those that begin with the text, each with what tells it apart")
  func ranked() async throws {
    var names = TextColumn()
    for name in ["New Bath", "Bathgate", "bath", "Bern"] { names.append(name) }
    var columns = PointColumns(longitude: [1, 2, 3, 4], latitude: [5, 6, 7.25, 8])
    columns.attributes = [Attribute(name: "name", values: .texts(names))]
    try await RunningServer.with(try PointSet(columns)) { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread {
        try socket.send(#"{"ask": "find", "text": "Bath"}"#)
        let matches = try #require(try socket.message("found")["matches"] as? [[String: Any]])
        #expect(matches.map { $0["label"] as? String } == ["bath", "Bathgate", "New Bath"])
        #expect(matches[0]["detail"] as? String == "7.25, 3")
      }
    }
  }

  @Test("a point that is found by another column than its name has its name, and says which column has what")
  func foundElsewhere() async throws {
    var (owners, names) = (TextColumn(), TextColumn())
    for (owner, name) in [("Diamond Power", "Brook Hill"), ("Ada", "Oak")] {
      owners.append(owner)
      names.append(name)
    }
    var columns = PointColumns(longitude: [1, 2], latitude: [5, 6.5])
    columns.attributes = [
      Attribute(name: "owner", values: .texts(owners)), Attribute(name: "Name", values: .texts(names)),
    ]
    try await RunningServer.with(try PointSet(columns)) { server in
      let socket = try #require(try await server.socket().socket)
      try await onThread {
        func found(_ text: String) throws -> [String?] {
          try socket.send(#"{"ask": "find", "text": "\#(text)"}"#)
          let matches = try #require(try socket.message("found")["matches"] as? [[String: Any]])
          return [matches[0]["label"] as? String, matches[0]["detail"] as? String]
        }
        let (owner, name, id) = (try found("diamond"), try found("oak"), try found("1"))
        #expect(owner == ["Brook Hill", "owner: Diamond Power · 5, 1"])
        #expect(name == ["Oak", "Ada · 6.5, 2"])
        #expect(id == ["Oak", "id: 1 · Ada · 6.5, 2"])
      }
    }
  }

  @Test("a turned view has a frame, and a strategy that cannot turn says so in its pane")
  func turned() async throws {
    try await talk { socket in
      let frames = """
        {"ask": "frames", "number": 1, "view": {"x": 0.5, "y": 0.5, "zoom": 2, "width": 500, "height": 400, "bearing": 30}, \
        "panes": [{"pane": 0, "strategy": "grid"}, {"pane": 1, "strategy": {"name": "separate", "collisionMode": "rectangle"}}]}
        """
      try socket.send(frames)
      #expect(try socket.message("frame")["pane"] as? Int == 0)
      let error = try socket.message("error")
      #expect(error["pane"] as? Int == 1 && (error["message"] as? String)?.contains("north up") == true)
    }
  }
}
