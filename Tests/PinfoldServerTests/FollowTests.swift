import Foundation
import Pinfold
import PinfoldData
import PinfoldDefinitions
import Synchronization
import TestSupport
import Testing

@testable import PinfoldServer

@Suite("Data that grow")
struct FollowTests {
  private static func dataset(_ path: String) throws -> DatasetDefinition {
    try DatasetDefinition.one(Node(.text(path), place: "test"), in: .builtIn, attributes: .all)
  }

  /// Serves what a follower reads first, and follows as long as `body` runs on a thread of its own.
  private static func follow(
    _ begin: DataFollower, _ body: @escaping @Sendable (TestSocket, LiveSubject) throws -> Void
  ) async throws {
    let (first, follower) = try await onThread {
      var follower = begin
      return (try follower.first(), follower)
    }
    try await RunningServer.with(first.points) { server in
      let socket = try #require(try await server.socket().socket)
      let task = Task { await follower.run(for: server.subject) { _ in } }
      defer { task.cancel() }
      try await onThread {
        _ = try socket.message("welcome")
        try body(socket, server.subject)
      }
    }
  }

  private static func append(_ text: String, to path: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  private static func frames(_ number: Int, plan: Int) -> String {
    """
    {"ask": "frames", "number": \(number), "view": {"x": 0.5, "y": 0.5, "zoom": 1, "width": 900, "height": 900}, \
    "panes": [{"pane": 0, "strategy": "none", "plan": \(plan), "at": 0.5}]}
    """
  }

  @Test("rows that are appended come to the map, and the markers that were there stay theirs")
  func appended() async throws {
    let folder = TemporaryFolder()
    let path = folder.write("towns.csv", "lon,lat,name\n1,2,a\n30,2,b\n")
    try await Self.follow(DataFollower(try Self.dataset(path), path: path)) { socket, _ in
      try socket.send(Self.frames(1, plan: 0))
      #expect(try socket.message("frame")["points"] as? Int == 2)
      try Self.append("-40,10,c\n", to: path)
      #expect(try socket.message("welcome")["points"] as? Int == 3)
      try socket.send(Self.frames(2, plan: 1))
      let frame = try socket.message("frame")
      #expect(frame["points"] as? Int == 3)
      // Ten numbers a marker: two that were there, from the first to the new frame, and one that is new.
      let markers = try #require(frame["markers"] as? [Double])
      let old: [Double] = stride(from: 0, to: markers.count, by: 10).map { markers[$0] }
      #expect(old.count { $0 >= 0 } == 2)
      #expect(old.count { $0 < 0 } == 1)
    }
  }

  @Test("a selection stays one of the same points")
  func selected() async throws {
    let folder = TemporaryFolder()
    let path = folder.write("towns.csv", "lon,lat,name\n1,2,a\n30,2,b\n")
    try await Self.follow(DataFollower(try Self.dataset(path), path: path)) { socket, _ in
      try socket.send(#"{"ask": "select", "box": [0.55, 0, 0.7, 1]}"#)
      #expect(try socket.message("selection")["points"] as? Int == 1)
      try Self.append("-40,10,c\n-41,10,d\n", to: path)
      #expect(try socket.message("welcome")["points"] as? Int == 4)
      try socket.send(Self.frames(1, plan: 0))
      let markers = try #require(try socket.message("frame")["markers"] as? [Double])
      let panes = try #require(try socket.message("selection")["panes"] as? [[String: Any]])
      let lit = try #require(panes[0]["lit"] as? [Int])
      #expect(lit.count == 2 && lit[1] == 1)
      // The point at 30° east.
      let starts = Array(stride(from: 0, to: markers.count, by: 10))
      let marker: Int = try #require(starts.first { Int(markers[$0 + 1]) == lit[0] })
      let x: Double = markers[marker + 2] / 0x1p32
      let wanted: Double = 30.0 / 360 + 0.5
      #expect(abs(x - wanted) < 1e-6)
    }
  }

  @Test("a row that cannot be used is told, and what comes after it is taken up")
  func broken() async throws {
    let folder = TemporaryFolder()
    let path = folder.write("towns.csv", "lon,lat,name\n1,2,a\n30,2,b\n")
    try await Self.follow(DataFollower(try Self.dataset(path), path: path)) { socket, _ in
      try Self.append("here,there,c\n", to: path)
      let welcome = try socket.message("welcome")
      #expect(welcome["points"] as? Int == 2)
      let changes = try #require(welcome["changes"] as? [String])
      #expect(changes.count == 1 && changes[0].contains("unusable") && changes[0].contains("line 4"))
      try Self.append("-40,10,d\n", to: path)
      let next = try socket.message("welcome")
      #expect(next["points"] as? Int == 3 && (next["changes"] as? [String])?.isEmpty == true)
    }
  }

  @Test(
    "a file that is cut short or replaced is told and read anew, and one that says nothing changes nothing")
  func replaced() async throws {
    let folder = TemporaryFolder()
    let path = folder.write("towns.csv", "lon,lat,name\n1,2,a\n30,2,b\n")
    try await Self.follow(DataFollower(try Self.dataset(path), path: path)) { socket, _ in
      _ = folder.write("towns.csv", "lon,lat,name\n7,8,z\n")
      var welcome = try socket.message("welcome")
      #expect(welcome["points"] as? Int == 1)
      #expect((welcome["changes"] as? [String])?.first?.contains("was replaced") == true)
      _ = folder.write("towns.csv", "")
      welcome = try socket.message("welcome")
      #expect(welcome["points"] as? Int == 1)
      #expect((welcome["changes"] as? [String])?.last?.contains("what was there before stays") == true)
      _ = folder.write("towns.csv", "lon,lat,name\n7,8,z\n9,9,y\n5,5,x\n")
      #expect(try socket.message("welcome")["points"] as? Int == 3)
    }
  }

  @Test(
    "rows with a known key move its point, others add one, and those that are not renewed go",
    arguments: [true, false])
  func keys(isStream: Bool) async throws {
    let folder = TemporaryFolder()
    let text = "ship,lon,lat\na,1,2\nb,30,2\na,-50,2\n"
    let path = folder.write("ships.csv", text)
    let pipe = Pipe()
    var follower = DataFollower(try Self.dataset(path), path: path)
    if isStream {
      try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      follower = DataFollower(
        try Self.dataset("-"), FollowedStream(descriptor: pipe.fileHandleForReading.fileDescriptor))
    }
    follower.key = DataFollower.Key(column: "ship", maxAge: 2.5)
    try await Self.follow(follower) { socket, _ in
      func add(_ text: String) throws {
        if isStream {
          try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        } else {
          try Self.append(text, to: path)
        }
      }
      func points(_ count: Int) throws {
        while try socket.message("points")["points"] as? Int != count {}
      }
      try socket.send(Self.frames(1, plan: 0))
      // Of the rows of one ship the last counts.
      #expect(try socket.message("frame")["points"] as? Int == 2)
      try add("c,70,10\nb,31,3\n")
      try points(3)
      try socket.send(Self.frames(2, plan: 1))
      let frame = try socket.message("frame")
      let markers = try #require(frame["markers"] as? [Double])
      // Ten numbers a marker: b stays itself where it moves, by a degree to the east.
      let ways: [Double] = stride(from: 0, to: markers.count, by: 10).map { markers[$0 + 4] }
      let moved = ways.filter { $0 > 0 }
      #expect(moved.count == 1 && abs(moved[0] / 0x1p32 - 1.0 / 360) < 1e-6)
      // a is not seen again.
      try add("b,32,3\nc,70,11\n")
      try points(2)
    }
    withExtendedLifetime(pipe) {}
  }

  @Test("the panel of selected points follows the data")
  func panel() async throws {
    let folder = TemporaryFolder()
    let path = folder.write("ships.csv", "ship,lon,lat,speed\na,1,2,5\nb,30,2,6\nc,-90,2,7\n")
    var follower = DataFollower(try Self.dataset(path), path: path)
    follower.key = DataFollower.Key(column: "ship", maxAge: nil)
    try await Self.follow(follower) { socket, _ in
      try socket.send(#"{"ask": "select", "box": [0.45, 0, 0.7, 1]}"#)
      #expect(try socket.message("selection")["points"] as? Int == 2)
      try socket.send(#"{"ask": "members", "sort": "speed", "descending": true}"#)
      func rows() throws -> [[String]] {
        let rows = try #require(try socket.message("members")["rows"] as? [[Any]])
        return rows.map { row in row.map { "\($0)" } }
      }
      #expect(try rows().map { $0[0] } == ["b", "a"])
      // One gets another value, one leaves the box, and one comes.
      try Self.append("a,1,2,50\n", to: path)
      let changed = try rows()
      #expect(changed.map { $0[0] } == ["a", "b"] && changed[0].contains("50"), "\(changed)")
      try Self.append("b,-90,2,6\n", to: path)
      #expect(try rows().map { $0[0] } == ["a"])
      try Self.append("d,2,2,1\n", to: path)
      #expect(try rows().map { $0[0] } == ["a", "d"])
    }
  }

  @Test("every reason why rows are lost is told, with their lines in the file")
  func reasons() throws {
    let first = "ship,lon,lat,speed\na,1,2,3\nb,30,2,4\n"
    var points = try KeyedPoints(
      DataFollower.Key(column: "ship", maxAge: nil), try Self.dataset("-"), Array(first.utf8))
    var text = first + "c,5,5,1\nbad,row\nd,abc,5,2\n"
    let notes = try points.take(Array(text.utf8))
    #expect(notes.contains { $0.contains("malformed row (first: line 5") }, "\(notes)")
    #expect(notes.contains { $0.contains("no numbers (first: line 6") }, "\(notes)")
    text += "bad,row\n"
    let error = #expect(throws: DataError.self) { try points.take(Array(text.utf8)) }
    #expect(error?.description.contains("line 7: malformed row") == true)
  }

  @Test("rows of a part are those of the whole, whatever types its columns alone look of")
  func types() throws {
    let first = "ship,lon,lat,speed,dest,code,moored\n007,10,50,5,Oslo,012,true\nb,11,50,6,Bergen,x,false\n"
    var points = try KeyedPoints(
      DataFollower.Key(column: "ship", maxAge: nil), try Self.dataset("-"), Array(first.utf8))
    var text = first
    func values(_ id: PointID) throws -> [String?] {
      let point = try #require(points.set.index(of: id))
      return points.set.attributes.filter { $0.name != "ship" }.map { $0.values.text(at: point) }
    }
    func add(_ rows: String) throws -> [String] {
      text += rows
      return try points.take(Array(text.utf8))
    }
    // No value at all, numbers among texts, and a key that alone would be a number.
    #expect(try add("007,22,51,,1234,013,\n12,1,1,7.5,,,true\n").isEmpty)
    #expect(points.set.count == 3 && (points.set.longitude.contains { ($0 - 22).magnitude < 1e-6 }))
    #expect(try values(.text("007")) == [nil, "1234", "013", nil])
    #expect(try values(.integer(12)) == ["7.5", nil, nil, "true"])
    // A bad value costs itself, and no row.
    let notes = try add("b,12,50,fast,Bergen,x,maybe\n12,2,1,8,Oslo,x,false\n")
    #expect(try values(.text("b"))[0] == nil)
    #expect(try values(.integer(12)) == ["8", "Oslo", "x", "false"])
    #expect(
      notes.contains {
        $0.contains("1 value of 'speed' counts as missing, as 'fast'; the column has numbers")
      })
    // Fields are read as those of a whole file: the words of spreadsheets, and no hexadecimal numbers.
    let fields = try add("b,12,50,0x1F,Bergen,x,WAHR\n12,2,1,8,Oslo,x,maybe\n")
    #expect(try values(.text("b")) == [nil, "Bergen", "x", "true"])
    #expect(fields.contains { $0.contains("1 value of 'speed' counts as missing, as '0x1F'") })
    #expect(try add(",3,3,1,Rom,x,true\n").contains { $0.hasSuffix("1 row without 'ship' is passed over") })
    #expect(points.set.count == 3)
    let keyless = try KeyedPoints(
      DataFollower.Key(column: "ship", maxAge: nil), try Self.dataset("-"),
      Array((first + ",3,3,1,Rom,x,true\n").utf8))
    #expect(keyless.report.warnings.contains { $0.contains("1 row without 'ship' is passed over") })
  }

  @Test("the last row of each key decides whether its point is selected, and parts of the rows are refused")
  func selection() throws {
    func points(_ text: String, _ options: [(String, Node)]) throws -> KeyedPoints {
      let members = [("path", Node(.text("-"), place: "data"))] + options
      let dataset = try DatasetDefinition.one(
        Node(.table(members), place: "data"), in: .builtIn, attributes: .all)
      return try KeyedPoints(DataFollower.Key(column: "ship", maxAge: nil), dataset, Array(text.utf8))
    }
    func text(_ text: String) -> Node { Node(.text(text), place: "data") }
    let first = "ship,lon,lat,st\na,1,1,ok\nb,2,2,ok\nc,3,3,ok\nc,50,3,bad\n"
    let box = Node(.list([0, 0, 10, 10].map { Node(.number($0), place: "data") }), place: "data")
    for option in [("where", text("st = 'ok'")), ("within", box)] {
      var found = try points(first, [option])
      func ids() -> [String] { (0..<found.set.count).map { found.set.id($0).description }.sorted() }
      #expect(ids() == ["a", "b"])
      _ = try found.take(Array((first + "a,50,9,bad\nc,4,4,ok\n").utf8))
      #expect(ids() == ["b", "c"])
    }
    for option in ["head", "sample"] {
      #expect(throws: DefinitionError.self) {
        try points(first, [(option, Node(.integer(2), place: "data"))])
      }
    }
  }

  @Test("a line of a file that grows counts when it ends, however long that takes")
  func halfLine() async throws {
    let folder = TemporaryFolder()
    let path = folder.write("towns.csv", "lon,lat,name\n1,2,a\n30,2,b\n")
    try await Self.follow(DataFollower(try Self.dataset(path), path: path)) { socket, subject in
      try Self.append("-40,1", to: path)
      // Longer than a pause that was taken for the end of writing.
      Thread.sleep(forTimeInterval: 2)
      try Self.append("0,c\n", to: path)
      let welcome = try socket.message("welcome")
      #expect(welcome["points"] as? Int == 3 && (welcome["changes"] as? [String])?.isEmpty == true)
    }
  }

  @Test("the last line of a stream that is over counts without an end")
  func lastLine() async throws {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    try writer.write(contentsOf: Data("lon,lat\n1,2\n30,2\n-40,1".utf8))
    let stream = FollowedStream(descriptor: pipe.fileHandleForReading.fileDescriptor)
    try await Self.follow(DataFollower(try Self.dataset("-"), stream)) { socket, _ in
      Thread.sleep(forTimeInterval: 2)
      try writer.write(contentsOf: Data("0".utf8))
      try writer.close()
      #expect(try socket.message("welcome")["points"] as? Int == 3)
    }
    withExtendedLifetime(pipe) {}
  }

  @Test("rows come on a stream, and a line without its end waits for it")
  func stream() async throws {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    try writer.write(contentsOf: Data("lon,lat\n1,2\n30,".utf8))
    let stream = FollowedStream(descriptor: pipe.fileHandleForReading.fileDescriptor)
    try await Self.follow(DataFollower(try Self.dataset("-"), stream)) { socket, subject in
      try writer.write(contentsOf: Data("2\n-40,10\n".utf8))
      var points = 0
      while points < 3 { points = try #require(try socket.message("welcome")["points"] as? Int) }
      #expect(points == 3)
      try writer.close()
      try socket.send(Self.frames(1, plan: 0))
      #expect(try socket.message("frame")["points"] as? Int == 3)
    }
    withExtendedLifetime(pipe) {}
  }
}
