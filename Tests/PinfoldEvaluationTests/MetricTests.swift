import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Metrics")
struct MetricTests {
  private var registry: Registry {
    var registry = Registry.builtIn
    registry.registerMetrics()
    return registry
  }

  private func frame(_ coordinates: [(Double, Double)]) throws -> Frame {
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 2)
    return try Clusterer(.grid()).build(try makePoints(coordinates)).frame(for: view)
  }

  @Test("every metric describes itself and returns what it declares, on degenerate frames too")
  func registered() throws {
    let all = registry.all(.metric)
    #expect(all.map(\.name) == all.map(\.name).sorted())
    #expect(all.count >= 33)
    for registration in all {
      let metric = try registration()
      let about = metric.about
      #expect(about.name == registration.name)
      #expect(Set(about.measures.map(\.name)).count == about.measures.count)
      for text in [about.id, about.summary, about.formula, about.cost, about.source] {
        #expect(!text.isEmpty)
      }
      for points in [[], [(1, 1)], Array(repeating: (1, 1), count: 9)] as [[(Double, Double)]] {
        let shown = try frame(points)
        let subject = MetricSubject([shown, shown], clusterer: Clusterer(.grid()))
        let measured = try metric.measure(subject)
        #expect(Set(measured.keys) == Set(about.measures), "\(about.name)")
        let values = try metric.evaluate(subject)
        #expect(values.map(\.measure) == about.measures)
        for value in values {
          if let reason = value.value.reason {
            #expect(about.undefined.contains(reason), "\(value.label): \(reason.code)")
          }
          if let number = value.value.number {
            #expect(value.measure.range.contains(number), "\(value.label)")
          }
        }
      }
    }
  }

  @Test("parameters come by name, and a slip is corrected")
  func parameters() throws {
    let determinism = try registry.find("determinism", kind: .metric)
    #expect(try (determinism(["repeats": .integer(9)]) as? DeterminismMetric)?.repeats == 9)
    #expect(throws: ParameterError.self) { try determinism(["repeat": .integer(9)]) }
    #expect(throws: RegistryError.self) { try registry.find("overlaps", kind: .metric) }
  }

  @Test("a plugin is a description and a function")
  func plugin() throws {
    let count = Measure("count", in: 0...(.infinity), better: .descriptive, "Markers.")
    let ratio = Measure("ratio", in: 0...1, better: .higher, "Not finite.")
    let other = Measure("other", in: 0...1, better: .higher, "Not returned.")
    let extra = Measure("extra", in: 0...1, better: .higher, "Not declared.")
    let about = MetricDescription(
      id: "X1", name: "markers", summary: "How many.", formula: "K", measures: [count, ratio, other],
      cost: "O(1)", source: "a test")
    var registry = registry
    registry.register(
      Registration(
        kind: .metric, name: "markers", summary: "How many.",
        origin: .plugin(path: "m.lua", version: "1", sources: []),
        parameters: []
      ) { _ in
        ClosureMetric(about) {
          [count: .count($0.frame.count), ratio: .number(0.0 / 0), extra: .count(1)]
        }
      })
    let values = try registry.find("markers", kind: .metric)().evaluate(
      MetricSubject([try frame([(0, 0), (90, 0)])]))
    #expect(values.map(\.value) == [.count(2), .undefined(.notFinite), .undefined(.notMeasured)])
  }

  @Test("a subject that was measured and then changed is measured anew")
  func changedSubject() throws {
    let metric = DensityMetric()
    var subject = MetricSubject([try frame([(0, 0), (9, 9)])])
    let first = try metric.evaluate(subject)
    subject.declared = [DeclaredMarkers(radii: subject.frame.weights.map { _ in 200 })]
    let large = try metric.evaluate(subject)
    #expect(large != first)
    subject.declared = []
    subject.frames[0].markerStyle = .fixed(200)
    #expect(try metric.evaluate(subject) == large)
    subject.frames = [try frame([(0, 0), (60, 50)])]
    #expect(try metric.evaluate(subject) != large)
    let fresh = MetricSubject(subject.frames)
    #expect(try metric.evaluate(subject) == metric.evaluate(fresh))
  }

  @Test("a metric of pairs needs two frames")
  func pairs() throws {
    let change = Measure("change", in: -(.infinity)...(.infinity), better: .descriptive, "Change.")
    let metric = ClosureMetric(
      MetricDescription(
        id: "X2", name: "change", summary: "Change.", formula: "K' − K", measures: [change],
        scope: .pair, cost: "O(1)", source: "a test")
    ) { [change: .count($0.frames[1].count - $0.frames[0].count)] }
    let frames = [try frame([(0, 0)]), try frame([(0, 0), (90, 0)])]
    #expect(try metric.evaluate(MetricSubject([frames[0]])).map(\.value) == [.undefined(.needsFrames)])
    #expect(try metric.evaluate(MetricSubject(frames)).map(\.value) == [.count(1)])
  }
}
