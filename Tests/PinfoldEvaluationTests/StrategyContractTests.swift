import PinfoldEvaluation
import Synchronization
import TestSupport
import Testing

@testable import Pinfold

/// Holds every strategy of the registry, with every word of its choices, to the contract.
@Suite struct StrategyContractTests {
  static let samples = ContractSample.standard()

  /// Those on which every breach shows.
  static let few = samples.filter {
    ["clusters", "clusters, plain", "spots", "dateLine", "poles", "neighbours"].contains($0.name)
  }

  @Test("keeps what it promises and what is asked of all", arguments: StrategyVariant.all(), samples)
  func contract(variant: StrategyVariant, sample: ContractSample) throws {
    let violations = try Contract(of: Clusterer(variant())).violations(on: [sample])
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test(
    "trees that are built as far as views ask keep it", arguments: PCAStrategy.Search.allCases, samples)
  func lazyTrees(search: PCAStrategy.Search, sample: ContractSample) throws {
    var strategy = PCAStrategy.pca(search: search)
    strategy.smallCount = -1
    let violations = try Contract(of: Clusterer(strategy)).violations(on: [sample])
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test(
    "keeps it with any representative and with limits",
    arguments: Registry.builtIn.all(.representative).map(\.name))
  func representatives(name: String) throws {
    var clusterer = Clusterer(
      .grid(), representative: try Registry.builtIn.find(name, kind: .representative)())
    #expect(try Contract(of: clusterer).violations(on: Self.few).isEmpty)
    clusterer.limits = MergeLimits(minPoints: 4, maxZoom: 9)
    #expect(try Contract(of: clusterer).violations(on: Self.few).isEmpty)
  }

  @Test("grids of finer sizes keep it, whatever the world is divided by", arguments: [50.0, 70, 85])
  func finerGrids(cellSize: Double) throws {
    let clusterer = Clusterer(.grid(cellSize: cellSize, finer: true))
    let violations = try Contract(of: clusterer).violations(on: Self.few)
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test("finds a strategy that is right but for one thing, and that thing alone", arguments: Breach.all)
  func breaches(breach: Breach) throws {
    let violations = try Contract(of: Clusterer(breach.strategy)).violations(on: Self.few)
    #expect(violations.map(\.rule.name) == breach.rules, "\(violations)")
    for violation in violations {
      let rule = violation.rule.name
      #expect(
        violation.sample.columns.count <= (["answers", "edits"].contains(rule) ? 5 : 4), "\(violation)")
      #expect(violation.viewports.count <= 2, "\(violation)")
    }
  }

  @Test("the strategy that breaches are made from keeps all")
  func sound() throws {
    var strategy = BrokenStrategy()
    strategy.capabilities = [.nested, .panInvariant, .permutationInvariant]
    strategy.hasCandidates = true
    let violations = try Contract(of: Clusterer(strategy)).violations(on: Self.few)
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test("every rule is broken by some breach")
  func coverage() {
    // That of growth takes more points, that of the frame before a strategy that looks back, and that of
    // overlap one that keeps markers apart, and only plugins have a reach: each has a test of its own.
    let known = Set(Breach.all.flatMap(\.rules)).union(["growth", "previous", "overlap", "reach"])
    #expect(known == Set(Contract.strategyRules.map(\.name)))
  }

  @Test("finds markers that overlap where they are kept apart")
  func overlap() throws {
    let few = Self.few + Self.samples.filter { $0.name == "crowd" }
    var clusterer = Clusterer(.separate(), limits: MergeLimits(maxZoom: 16))
    let violations = try Contract(of: clusterer).violations(on: few)
    #expect(violations.map(\.rule.name) == ["overlap"], "\(violations)")
    #expect(violations.first?.sample.columns.count == 2)
    clusterer.limits = MergeLimits()
    #expect(try Contract(of: clusterer).violations(on: few).isEmpty)
    clusterer = Clusterer(.grid(), separation: Separation())
    #expect(try Contract(of: clusterer).violations(on: few).isEmpty)
  }

  @Test(
    "built-ins keep it at both ends of every parameter",
    arguments: Registry.builtIn.all(.strategy).map(\.name))
  func ends(name: String) throws {
    let subject = try ContractSubject(named: name, kind: "strategy", in: .builtIn)
    let report = try subject.report(on: ContractSample.few(of: Self.samples))
    #expect(report.violations.isEmpty && report.untried.isEmpty, "\(report.violations)")
  }

  @Test("finds work that grows with the square of the points, and ends there")
  func growth() throws {
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1)
    let sample = ContractSample("many", HardPoints.uniform.columns(count: 4000), viewports: [view])
    var slow = BrokenStrategy()
    slow.spoil = { clusters, query in
      let x = Array(query.points.x)
      var pairs = 0
      for first in x {
        for place in stride(from: 0, to: x.count, by: 4) where first < x[place] { pairs += 1 }
      }
      // Never true, and nothing that a compiler knows.
      if pairs > x.count * x.count { clusters = [] }
    }
    let report = try Contract(of: Clusterer(slow)).report(on: [sample])
    #expect(report.violations.map(\.rule.name) == ["growth"], "\(report.violations)")
    #expect(report.findings.first { $0.rule.name == "order" }.map { "\($0.verdict)" } == "not tried")
  }

  @Test("says of work that is too fast to measure that its growth is not known")
  func fast() throws {
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1)
    let sample = ContractSample("many", HardPoints.uniform.columns(count: 4000), viewports: [view])
    let report = try Contract(of: Clusterer(.grid())).report(on: [sample])
    #expect(
      report.findings.first { $0.rule.name == "growth" }.map { "\($0.verdict)" } == "too fast to tell")
  }

