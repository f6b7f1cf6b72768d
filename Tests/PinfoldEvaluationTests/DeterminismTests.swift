import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Determinism")
struct DeterminismTests {
  private let view = Viewport(center: Coordinate(longitude: 2, latitude: 50), zoom: 6)

  private func measure(
    _ strategy: any ClusteringStrategy, _ points: PointSet? = nil
  ) throws -> [String: MeasuredValue] {
    let points = try points ?? makeHeaps(300, seed: 11)
    let clusterer = Clusterer(strategy)
    var metric = DeterminismMetric()
    metric.threads = 3
    let frame = try clusterer.build(points).frame(for: view)
    let values = try metric.evaluate(MetricSubject([frame], clusterer: clusterer, seed: 7))
    return Dictionary(uniqueKeysWithValues: values.map { ($0.measure.name, $0.value) })
  }

  @Test("grid gives one frame in all runs")
  func grid() throws {
    let values = try measure(.grid())
    for name in ["identical", "repeats", "permutations", "threads", "exact", "distinct", "similarity"] {
      #expect(values[name] == .number(1), "\(name)")
    }
    #expect(values["drift"] == .number(0))
  }

  @Test("grid gives one frame over points with all columns, on one spot and past ±180°")
  func columns() throws {
    var columns = PointColumns(longitude: [181, -179, 541, -180, 179.5], latitude: [50, 50, 50, 50, 50])
    columns.ids = .mixed([.text("b"), .integer(4), .text("4"), .text("a"), .integer(-2)])
    columns.weight = [1, 2, 3, 0, 0.25]
    columns.group = [0, 1, -1, 1, 0]
    columns.groupNames = ["z", "y"]
    columns.mergeable = [true, true, false, true, false]
    columns.attributes = [Attribute(name: "note", values: .numbers([1, 2, 3, 4, 5]))]
    let clusterer = Clusterer(.grid())
    var view = view
    view.center.longitude = 180
    let frame = try clusterer.build(try PointSet(columns)).frame(for: view)
    #expect(frame.count > 2)
    let values = try DeterminismMetric().evaluate(MetricSubject([frame], clusterer: clusterer))
    #expect(values.first?.value == .number(1))
  }

  @Test("a strategy that depends on the order of the input is found out")
  func order() throws {
    let values = try measure(ListStrategy.byRow)
    #expect(values["repeats"] == .number(1))
    #expect(values["threads"] == .number(1))
    #expect(values["permutations"] == .number(0))
    let similarity = try #require(values["similarity"]?.number)
    #expect(similarity < 0.9)
    #expect(try #require(values["drift"]?.number) > 0)
    // Five other orders and the given one.
    #expect(values["distinct"] == .number(6))
  }

  @Test("a strategy that depends on the number of threads is found out")
  func threads() throws {
    let values = try measure(ListStrategy.byThreads)
    #expect(values["repeats"] == .number(1))
    #expect(values["permutations"] == .number(1))
    #expect(values["threads"] == .number(0))
  }

  @Test("a strategy that remembers is found out")
  func history() throws {
    let values = try measure(ListStrategy.byHistory())
    #expect(values["repeats"] == .number(0))
  }

  @Test("nothing at all, one point, and points on one spot are all the same every time")
  func degenerate() throws {
    for points in [[], [(2, 50)], Array(repeating: (2, 50), count: 40)] as [[(Double, Double)]] {
      let values = try measure(.grid(), try makePoints(points))
      #expect(values["identical"] == .number(1))
      #expect(values["similarity"] == .number(1))
    }
  }

  @Test("a stored frame cannot be run again")
  func stored() throws {
    let frame = try Clusterer(.grid()).build(try makeHeaps(9, seed: 1)).frame(for: view)
    let values = try DeterminismMetric().evaluate(MetricSubject([frame]))
    #expect(values.allSatisfy { $0.value == .undefined(.needsClusterer) })
    #expect(values.count == DeterminismMetric().about.measures.count)
  }
}
