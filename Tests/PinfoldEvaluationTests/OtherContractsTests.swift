import Pinfold
import PinfoldEvaluation
import Testing

@Suite("Contracts of representatives, metrics and diffs")
struct OtherContractsTests {
  private let samples = StrategyContractTests.few

  private func broken(_ report: ContractReport) -> [String] { report.violations.map(\.rule.name) }

  // MARK: Representatives

  @Test("every representative of the registry keeps its contract")
  func representatives() throws {
    for registration in Registry.builtIn.all(.representative) {
      let report = try Contract(of: registration()).report(on: samples)
      #expect(broken(report) == [], "\(report.violations)")
    }
  }

  @Test("a representative that stands far away, or goes by the order of the input, is found")
  func badRepresentatives() throws {
    struct Away: RepresentativeSelection {
      func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
        Representative(position: WorldPoint(x: cluster.mean.x &+ 0x8000_0000, y: cluster.mean.y))
      }
    }
    struct FirstRow: RepresentativeSelection {
      func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
        let rows = cluster.points.rows
        let first = (0..<cluster.count).map { cluster[$0] }.min { rows[$0] < rows[$1] } ?? 0
        return Representative(position: cluster.points.position(first), point: first)
      }
    }
    struct Failing: RepresentativeSelection {
      func representative(of cluster: ClusterMembers, after previous: Frame?) throws(ClusteringError)
        -> Representative
      {
        throw .plugin(message: "no luck")
      }
    }
    #expect(broken(try Contract(of: Away()).report(on: samples)) == ["positions"])
    #expect(
      broken(try Contract(of: FirstRow()).report(on: samples)) == ["permutationInvariant"])
    #expect(broken(try Contract(of: Failing()).report(on: samples)) == ["answers"])
  }

  // MARK: Metrics

  private func metric(
    scope: MetricScope = .frame, in range: ClosedRange<Double> = 0...1,
    _ measure: @escaping @Sendable (MetricSubject) throws(ClusteringError) -> MeasuredValue
  ) -> any Metric {
    let value = Measure("value", in: range, better: .higher, "")
    return ClosureMetric(
      MetricDescription(
        id: "T1", name: "test", summary: "", formula: "", measures: [value], scope: scope, cost: "",
        source: "")
    ) { (subject) throws(ClusteringError) in [value: try measure(subject)] }
  }

  @Test("metrics of the registry keep their contract")
  func metrics() throws {
    for metric in [ConservationMetric(), OverlapMetric()] as [any Metric] {
      let report = try Contract(of: metric).report(on: samples)
      #expect(broken(report) == [], "\(report.violations)")
    }
  }

  @Test("a metric that leaves its range, wavers, goes by the order of the input or fails is found")
  func badMetrics() throws {
    let large = metric { .count($0.frame.count) }
    #expect(broken(try Contract(of: large).report(on: samples)) == ["range"])
    let builds = Builds()
    let wavering = metric { _ in .number(builds.next() % 2 == 0 ? 0 : 1) }
    #expect(broken(try Contract(of: wavering).report(on: samples)).contains("repetition"))
    let ordered = metric { .flag($0.frame.points.rows.first.map { $0 % 2 == 0 } ?? true) }
    #expect(broken(try Contract(of: ordered).report(on: samples)) == ["permutationInvariant", "turns"])
    let failing = metric(scope: .pair) { _ throws(ClusteringError) in throw .plugin(message: "no luck") }
    #expect(broken(try Contract(of: failing).report(on: samples)) == ["answers"])
    let undefined = metric(scope: .sequence) { _ in .undefined(.noMarkers) }
    #expect(broken(try Contract(of: undefined).report(on: samples)) == [])
  }

  /// Points on both sides of ±180°, some of them near each other, seen with the whole globe.
  private let seam: ContractSample = {
    var columns = PointColumns()
    for i in 0..<40 {
      let longitude = 180 + Double(i * 29 % 40 - 20) * 1.40625 + (i.isMultiple(of: 2) ? 0 : 0.3515625)
      columns.longitude.append(longitude.remainder(dividingBy: 360))
      columns.latitude.append(Double(i * 17 % 40 - 20) * 1.5)
    }
    columns.weight = (0..<40).map { Double($0 % 7) + 0.5 }
    return ContractSample(
      "seam", columns,
      viewports: [0, 1, 2].map { Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: $0) })
  }()

  @Test("a distance the long way around, and a mean of longitudes, are found on few points")
  func seams() throws {
    let samples = [seam] + ContractSample.standard().filter { $0.name == "dateLine" }
    /// The greatest distance east of a point from its marker, in screen points.
    func farthest(_ east: @escaping @Sendable (Frame, WorldPoint, WorldPoint) -> Double) -> any Metric {
      metric(in: 0...(.infinity)) { subject in
        let frame = subject.frame
        return .number(
          (0..<frame.count).flatMap { cluster in
            frame.members(of: cluster).map {
              abs(east(frame, frame.points.position($0), frame.positions[cluster]))
            }
          }.max() ?? 0)
      }
    }
    let long = farthest { $0.view.screenPosition(of: $1).x - $0.view.screenPosition(of: $2).x }
    let found = try Contract(of: long).report(on: samples)
    #expect(broken(found) == ["dateLine"])
    #expect((found.violations.first?.sample.columns.count ?? 9) <= 3, "\(found.violations)")
    let short = farthest {
      $0.view.screenPosition(of: $1, beside: $2).x - $0.view.screenPosition(of: $2).x
    }
    #expect(broken(try Contract(of: short).report(on: samples)) == [])
    let longitude = metric(in: -.infinity...(.infinity)) {
      .number($0.frame.points.longitude.reduce(0, +) / Double(max(1, $0.frame.points.count)))
    }
    #expect(broken(try Contract(of: longitude).report(on: samples)) == ["turns"])
  }

  @Test("metrics measure clusters across the seam as others, or say why not")
  func seamsOfBuiltIns() throws {
    var registry = Registry.builtIn
    registry.registerMetrics()
    for registration in registry.all(.metric) {
      let report = try Contract(of: registration()).report(on: [seam])
      #expect(broken(report) == [], "\(report.violations)")
    }
    for registration in registry.all(.representative) {
      let report = try Contract(of: registration()).report(on: [seam])
      #expect(broken(report) == [], "\(report.violations)")
    }
  }

  // MARK: Diffs

  @Test("every diff of the registry keeps its contract")
  func diffs() throws {
    for registration in Registry.builtIn.all(.diff) {
      let report = try Contract(of: registration()).report(on: samples)
      #expect(broken(report) == [], "\(report.violations)")
    }
  }

  @Test("a diff that forgets markers or removes them before they are added is found")
  func badDiffs() throws {
    struct Spoilt: AnimationDiff {
      var duration: @Sendable () -> Double = { 0.3 }
      var spoil: @Sendable (inout [MarkerTransition]) -> Void = { _ in }

      func transition(from old: Frame, to new: Frame) throws(ClusteringError) -> MarkerTransitions {
        let way = try IdentityDiff().transition(from: old, to: new)
        var markers = way.markers
        spoil(&markers)
        return MarkerTransitions(
          markers: markers, flows: way.flows, duration: duration(), projection: way.projection)
      }
    }
    let forgetful = Spoilt(spoil: { $0 = Array($0.dropLast()) })
    let report = try Contract(of: forgetful).report(on: samples)
    #expect(broken(report) == ["markers"])
    #expect(report.violations[0].sample.columns.count == 1)
    let early = Spoilt(spoil: { markers in
      for place in markers.indices where markers[place].removedAt != nil { markers[place].removedAt = 1.5 }
    })
    #expect(broken(try Contract(of: early).report(on: samples)) == ["times"])
    #expect(broken(try Contract(of: Spoilt(duration: { .infinity })).report(on: samples)) == ["times"])
    let builds = Builds()
    let wavering = Spoilt(duration: { Double(builds.next()) })
    #expect(broken(try Contract(of: wavering).report(on: samples)) == ["repetition"])
    let unclear = Spoilt(spoil: { markers in
      guard var part = markers.first(where: { $0.kind == .appear && $0.count > 1 }) else { return }
      (part.count, part.addedAt, part.removedAt) = (1, 0.2, 0.4)
      markers.append(part)
    })
    #expect(broken(try Contract(of: unclear).report(on: samples)) == ["moments"])
  }

  // MARK: Names

  @Test("what has a contract is found by its name, strategies first, or by its kind")
  func subjects() throws {
    var registry = Registry.builtIn
    registry.registerMetrics()
    #expect(try ContractSubject(named: "overlap", in: registry).label == "metric 'overlap'")
    #expect(try ContractSubject(named: "identity", kind: "diff", in: registry).label == "diff 'identity'")
    let error = #expect(throws: RegistryError.self) {
      try ContractSubject(named: "identity", kind: "metric", in: registry)
    }
    #expect(error?.description.hasPrefix("unknown metric 'identity'") == true)
    let grid = try ContractSubject(named: "grid", in: registry)
    #expect(throws: ParameterError.self) { try grid.report(["cellSize": .number(0)], on: []) }
    #expect(try grid.report(["cellSize": .number(9)], on: samples).violations.isEmpty)
  }
}
