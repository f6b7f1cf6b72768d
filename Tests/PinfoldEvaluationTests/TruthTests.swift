import Pinfold
import PinfoldEvaluation
import TestSupport
import Testing

@Suite("Clusters beside labels that data come with")
struct TruthTests {
  /// Whole numbers below `bound` by the generator x ← (1103515245 x + 12345) mod 2³¹, of its bits 16 and up.
  private func labels(_ count: Int, below bound: Int, seed: Int) -> [Int32] {
    var state = seed
    return (0..<count).map { _ in
      state = (state * 1_103_515_245 + 12345) % (1 << 31)
      return Int32((state >> 16) % bound)
    }
  }

  @Test("indices are those of scikit-learn")
  func golden() throws {
    // scikit-learn 1.9.1: adjusted_rand_score, adjusted_mutual_info_score; purity from contingency_matrix.
    let truth = labels(300, below: 7, seed: 1)
    let noise = labels(300, below: 7, seed: 9)
    let near = truth.indices.map { $0 % 10 == 0 ? noise[$0] : truth[$0] }
    let cases: [([Int32], [Int32], rand: Double, information: Double, purity: Double)] = [
      (
        [0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 4], [0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3], 0.2600896860986547,
        0.3024384240696294, 2.0 / 3
      ),
      (truth, labels(300, below: 5, seed: 2), -0.006837189665119449, -0.00939344963586907, 59.0 / 300),
      (truth, near, 0.7997234542851599, 0.7982824793462221, 0.91),
    ]
    for (first, second, rand, information, purity) in cases {
      let table = Contingency(first, second)
      #expect(isClose(table.adjustedRandIndex, rand))
      #expect(isClose(try table.adjustedMutualInformation(), information))
      #expect(isClose(table.purity, purity))
      #expect(isClose(try table.swapped.adjustedMutualInformation(), information))
    }
  }

  @Test("labelings with nothing to tell are as in scikit-learn")
  func degenerate() throws {
    for (first, second, value) in [
      ([0, 0, 1, 1], [1, 1, 0, 0], 1.0), ([0, 0, 0], [0, 1, 2], 0), ([0, 0, 0], [0, 0, 0], 1),
      ([0, 1, 2], [2, 1, 0], 1), ([0, 1, 2, 0], [0, 1, 2, 3], 0), ([], [], 1),
    ] as [([Int32], [Int32], Double)] {
      #expect(isClose(try Contingency(first, second).adjustedMutualInformation(), value))
    }
  }

  private let view = Viewport(center: Coordinate(longitude: 10, latitude: 5), zoom: 4)

  private func columns(_ labels: [String?]?) -> PointColumns {
    var columns = PointColumns(longitude: [3.1, 3.15, 3.2, 20.3, 20.35, -20], latitude: [2, 2, 2, 9, 9, 1])
    guard let labels else { return columns }
    var texts = TextColumn()
    for label in labels {
      if let label { texts.append(label) } else { texts.appendMissing() }
    }
    columns.attributes = [Attribute(name: "truth", values: .texts(texts))]
    return columns
  }

  private func values(
    _ labels: [String?]?, _ noise: NoisePolicy = .alone
  ) throws -> [String: MeasuredValue] {
    let frame = try Clusterer(.grid(cellSize: 100)).build(try PointSet(columns(labels))).frame(for: view)
    var metric = TruthMetric()
    metric.noise = noise
    let results = try metric.evaluate(MetricSubject([frame]))
    return Dictionary(uniqueKeysWithValues: results.map { ($0.measure.name, $0.value) })
  }

  @Test("points without a label count nowhere, and single points by the policy")
  func policies() throws {
    let labels = ["a", "a", "b", "c", "c", "c"]
    // Clusters {a a b} {c c} {c}: purity 5/6; without the single point 4/5.
    #expect(isClose(try values(labels)["purity"]?.number, 5.0 / 6))
    #expect(isClose(try values(labels, .leftOut)["purity"]?.number, 4.0 / 5))
    #expect(isClose(try values(labels, .leftOut)["labeled"]?.number, 5.0 / 6))
    // One point alone is one cluster by either policy.
    let (alone, together) = (try values(labels), try values(labels, .together))
    #expect(isClose(together["rand"]?.number, try #require(alone["rand"]?.number)))
    let few = try values(["a", nil, "b", "", "c", "c"])
    #expect(isClose(few["labeled"]?.number, 4.0 / 6) && isClose(few["purity"]?.number, 3.0 / 4))
    #expect(try values(nil)["rand"] == .undefined(.noLabels))
    #expect(try values([nil, nil, nil, nil, nil, nil])["rand"] == .undefined(.noLabels))
  }

  @Test("of several columns of labels the best agreement counts, and the label of noise does not")
  func several() throws {
    func values(_ change: (inout TruthMetric) -> Void) throws -> [String: MeasuredValue] {
      // Clusters {a a b} {c c} {c}, as above.
      var points = columns(["a", "a", "b", "c", "c", "c"])
      for (name, labels) in [
        ("other", ["x", "x", "x", "y", "y", "z"]), ("noisy", ["a", "a", "0", "c", "c", "c"]),
      ] {
        points.attributes.append(Attribute(name: name, values: columns(labels).attributes[0].values))
      }
      let frame = try Clusterer(.grid(cellSize: 100)).build(try PointSet(points)).frame(for: view)
      var metric = TruthMetric()
      change(&metric)
      let results = try metric.evaluate(MetricSubject([frame]))
      return Dictionary(uniqueKeysWithValues: results.map { ($0.measure.name, $0.value) })
    }
    #expect(try values { $0.labels = ["other"] }["rand"] == .number(1))
    let first = try values { _ in }
    #expect(try #require(first["rand"]?.number) < 1)
    let best = try values { $0.labels = ["truth", "other"] }
    #expect(best["rand"] == .number(1) && best["purity"] == .number(1) && best["bCubed"] == .number(1))
    #expect(try values { $0.labels = ["truth", "noisy"] }["purity"] == first["purity"])
    let quiet = try values { ($0.labels, $0.noiseLabel) = (["noisy"], "0") }
    #expect(isClose(quiet["labeled"]?.number, 5.0 / 6) && isClose(quiet["purity"]?.number, 1))
    #expect(throws: ClusteringError.self) { try values { $0.labels = ["truth", "none"] } }
  }
}
