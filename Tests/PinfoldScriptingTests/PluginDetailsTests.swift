import Foundation
import Pinfold
import PinfoldData
import PinfoldScripting
import Testing

@Suite("What a strategy plugin says of its clusters")
struct PluginDetailsTests {
  let fixture = PluginFixture()

  private static let body = """
    local groups = points:grid(20):group()
    local names, colors, outlines = {}, {}, {}
    for g = 1, #groups do
      local x, y = groups:mean(points.x)[g], groups:mean(points.y)[g]
      names[g] = groups.counts[g] > 1 and "several" or false
      colors[g] = groups.counts[g] > 1 and "#ff8800" or "#0088ff"
      outlines[g] = groups.counts[g] > 1 and { x - 1, y - 1, x + 1, y - 1, x, y + 1 } or false
    end
    return {
      groups = groups, outlines = outlines,
      fields = { name = names, color = colors, score = groups.counts * 0.5, large = groups.counts:gt(1) },
    }
    """

  @Test("is in frames, in every form of output and in Lua")
  func outputs() throws {
    let path = fixture.strategy(Self.body)
    let frame = try PluginFixture.frame(path)
    let details = try #require(frame.details)
    #expect(details.fields.map(\.name) == ["color", "large", "name", "score"])
    let pair = try #require((0..<frame.count).first { frame.memberCount(of: $0) == 2 })
    #expect(details.outlines?.map(\.count).sorted() == [0, 0, 3])
    let writer = FrameWriter(frame)
    let origin = FrameOrigin(strategy: "fixture", parameters: [], totalRows: 4)
    let json = String(decoding: writer.json(origin), as: UTF8.self)
    #expect(json.contains(##""fields":{"color":"#ff8800","large":1,"name":"several","score":1}"##), "\(json)")
    #expect(json.contains(##""fields":{"color":"#0088ff","large":0,"score":0.5}"##), "\(json)")
    #expect(json.components(separatedBy: #""outline":[["#).count == 2)
    let features = String(decoding: writer.geoJSON(), as: UTF8.self)
    #expect(features.contains(##""color":"#ff8800","large":1,"name":"several","score":1"##), "\(features)")
    let rows = String(decoding: writer.csv(), as: UTF8.self).split(separator: "\n")
    #expect(rows[0] == "id,lon,lat,count,weight,point,color,large,name,score")
    #expect(rows.count { $0.hasSuffix(",#ff8800,1,several,1") } == 1, "\(rows)")
    #expect(rows.count { $0.hasSuffix(",#0088ff,0,,0.5") } == 2, "\(rows)")
    #expect(writer.table().contains("several"))

    let session = try RecordedSession(PluginFixture.workbench(path))
    _ = session.answer(
      "data = points { lon = { 2.30, 2.3001, 2.5, 2.7 }, lat = { 48.85, 48.85, 48.9, 48.7 } }")
    _ = session.answer("frame = strategy('fixture'):frame(data, view { lon = 2.5, lat = 48.8, zoom = 10 })")
    _ = session.answer(
      "for _, cluster in ipairs(frame:clusters()) do if cluster.count == 2 then pair = cluster end end")
    #expect(
      session.answer("pair.fields.name .. pair.fields.color .. #pair.outline") == "\"several#ff88003\"\n")
    #expect(frame.memberCount(of: pair) == 2)
  }

  @Test("goes with the clusters that stay, and not with those that a later step makes")
  func steps() throws {
    let strategy = try PluginFixture.workbench(fixture.strategy(Self.body)).registry
      .find("fixture", kind: .strategy)()
    let separation = try Separation(["padding": .number(60)], owner: "separation")
    let near = Viewport(center: Coordinate(longitude: 2.5, latitude: 48.8), zoom: 9)
    let frame = try Clusterer(strategy, separation: separation).build(PluginFixture.points()).frame(for: near)
    let names = try #require(frame.details?.fields.first { $0.name == "color" })
    let plain = try Clusterer(strategy).build(PluginFixture.points()).frame(for: near)
    #expect(frame.count < plain.count)
    for cluster in 0..<frame.count {
      guard case .texts(let colors) = names.values else { throw Failure() }
      #expect((colors[cluster] != nil) == plain.ids.contains(frame.ids[cluster]))
    }
    let limited = try Clusterer(strategy, selected: [.text("a")]).build(PluginFixture.points())
      .frame(for: PluginFixture.view)
    #expect(limited.details?.outlines?.allSatisfy(\.isEmpty) == true)
  }

  private struct Failure: Error {}

  @Test(
    "is checked",
    arguments: [
      ("fields = 3", "'fields' is a number; it must be a table of lists by names"),
      ("fields = { { 1 } }", "'fields' is a list; it must be a table of lists by names"),
      ("fields = { count = groups.counts }", "field 'count' has a name that every cluster has for itself"),
      ("fields = { name = { 'a' } }", "field 'name' holds 1 values for 3 clusters"),
      ("fields = { name = 'a' }", "field 'name' is a string; it must be a list or a column"),
      (
        "fields = { name = { 'a', {}, 'b' } }",
        "field 'name' of cluster 2 is a table; it must be a text or a number"
      ),
      (
        "fields = { color = { 'red', false, false } }",
        "the color of cluster 1 is 'red'; colors are written #ff8800"
      ),
      ("outlines = { {} }", "'outlines' holds 1 values for 3 clusters"),
      (
        "outlines = { { 1, 2, 3, 4 }, false, false }",
        "the outline of cluster 1 has 4 numbers; x and y of three corners at least are needed"
      ),
      ("outlines = { false, false, { 1, 2, 3, 4, 1/0, 6 } }", "a corner of cluster 3 is at (inf, 6.0)"),
      ("field = {}", "'cluster' returned the unknown field 'field' (did you mean 'fields'?)"),
    ])
  func mistakes(answer: String, message: String) {
    let path = fixture.strategy(
      "local groups = points:grid(20):group() return { groups = groups, \(answer) }")
    #expect(PluginFixture.message(path).hasSuffix(message), "\(PluginFixture.message(path))")
  }
}