  @Test(
    "convicts no strategy that is slow now and then, as where memory is new or another program runs",
    arguments: 0..<3)
  func slowNowAndThen(phase: Int) throws {
    let view = Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 1)
    let sample = ContractSample("many", HardPoints.uniform.columns(count: 4000), viewports: [view])
    let calls = Atomic(phase)
    var slow = BrokenStrategy()
    slow.spoil = { clusters, query in
      guard query.points.count == 4000, calls.add(1, ordering: .relaxed).oldValue % 3 > 0 else { return }
      var sum = 0.0
      for number in 0..<10_000_000 { sum += Double(number & 7) }
      if sum < 0 { clusters = [] }
    }
    let report = try Contract(of: Clusterer(slow)).report(on: [sample])
    #expect(report.violations.isEmpty, "\(report.violations)")
  }

  @Test("finds the same counterexample every time")
  func deterministic() throws {
    let clusterer = Clusterer(BrokenStrategy.continuous)
    let found = try (0..<2).map { _ in
      try Contract(of: clusterer).violations(on: Self.few).map(\.description)
    }
    #expect(found[0] == found[1] && found[0].count == 2)
  }

  @Test("says of a rule that it holds, was broken, is not promised or could not be tried")
  func verdicts() throws {
    func verdicts(_ strategy: any ClusteringStrategy) throws -> [String: String] {
      let report = try Contract(of: Clusterer(strategy)).report(on: Self.few)
      return Dictionary(uniqueKeysWithValues: report.findings.map { ($0.rule.name, "\($0.verdict)") })
    }
    let none = try verdicts(.none)
    #expect(none["stacks"] == "it merges nothing")
    #expect(none["budgeted"] == "not promised")
    #expect(none["nested"] == "held")
    var failing = BrokenStrategy()
    failing.spoil = { _, _ throws(ClusteringError) in throw .plugin(message: "no luck") }
    let bad = try verdicts(failing)
    #expect(bad["answers"] == "broken")
    #expect(bad["order"] == "not tried")
  }

  @Test("a plugin that reaches its limit ends the check: no other trial, no shrinking")
  func limit() throws {
    let calls = Mutex(0)
    var endless = BrokenStrategy()
    endless.spoil = { _, _ throws(ClusteringError) in
      calls.withLock { $0 += 1 }
      throw .pluginLimit(message: "time limit exceeded")
    }
    let report = try Contract(of: Clusterer(endless)).report(on: Self.few)
    #expect(calls.withLock { $0 } == 1)
    #expect(report.violations.map(\.rule.name) == ["answers"])
    #expect(report.violations.first?.seen == "time limit exceeded")
    #expect(report.findings.dropFirst().allSatisfy { "\($0.verdict)" == "not tried" })
  }

  @Test("stops when it is cancelled, and for parameters out of bounds")
  func stops() {
    let cancellation = Cancellation(atLook: 500)
    let error = #expect(throws: ClusteringError.self) {
      try Contract(of: Clusterer(.grid())).violations(context: RunContext(cancellation: cancellation))
    }
    #expect(error?.description == "cancelled")
    let wrong = #expect(throws: ClusteringError.self) {
      try Contract(of: Clusterer(.grid(cellSize: 0))).violations()
    }
    #expect(wrong?.description.contains("cellSize") == true)
  }
}
