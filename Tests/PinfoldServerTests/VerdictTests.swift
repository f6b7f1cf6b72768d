import Foundation
import Pinfold
import PinfoldDefinitions
import PinfoldServer
import TestSupport
import Testing

@Suite("A page of a strategy that is being written")
struct VerdictTests {
  private static func verdict(_ page: TestSocket) throws -> (points: Int?, name: String?, line: [String: Any])
  {
    let welcome = try page.message("welcome")
    return (
      welcome["points"] as? Int, welcome["name"] as? String,
      try #require(welcome["verdict"] as? [String: Any])
    )
  }

  @Test("shows the points that break a rule, view by view, until they no longer do or the data are asked for")
  func proof() async throws {
    let points = try PointSet(PointColumns(longitude: [1, 2, 3], latitude: [1, 2, 3]))
    let views = [2.0, 3].map { zoom in
      var view = Viewport(center: Coordinate(longitude: 2, latitude: 2), zoom: zoom)
      view.bearing = 20
      return view
    }
    let strategy = try ClustererDefinition.all(
      Node(.text("grid(cellSize=4096)"), place: "test"), in: .builtIn)[0]
    let broken = LiveVerdict(
      .broken, "nested is broken.",
      proof: LiveVerdict.Proof("nested is broken", points, in: views, by: strategy))
    try await RunningServer.with { server in
      let page = try #require(try await server.socket().socket)
      try await onThread {
        #expect(try page.message("welcome")["verdict"] == nil)

        server.subject.judge(LiveVerdict(.checking, "Checking …"))
        var seen = try Self.verdict(page)
        #expect(seen.points == 200 && seen.line["state"] as? String == "checking")

        server.subject.judge(broken)
        seen = try Self.verdict(page)
        #expect(seen.points == 3 && seen.name == "nested is broken" && seen.line["step"] as? Int == 1)
        #expect(seen.line["steps"] as? Int == 2 && seen.line["text"] as? String == "nested is broken.")
        var lead = try page.message("lead")
        #expect((lead["strategy"] as? [String: Any])?["cellSize"] as? Int == 4096)
        #expect((lead["views"] as? [[String: Double]])?.map { $0["zoom"] } == [2])

        try page.send(#"{"ask": "proof", "step": 2}"#)
        #expect(try Self.verdict(page).line["step"] as? Int == 2)
        lead = try page.message("lead")
        #expect((lead["views"] as? [[String: Double]])?.map { $0["zoom"] } == [3])

        try page.send(#"{"ask": "proof", "step": 0}"#)
        seen = try Self.verdict(page)
        #expect(seen.points == 200 && seen.name == "samples" && seen.line["step"] as? Int == 0)
        #expect((try page.message("lead")["strategy"] as? [String: Any])?["cellSize"] == nil)

        server.subject.judge(broken)
        #expect(try Self.verdict(page).points == 3)
        _ = try page.message("lead")
        server.subject.judge(LiveVerdict(.held, "The contract held (3 rules)"))
        seen = try Self.verdict(page)
        #expect(
          seen.points == 200 && seen.line["state"] as? String == "held" && seen.line["steps"] as? Int == 0)
      }
    }
  }
}
