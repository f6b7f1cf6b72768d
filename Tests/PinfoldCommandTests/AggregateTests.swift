import Foundation
import Pinfold
import TestSupport
import Testing

@Suite("pinfold cluster --aggregate")
struct AggregateTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(
      """
      id,name,lon,lat,Population,info:de,mass
      1,a,2.35,48.86,10,x,1
      2,b,2.351,48.861,,y,2
      3,,2.352,48.862,2.5,x,3
      4,d,-3.7,40.4,,,4
      5,e,,,1000,z,5

      """, to: "a.csv")
  }

  private func clusters(_ arguments: String...) throws -> [[String: Any]] {
    let outcome = try tool.run(
      ["cluster", "a.csv", "--view", "0,45,5", "--format", "json"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try #require(try json(outcome.output)["clusters"] as? [[String: Any]])
  }

  private func aggregates(_ clusters: [[String: Any]], count: Int) throws -> [String: [String: Double?]] {
    let cluster = try #require(clusters.first { $0["count"] as? Int == count })
    let objects = try #require(cluster["aggregates"] as? [String: [String: Any]])
    return objects.mapValues { $0.mapValues { $0 as? Double } }
  }

  @Test("columns are told of by name in any case, by number, and with colons in their names")
  func columns() throws {
    let clusters = try clusters(
      "--aggregate", "population:sum,mean,sum", "--aggregate", "5:max", "--aggregate", "info:de:distinct",
      "--aggregate", "name:count", "--aggregate", "lat:min")
    #expect(
      try aggregates(clusters, count: 3) == [
        "Population": ["sum": 12.5, "mean": 6.25, "max": 10], "info:de": ["distinct": 2],
        "name": ["count": 2],
        "lat": ["min": 48.86],
      ])
    #expect(
      try aggregates(clusters, count: 1) == [
        "Population": ["sum": nil, "mean": nil, "max": nil], "info:de": ["distinct": 0], "name": ["count": 1],
        "lat": ["min": 40.4],
      ])
  }

  @Test("one option takes several columns")
  func several() throws {
    #expect(
      try aggregates(clusters("--aggregate", "population:sum,max, name:count,info:de:distinct"), count: 3)
        == [
          "Population": ["sum": 12.5, "max": 10], "name": ["count": 2], "info:de": ["distinct": 2],
        ])
  }

  @Test("the column of weights can be told of too, and without the option nothing is")
  func roles() throws {
    let clusters = try clusters("--weight", "mass", "--aggregate", "mass:sum")
    #expect(try aggregates(clusters, count: 3) == ["mass": ["sum": 6]])
    #expect(clusters.compactMap { $0["weight"] as? Double }.sorted() == [4, 6])
    #expect(try self.clusters().allSatisfy { $0["aggregates"] == nil })
  }

  private static let kinds =
    "count, sum, mean, min, max, distinct, product, median, quantile(0.9), histogram, top(3), concat"

  @Test(
    "mistakes are named",
    arguments: [
      ("Population", 64, "expected column:kinds, as in population:sum,mean"),
      ("Population:", 64, "unknown kind ''; there are: \(Self.kinds)"),
      ("Population:sum,name:cont", 64, "unknown kind 'cont' (did you mean 'count'?)"),
      ("Population:sun,name:count", 64, "unknown kind 'sun' (did you mean 'sum'?)"),
      ("Population:sum,men", 64, "unknown kind 'men' (did you mean 'mean'?)"),
      ("Populaton:sum", 1, "a.csv: no column 'Populaton' (--aggregate) (did you mean 'Population'?)"),
      ("name:mean", 1, "attribute 'name' holds texts, which have no mean; count and distinct take any"),
    ])
  func mistakes(option: String, status: Int32, message: String) throws {
    let outcome = try tool("cluster", "a.csv", "--aggregate", option)
    #expect(outcome.status == status && outcome.output.isEmpty)
    #expect(outcome.complaint.hasSuffix(message), "\(outcome.errors)")
  }

  @Test(
    "populations of a real file add up as the file does",
    .enabled(if: Folders.data != nil, "\(Folders.dataIsMissing)"))
  func realData() throws {
    let file = try #require(Folders.data).appending(path: "supercluster/places.json").path
    let outcome = try tool(
      "cluster", file, "--view", "0,0,1,4000x4000", "--aggregate", "scalerank:sum,count,max",
      "--aggregate", "featureclass:distinct", "--members", "--format", "json")
    let clusters = try #require(try json(outcome.output)["clusters"] as? [[String: Any]])
    let document = try json(String(decoding: Data(contentsOf: URL(filePath: file)), as: UTF8.self))
    let features = try #require(document["features"] as? [[String: Any]])
    // One feature has an id, so points are named by their rows, which are numbered with those that have no
    // place.
    let properties = features.compactMap { $0["properties"] as? [String: Any] }
    var shown = 0
    for cluster in clusters {
      let members = try #require(cluster["members"] as? [String]).map { try #require(Int($0.dropFirst())) }
      let ranks = members.compactMap { properties[$0]["scalerank"] as? Double }
      let classes = Set(members.compactMap { properties[$0]["featureclass"] as? String })
      let found = try #require(cluster["aggregates"] as? [String: [String: Double]])
      #expect(
        found["scalerank"] == [
          "sum": ranks.reduce(0, +), "count": Double(ranks.count), "max": ranks.max() ?? 0,
        ])
      #expect(found["featureclass"] == ["distinct": Double(classes.count)])
      shown += members.count
    }
    #expect(shown == 162)
  }
}
