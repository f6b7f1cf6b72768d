import Foundation
import TestSupport
import Testing

/// What a map asks of `pinfold cluster` beside clusters: boxes, single points, parts of a cluster.
@Suite("pinfold cluster, asked for more")
struct AnswerTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.write(
      """
      id,name,lon,lat,riders,open
      1,Nord,2.3553,48.8809,10,true
      2,Est,2.3590,48.8768,20,false
      4,"Part, Dieu",4.8594,45.7606,,true
      9,Fiji,178,-17,3,
      10,Samoa,-172,-14,4,false
      """ + "\n", to: "a.csv")
  }

  private func clusters(_ arguments: String...) throws -> [[String: Any]] {
    let outcome = try tool.run(["cluster", "a.csv", "--format", "json"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try #require(try json(outcome.output)["clusters"] as? [[String: Any]])
  }

  private func features(_ arguments: String...) throws -> [[String: Any]] {
    let outcome = try tool.run(["cluster", "a.csv", "--format", "geojson"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try #require(try json(outcome.output)["features"] as? [[String: Any]])
  }

  @Test("a box shows its points, across ±180° too")
  func box() throws {
    let france = try clusters("--bbox", "-5,41,10,51", "--zoom", "5", "--members")
    #expect(france.compactMap { $0["members"] as? [Int] }.flatMap { $0 }.sorted() == [1, 2, 4])
    let pacific = try clusters("--bbox=178,-17.1,-171.9,-14", "--zoom", "5", "--members")
    #expect(pacific.compactMap { $0["members"] as? [Int] }.flatMap { $0 }.sorted() == [9, 10])
    let fitted = try json(
      try tool("cluster", "a.csv", "--bbox", "-90,-10,90,10", "--width", "512", "--format", "json").output)
    let viewport = try #require(fitted["viewport"] as? [String: Any])
    #expect(abs((viewport["zoom"] as? Double ?? 0) - 2) < 1e-6 && viewport["width"] as? Double == 512)
  }

  @Test(
    "a box that is none is refused by name",
    arguments: [
      (["--bbox", "0,60,10,35"], "--bbox: the view's north edge is 35; it takes a number from 60"),
      (
        ["--bbox", "0,60,10"],
        "--bbox '0,60,10': expected west, south, east, north in degrees, as in -10,35,30,60"
      ),
      (
        ["--bbox", "a,0,1,2"],
        "--bbox 'a,0,1,2': expected west, south, east, north in degrees, as in -10,35,30,60"
      ),
      (
        ["--bbox", "0,0,1,1", "--zoom", "3", "--width", "7"],
        "--width: 'width' contradicts 'bbox' with 'zoom', which set the size"
      ),
      (
        ["--bbox", "0,0,1,1", "--zoom", "3", "--bearing", "7"],
        "--bearing: 'bearing' contradicts 'bbox' with 'zoom', which has north up"
      ),
      (["--zoom", "3"], "--zoom needs --bbox"),
      (["--view", "1,2,3", "--zoom", "3"], "--view sets the center and zoom already"),
      (
        ["--bbox", "20,0,1,1", "--planar"], "--bbox: the view's east edge is 1; it takes a number from 20"
      ),
      (["--bbox", "0,0,900,1"], "--bbox: the view's east edge is 900; it takes a number in -540…540"),
    ])
  func badBoxes(arguments: [String], message: String) throws {
    let outcome = try tool.run(["cluster", "nosuch.csv"] + arguments)
    #expect(outcome.status == 64 && outcome.complaint.hasPrefix("pinfold: \(message)"), "\(outcome.errors)")
  }

  @Test("a box of x and y shows its points on a plane, in pictures too")
  func planarBox() throws {
    try tool.write("id,x,y\n1,0,0\n2,10,20\n3,500,400\n4,1000,900\n", to: "plane.csv")
    for size in [["--zoom", "6"], ["--zoom", "25"], ["--width", "300", "--height", "200"]] {
      let outcome = try tool.run(
        ["cluster", "plane.csv", "--planar", "--bbox", "0,0,10.5,20", "--members", "--format", "json"] + size)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let frame = try json(outcome.output)
      let clusters = try #require(frame["clusters"] as? [[String: Any]])
      // The edge in the south belongs to the box there.
      #expect(clusters.compactMap { $0["members"] as? [Int] }.flatMap { $0 } == [2])
      let viewport = try #require(frame["viewport"] as? [String: Any])
      #expect(
        viewport["bounds"] as? [Double] == [0, 0, 10.5, 20] && viewport["clip"] as? String == "markers")
    }
    let closed = try tool(
      "cluster", "plane.csv", "--planar", "--bbox", "0,0,10,20", "--zoom", "6", "--clip", "members",
      "--members",
      "--format", "json")
    let clusters = try #require(try json(closed.output)["clusters"] as? [[String: Any]])
    #expect(clusters.compactMap { $0["members"] as? [Int] }.flatMap { $0 }.sorted() == [1, 2])
    let plot = try tool("plot", "plane.csv", "--planar", "--bbox", "0,0,600,500", "--output", "plane.svg")
    #expect(plot.status == 0, "\(plot.errors)")
  }

  @Test("a box lists clusters by their markers, or by their members, and is scored as it is")
  func clip() throws {
    try tool.write("id,lon,lat\n1,0.9,0\n2,3,0\n3,-3,40\n4,3,40\n", to: "pairs.csv")
    func members(_ arguments: String...) throws -> [[Int]] {
      let outcome = try tool.run(
        ["cluster", "pairs.csv", "--strategy", "radius(order=input)", "--members", "--format", "json"]
          + arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
      try tool.write(outcome.output, to: "frame.json")
      let score = try tool(
        "score", "pairs.csv", "--frames", "frame.json", "--metrics", "conservation", "--format", "csv")
      #expect(score.output.contains("conservation.passes,1"), "\(score.output)")
      let clusters = try #require(try json(outcome.output)["clusters"] as? [[String: Any]])
      return clusters.compactMap { $0["members"] as? [Int] }
    }
    let box = ["--zoom", "1", "--tile-size", "512"]
    #expect(try members("--bbox=-1,-1,1,1", box[0], box[1], box[2], box[3]) == [])
    #expect(try members("--bbox=-1,-1,1,1", box[0], box[1], box[2], box[3], "--clip", "members") == [[1, 2]])
    #expect(try members("--bbox=-1,39,1,41", box[0], box[1], box[2], box[3]) == [[3, 4]])
    #expect(
      try members("--bbox=-1,39,1,41", box[0], box[1], box[2], box[3], "--clip", "members") == [[3, 4]])
    // Latitudes past the poles are those of the poles.
    #expect(try members("--bbox=-180,-100,180,120", "--zoom", "1").joined().sorted() == [1, 2, 3, 4])
    // In other views supercluster's features are those whose markers are in view.
    let view = ["--view", "0,0,2,60x60"]
    #expect(try members(view[0], view[1]) == [[1, 2]])
    let features = try tool(
      "cluster", "pairs.csv", "--strategy", "radius(order=input)", "--view", "0,0,2,8x8", "--format",
      "geojson",
      "--properties", "supercluster")
    #expect((try json(features.output)["features"] as? [Any])?.count == 0)
  }

  @Test("points on one place are spread, whatever holds them apart")
  func spreadTogether() throws {
    try tool.write("id,lon,lat,g,m\n1,2,48,a,false\n2,2,48,b,false\n", to: "two.csv")
    for options in [
      ["--strategy", "none"], ["--group", "g"], ["--mergeable", "m"], ["--selected", "1"],
      ["--strategy", "grid"],
    ] {
      let outcome = try tool.run(["cluster", "two.csv", "--spread", "--format", "csv"] + options)
      let rows = outcome.output.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[1...2] }
      #expect(rows.count == 2 && Set(rows).count == 2, "\(options): \(outcome.output)")
    }
  }

  @Test("a turned view shows other points, says its bearing, and is read again")
  func turned() throws {
    func shown(_ bearing: String) throws -> (members: [Int], viewport: [String: Any]) {
      let outcome = try tool(
        "cluster", "a.csv", "--view", "3,47,5,500x100", "--bearing", bearing, "--format", "json", "--members")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let frame = try json(outcome.output)
      let clusters = try #require(frame["clusters"] as? [[String: Any]])
      let viewport = try #require(frame["viewport"] as? [String: Any])
      try tool.write(outcome.output, to: "frame.json")
      let score = try tool(
        "score", "a.csv", "--frames", "frame.json", "--metrics", "conservation", "--format", "csv")
      #expect(score.status == 0 && score.output.contains("conservation.passes,1"), "\(score.output)")
      return (clusters.compactMap { $0["members"] as? [Int] }.flatMap { $0 }.sorted(), viewport)
    }
    let (north, east) = (try shown("0"), try shown("90"))
    #expect(north.viewport["bearing"] == nil && east.viewport["bearing"] as? Double == 90)
    #expect(north.members != east.members)
    let table = try tool("cluster", "a.csv", "--view", "3,47,5", "--bearing", "-12.5")
    #expect(table.output.contains("1280 × 800, bearing -12.5"))
    let bad = try tool("cluster", "a.csv", "--view", "3,47,5", "--bearing", "400")
    #expect(bad.status == 64 && bad.complaint.contains("bearing"), "\(bad.errors)")
  }

  @Test("a single point comes back as itself in JSON, CSV and GeoJSON")
  func singles() throws {
    let all = try clusters("--bbox", "-5,41,10,51", "--zoom", "5")
    let lyon = try #require(all.first { $0["point"] as? Int == 4 })
    #expect(lyon["attributes"] as? NSDictionary == ["name": "Part, Dieu", "open": true])
    let paris = try #require(all.first { $0["count"] as? Int == 2 })
    #expect(paris["point"] == nil && paris["attributes"] == nil)
    let kept = try clusters("--bbox", "-5,41,10,51", "--zoom", "5", "--keep", "NAME")
    #expect(kept.compactMap { $0["attributes"] as? NSDictionary } == [["name": "Part, Dieu"]])
    let none = try clusters("--bbox", "-5,41,10,51", "--zoom", "5", "--keep", "none")
    #expect(none.allSatisfy { $0["attributes"] == nil } && none.contains { $0["point"] as? Int == 4 })

    let inBox = ["cluster", "a.csv", "--bbox", "-5,41,10,51", "--zoom", "5", "--format", "csv"]
    let plain = try tool.run(inBox).output.split(separator: "\n")
    #expect(plain[0] == "id,lon,lat,count,weight,point", "columns of single points are empty for clusters")
    let lines = try tool.run(inBox + ["--keep", "all"]).output.split(separator: "\n")
    #expect(lines[0] == "id,lon,lat,count,weight,point,name,riders,open")
    #expect(lines.dropFirst().contains { $0.hasSuffix(#",4.8594,45.7606,1,1,4,"Part, Dieu",,true"#) })
    #expect(lines.dropFirst().contains { $0.hasSuffix(",2,2,,,,") })

    let points = try features("--bbox", "-5,41,10,51", "--zoom", "5").compactMap {
      $0["properties"] as? [String: Any]
    }
    let single = try #require(points.first { $0["point"] as? Int == 4 })
    #expect(Set(single.keys) == ["id", "count", "weight", "point", "name", "open"])
    let unknown = try tool("cluster", "a.csv", "--keep", "nam", "--format", "csv")
    #expect(unknown.status == 1 && unknown.complaint.contains("no column 'nam' (--keep)"))
  }

  @Test("a column whose name is taken has an underscore after it")
  func clash() throws {
    try tool.write("lon,lat,count,count_\n1,2,7,8\n", to: "b.csv")
    let csv = try tool("cluster", "b.csv", "--keep", "all", "--format", "csv").output.split(separator: "\n")
    #expect(csv[0] == "id,lon,lat,count,weight,point,count_,count__" && csv[1].hasSuffix(",1,2,1,1,0,7,8"))
    let text = try tool("cluster", "b.csv", "--format", "geojson").output
    #expect(text.contains(#""count":1,"weight":1,"point":0,"count_":7,"count__":8}"#))
  }

  @Test("GeoJSON speaks supercluster's language on request")
  func supercluster() throws {
    let all = try features(
      "--bbox", "-5,41,10,51", "--zoom", "5", "--properties", "supercluster", "--aggregate", "riders:sum")
    let cluster = try #require(
      all.first { ($0["properties"] as? [String: Any])?["cluster"] as? Bool == true })
    let properties = try #require(cluster["properties"] as? [String: Any])
    #expect(properties["point_count"] as? Int == 2 && properties["point_count_abbreviated"] as? Int == 2)
    #expect(properties["riders_sum"] as? Double == 30)
    #expect(properties["bounds"] as? [Double] == [2.3553, 48.8768, 2.3590, 48.8809])
    let number = try #require(properties["cluster_id"] as? Int)
    #expect(number < 1 << 53 && cluster["id"] as? Int == number)
    let id = try #require(properties["id"] as? String)
    #expect(UInt64(id, radix: 16).map { Int($0 >> 11) } == number)
    let single = try #require(all.first { $0["id"] as? Int == 4 })
    #expect(single["properties"] as? NSDictionary == ["name": "Part, Dieu", "open": true])

    // A column with a name by which programs tell clusters, or with that of an aggregate, gives way.
    try tool.write("lon,lat,cluster,point_count,v,v_sum\n1,2,x,7,1,100\n", to: "own.csv")
    let own = try tool(
      "cluster", "own.csv", "--format", "geojson", "--properties", "supercluster", "--aggregate", "v:sum"
    ).output
    #expect(own.contains(#""cluster_":"x","point_count_":7"#) && own.contains(#""v_sum_":100"#), "\(own)")

    let large = try json(
      try tool(
        "cluster", "--generate", "uniform,count=12345", "--strategy", "kmeans(k=1)", "--format",
        "geojson",
        "--properties", "supercluster"
      ).output)
    let text = (large["features"] as? [[String: Any]])?.first?["properties"] as? [String: Any]
    #expect(text?["point_count_abbreviated"] as? String == "12.3k")
  }

  @Test("the cluster of a point is found")
  func find() throws {
    let found = try clusters("--find", "2", "--members")
    #expect(found.count == 1 && found[0]["members"] as? [Int] == [1, 2])
    let table = try tool("cluster", "a.csv", "--find", "4").output
    #expect(
      table.contains("only the cluster of the point that was asked for:")
        && table.split(separator: "\n").count == 5)
    let unknown = try tool("cluster", "a.csv", "--find", "77")
    #expect(
      unknown.status == 1 && unknown.complaint == "pinfold: no point has the id 77")
    let hidden = try tool("cluster", "a.csv", "--find", "9", "--bbox", "0,0,1,1", "--zoom", "5")
    #expect(
      hidden.status == 1
        && hidden.complaint == "pinfold: the point 9 is not in the view")
  }

  @Test(
    "a cluster is asked for its children and its leaves",
    arguments: ["grid", "quadtree", "separate", "radius"])
  func parts(strategy: String) throws {
    let view = ["--bbox", "-5,41,10,51", "--zoom", "1", "--strategy", strategy]
    let outer = try clusters(view[0], view[1], view[2], view[3], view[4], view[5])
    let whole = try #require(outer.first { $0["count"] as? Int ?? 0 >= 2 })
    let id = try #require(whole["id"] as? String)
    let base = ["cluster", "a.csv", "--format", "json", "--members", "--of", id] + view
    let children = try json(try tool.run(base).output)
    let lists = (children["clusters"] as? [[String: Any]])?.compactMap { $0["members"] as? [Int] } ?? []
    #expect(lists.count > 1)
    let zoom = (children["viewport"] as? [String: Any])?["zoom"] as? Double ?? 0
    #expect(zoom >= 1)
    let leaves = try json(try tool.run(base + ["--show", "leaves"]).output)
    let points = (leaves["clusters"] as? [[String: Any]])?.compactMap { $0["point"] as? Int } ?? []
    #expect(points == lists.flatMap { $0 }.sorted() && points.count == whole["count"] as? Int)
    let page = try json(try tool.run(base + ["--show", "leaves", "--limit", "1", "--offset", "1"]).output)
    #expect((page["clusters"] as? [[String: Any]])?.compactMap { $0["point"] as? Int } == [points[1]])
  }

  @Test(
    "a cluster that is none has no parts",
    arguments: [
      (["--of", "0123456789abcdef"], 1, "no cluster of this view has the id '0123456789abcdef'"),
      (["--show", "leaves"], 64, "--show: 'show' applies to one cluster; give its id with 'of'"),
      (["--of", "x", "--find", "1"], 64, "--find: 'find' and 'of' are both given"),
    ])
  func noParts(arguments: [String], status: Int32, message: String) throws {
    let outcome = try tool.run(["cluster", "a.csv"] + arguments)
    #expect(
      outcome.status == status && outcome.complaint.hasPrefix("pinfold: \(message)"), "\(outcome.errors)")
  }

  @Test("columns say which points merge, and points without a group can be asked to stay alone")
  func mergeable() throws {
    try tool.write(
      "id,lon,lat,kind,fold\n1,5,5,a,yes\n2,5,5,a,no\n3,5,5,,TRUE\n4,5,5,,\n5,5,5,a,1\n6,5,5,b,maybe\n",
      to: "m.csv")
    func members(_ arguments: String...) throws -> [[Int]] {
      let outcome = try tool.run(["cluster", "m.csv", "--format", "json", "--members"] + arguments)
      #expect(outcome.status == 0, "\(outcome.errors)")
      let clusters = try json(outcome.output)["clusters"] as? [[String: Any]] ?? []
      return clusters.compactMap { $0["members"] as? [Int] }.sorted { $0[0] < $1[0] }
    }
    // Row 6 says neither, and is left out.
    #expect(try members("--mergeable", "fold") == [[1, 3, 4, 5], [2]])
    #expect(try members("--group", "kind") == [[1, 2, 5], [3, 4], [6]])
    #expect(try members("--group", "kind", "--ungrouped", "alone") == [[1, 2, 5], [3], [4], [6]])
    let note = try tool("cluster", "m.csv", "--mergeable", "fold").errors
    #expect(note.contains("bad mergeable") && note.contains("fold 'maybe'"), "\(note)")
  }

  @Test("columns are told of as donuts and quantiles, texts too")
  func aggregates() throws {
    try tool.write(
      "id,lon,lat,kind,size\n1,5,5,b,1\n2,5,5,a,2\n3,5,5,b,4\n4,5,5,,8\n", to: "k.csv")
    let base = ["cluster", "k.csv", "--aggregate", "kind:histogram,top(1),concat,count"]
    let more = ["--aggregate", "size:median,quantile(0.25),product"]
    let text = try tool.run(base + more + ["--format", "json"]).output
    #expect(
      text.contains(
        #""aggregates":{"kind":{"histogram":{"b":2,"a":1},"top(1)":{"b":2},"concat":"b,a,b","count":3},"#
          + #""size":{"median":3,"quantile(0.25)":1.75,"product":64}}"#), "\(text)")
    let flat = try tool.run(base + more + ["--format", "geojson"]).output
    #expect(flat.contains(#""kind_histogram":{"b":2,"a":1},"kind_top_1":{"b":2},"kind_concat":"b,a,b""#))
    #expect(flat.contains(#""size_quantile_0.25":1.75"#))
    let csv = try tool.run(base + ["--format", "csv", "--keep", "none"]).output.split(separator: "\n")
    #expect(csv[0].hasSuffix("point,kind_histogram,kind_top_1,kind_concat,kind_count"))
    #expect(csv[1].hasSuffix(#",4,4,,"{""b"":2,""a"":1}","{""b"":2}","b,a,b",3"#), "\(csv[1])")
    #expect(try tool.run(base).output.contains("b 2, a 1"))
    for (kinds, message) in [
      ("top(0)", "'top(0)': expected a whole number from 1, as in top(3)"),
      ("quantile", "'quantile': expected a share in 0…1, as in quantile(0.9)"),
      ("quantile(2)", "'quantile(2)': expected a share in 0…1"),
    ] {
      let outcome = try tool("cluster", "k.csv", "--aggregate", "size:\(kinds)")
      #expect(outcome.status == 64 && outcome.complaint.contains(message), "\(outcome.errors)")
    }
  }

  @Test("stacks are spread in any format")
  func spread() throws {
    try tool.write("id,lon,lat,name\n1,5,5,x\n2,5,5,y\n3,9,9,z\n", to: "s.csv")
    let text = try tool("cluster", "s.csv", "--spread", "--format", "json").output
    let clusters = try json(text)["clusters"] as? [[String: Any]] ?? []
    #expect(clusters.compactMap { $0["point"] as? Int }.sorted() == [1, 2, 3])
    let x = try #require(clusters.first { $0["point"] as? Int == 1 })
    // Two pins are laid at 3 m, the first to the north.
    let north = try #require(x["lat"] as? Double) - 5
    #expect(abs(north - 3 / 6_378_100 * 180 / Double.pi) < 2e-7)
    #expect((x["attributes"] as? [String: String]) == ["name": "x"])
    let spiral = try tool("cluster", "s.csv", "--layout", "shape=spiral", "--format", "json").output
    let pins = try json(spiral)["clusters"] as? [Any]
    #expect(spiral != text && pins?.count == 3)
    let plane = try tool("cluster", "s.csv", "--planar", "--spread")
    #expect(plane.status == 1 && plane.complaint.contains("planar data have no meters"))
  }

  @Test("a transition goes on from the moment at which it is interrupted")
  func interruption() throws {
    let base = [
      "diff", "--generate", "cities,count=300", "--from", "0,20,1", "--to", "0,20,2", "--format", "json",
    ]
    let plain = try json(try tool.run(base).output)
    let outcome = try tool.run(base + ["--interrupt", "0.5", "--then", "10,20,1"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let document = try json(outcome.output)
    func counts(_ document: [String: Any], _ name: String) -> [Int] {
      let clusters = (document[name] as? [String: Any])?["clusters"] as? [[String: Any]] ?? []
      return clusters.compactMap { $0["count"] as? Int }
    }
    // Half way to the deeper view, old clusters are in the parts that they fall into.
    let markers = plain["markers"] as? [[String: Any]] ?? []
    let midway = markers.filter { marker in
      (marker["addedAt"] as? Double ?? 0) <= 0.5 && (marker["removedAt"] as? Double ?? 2) > 0.5
    }
    #expect(counts(document, "old").sorted() == midway.compactMap { $0["count"] as? Int }.sorted())
    #expect(counts(document, "old").count > counts(plain, "old").count)
    for (arguments, message) in [
      (["--interrupt", "0.5"], "'interrupt' and 'then' belong together"),
      (["--interrupt", "2", "--then", "0,0,1"], "--interrupt '2': expected a number in 0…1"),
    ] {
      let outcome = try tool.run(base + arguments)
      #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
    }
  }

  @Test("selected points stay out of their clusters")
  func selected() throws {
    let text = try tool(
      "cluster", "a.csv", "--bbox", "-5,41,10,51", "--zoom", "5", "--selected", "2", "--format", "json")
    let document = try json(text.output)
    #expect(document["selected"] as? [Int] == [2])
    let points = (document["clusters"] as? [[String: Any]])?.compactMap { $0["point"] as? Int } ?? []
    #expect(points.sorted() == [1, 2, 4])
    let quoted = try tool("cluster", "a.csv", "--selected", #""7,8",9"#)
    #expect(quoted.status == 1 && quoted.complaint == "pinfold: no point has the id 7,8, which is selected")
    let unknown = try tool("cluster", "a.csv", "--selected", "77")
    #expect(unknown.status == 1 && unknown.complaint == "pinfold: no point has the id 77, which is selected")
  }
}
