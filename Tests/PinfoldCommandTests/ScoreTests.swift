import Foundation
import Pinfold
import Testing

@Suite("pinfold score")
struct ScoreTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    // Eight points on a plane that is 256 wide; at zoom 0 a unit is a screen point.
    try tool.write(
      """
      id,x,y
      a,0,0
      b,100,100
      c,106,100
      d,100,108
      e,106,108
      f,200,60
      g,206,60
      z,256,256

      """, to: "plane.csv")
    try tool.write(Self.frames, to: "frames.json")
  }

  /// What another program might say: of the first frame z is lost, and the second cluster counts one too
  /// many.
  private static let frames = """
    [
      {"made by": {"name": "another program"}, "viewport": \(view), "clusters": [
        {"x": 103, "y": 104, "members": ["b", "c", "d", "e"], "count": 4, "radius": 10},
        {"members": ["g", "f"], "y": 60, "x": 203, "radius": 10.0, "count": 3, "colour": null},
        {"x": 0, "y": 0, "members": ["a"], "radius": 10}
      ]},
      {"clusters": [
        {"x": 103, "y": 100, "members": ["b", "c"]},
        {"x": 103, "y": 108, "members": ["d", "e"]},
        {"x": 203, "y": 64, "members": ["f", "g"]},
        {"x": 128, "y": 128, "members": ["a", "z"]}
      ], "viewport": \(view)}
    ]
    """
  private static let view = #"{"x": 128, "y": 128, "zoom": 0, "width": 256, "height": 256}"#

  private func values(_ arguments: String...) throws -> [String: Double] {
    let outcome = try tool.run(["score"] + arguments + ["--format", "csv"])
    #expect(outcome.status == 0 && outcome.complaint.isEmpty)
    var values: [String: Double] = [:]
    for line in outcome.output.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      #expect(cells.count == 5)
      // A value, or the reason why there is none.
      #expect((Double(cells[3]) == nil) == !cells[4].isEmpty, "\(line)")
      values["\(cells[1]) \(cells[2])"] = Double(cells[3])
    }
    return values
  }

  @Test("frames of another program have the scores of a look by hand")
  func hand() throws {
    let values = try values("plane.csv", "--planar", "--frames", "frames.json")
    func expect(_ name: String, _ expected: Double) {
      #expect(abs((values[name] ?? .nan) - expected) < 1e-5, "\(name): \(values[name] ?? .nan)")
    }
    expect("1 conservation.passes", 0)
    expect("1 conservation.coverage", 7.0 / 8)
    expect("1 conservation.countError", 1)
    expect("2 conservation.passes", 1)
    // Four points 5 from their marker, two 3 from theirs, one on it.
    expect("1 displacement.mean", 26.0 / 7)
    expect("1 displacement.p95", 5)
    expect("1 quantization.sse", 118)
    expect("1 quantization.constant", 3 * 118.0 / (7 * 256 * 256))
    expect("1 centroid-offset.max", 0)
    expect("2 centroid-offset.max", 4)
    expect("1 markers.count", 3)
    // Discs of radius 10, the third in a corner; those of the second frame are the shared size's.
    expect("1 ink.share", 225 * .pi / 65536)
    expect("1 gap.min", (100.0 * 100 + 44 * 44).squareRoot() - 20)
    expect("1 overlap.pairs", 0)
    // Two discs for two points each, 8 apart.
    expect("2 overlap.pairs", 1)
    expect("2 overlap.share", 0.5)
    expect("1-2 lineage.split", 1)
    expect("1-2 lineage.persist", 2)
    expect("1-2 churn.share", 5.0 / 7)
    let way = (2.0 * 128 * 128).squareRoot()
    expect("1-2 travel.mean", (6 * 4 + way) / 7)
    expect("1-2 travel.max", way)
    // The way from the corner to the middle crosses the one that runs down the line x = 103.
    expect("1-2 crossings.pairs", 1)
    expect("1-2 crossings.paths", 4)
    expect(" history.identical", 0)
    expect(" history.revisits", 1)
  }

  @Test("the table tells each metric once, and notes a frame that loses points")
  func table() throws {
    let outcome = try tool(
      "score", "plane.csv", "--planar", "--frames", "frames.json", "--metrics", "gap,churn")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("note: frame 1 loses, repeats or miscounts points"))
    #expect(!outcome.errors.contains("frame 2"))
    #expect(
      outcome.output.hasPrefix(
        """
        2 frames of 8 points

        frames
        metric   median   worst
        """))
    #expect(outcome.output.contains("\nframe pairs\nmetric        value\nchurn.share  0.7143\n"))
  }

  @Test("of a frame that it clustered itself it measures what compare does", arguments: ["grid", "pca"])
  func roundTrip(strategy: String) throws {
    var random = SplitMix64(seed: 5)
    let rows = (0..<400).map { row in
      "p\(row),\(-179 + 359 * random.unit() * random.unit()),\(80 * (random.unit() - 0.5))"
    }
    try tool.write("id,lon,lat\n" + rows.joined(separator: "\n") + "\n", to: "world.csv")
    let clustered = try tool(
      "cluster", "world.csv", "--strategy", strategy, "--members", "--format", "json", "-o", "frame.json")
    #expect(clustered.status == 0)
    let metrics =
      "conservation,displacement,quantization,overlap,occlusion,gap,ink,lattice,density,silhouette"
    let scores = try values("world.csv", "--frames", "frame.json", "--metrics", metrics)
    // The view of all points is the only one at no other zoom.
    let compared = try tool(
      "compare", "world.csv", "--strategy", strategy, "--locations", "0", "--metrics", metrics, "--format",
      "csv")
    var count = 0
    for line in compared.output.split(separator: "\n").dropFirst() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard let median = Double(cells[6]) else { continue }
      #expect(scores["1 \(cells[5])"] == median, "\(cells[5])")
      count += 1
    }
    #expect(count > 20)
    #expect(scores["1 conservation.passes"] == 1)
  }

  @Test("what is wrong with a file is told with its place")
  func errors() throws {
    func complaint(_ frames: String) throws -> String {
      try tool.write(frames, to: "bad.json")
      let outcome = try tool("score", "plane.csv", "--planar", "--frames", "bad.json")
      #expect(outcome.status == 1)
      #expect(outcome.output.isEmpty)
      return outcome.complaint
    }
    let cluster = #"{"x": 1, "y": 2, "members": ["a"]}"#
    #expect(
      try complaint(
        #"{"viewport": \#(Self.view), "clusters": [\#(cluster), {"x": 1, "y": 2, "members": [7]}]}"#)
        == "pinfold: bad.json: clusters[1].members[0]: no point has the id 7")
    #expect(
      try complaint(#"[{"clusters": [\#(cluster)]}]"#)
        == "pinfold: bad.json: [0]: a frame without a viewport")
    #expect(try complaint("[").hasPrefix("pinfold: bad.json:1: not valid JSON"))
  }

  @Test("options that cannot be meant are told before anything is read")
  func usage() throws {
    let metric = try tool("score", "none.csv", "--frames", "none.json", "--metrics", "overlaps")
    #expect(metric.status == 64)
    #expect(metric.complaint == "pinfold: --metrics: unknown metric 'overlaps' (did you mean 'overlap'?)")
    #expect(try tool("score", "-", "--frames", "-").status == 64)
    #expect(try tool("score", "plane.csv").status == 64)
  }
}
