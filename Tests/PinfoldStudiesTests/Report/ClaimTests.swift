import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import TestSupport
import Testing

@testable import PinfoldStudies

/// Studies that would make a careless report lie: each must be refused or told.
@Suite("What reports claim")
struct ClaimTests {
  /// Results by formulas: one camera, one measure.
  private struct Study {
    var sources = 12
    var labels = ["a", "b"]
    var measure = Measure("share", in: 0...1, better: .lower, "Made up.")
    var id = "A2"
    var scope = MetricScope.pair
    var steps = 6
    var source: (Int) -> String = { "set-\($0).csv" }
    var digest: (Int) -> UInt8 = { UInt8($0) }
    var declared: (Int) -> String? = { _ in nil }
    var plan: [String: JSONValue] = [:]

    /// The value of a strategy on a source at a step; nil for none.
    var value: (_ strategy: Int, _ source: Int, _ step: Int) -> Double?

    /// The number of markers of a strategy on a source.
    var markers: (_ strategy: Int, _ source: Int) -> Int = { _, _ in 40 }

    /// Changes the frame of a strategy at a step.
    var frame: (_ strategy: Int, _ step: Int, inout FrameRecord) -> Void = { _, _, _ in }

    func results() throws -> StudyResults {
      var madeUp = MadeUpResults(datasets: sources, isTimed: false)
      madeUp.labels = labels
      madeUp.primary = []
      var results = try madeUp.make()
      results.cameras = [results.cameras[0]]
      results.measures = [
        MeasureRecord(label: "made.up", id: id, version: "1", scope: scope, measure: measure)
      ]
      for index in results.datasets.indices {
        results.datasets[index].source = source(index)
        results.datasets[index].digest = Digest(of: [digest(index)])
        results.manifest.datasets[index].declaredSource = declared(index)
      }
      results.manifest.definition = .table(plan)
      results.runs = results.runs.filter { $0.camera == 0 }.map { run in
        var run = run
        let count = scope == .pair ? steps + 1 : steps
        run.frames = (0..<count).map { step in
          var record = run.frames[0]
          (record.points, record.changed) = (1000, step == 0 ? 0 : 5)
          record.markers = markers(run.strategy, run.dataset)
          frame(run.strategy, step, &record)
          return record
        }
        run.values = [(0..<steps).map { .number(value(run.strategy, run.dataset, $0), else: .noMarkers) }]
        return run
      }
      results.runs.noteExposure()
      results.primary = results.criteria(0)
      return results
    }

    func text() throws -> String { StudyReport(try results()).markdown() }
  }

  /// A value of a strategy that differs from source to source, so that little is tied.
  private static func wobble(_ source: Int, _ step: Int) -> Double {
    Double((source * 31 + step * 3) % 13) / 1300
  }

  @Test("a failure in one pair of six is no pass, and the mean shows it where a median would not")
  func rareFailures() throws {
    var study = Study { strategy, _, step in strategy == 1 && step == 3 ? 1 : 0 }
    study.labels = ["grid", "kmeans"]
    let results = try study.results()
    #expect(results.score(0, dataset: 0, strategy: 1, camera: 0).value.number == 1 / 6.0)
    let text = StudyReport(results).markdown()
    #expect(!text.contains("all hold") && !text.contains("nothing to rank"))
    #expect(
      text.contains(
        "grid hold in each of 72 frame pairs that can tell strategies apart; not so kmeans (fails in 12 of 72, worst 1)"
      ))
  }

  @Test("pairs in which nothing could change do not count, however many there are")
  func vacuous() throws {
    var study = Study { strategy, _, step in strategy == 1 && step == 3 ? 1 : 0 }
    study.frame = { _, step, record in record.changed = step == 4 ? 7 : 0 }
    let results = try study.results()
    #expect(results.runs[0].exposure.pairs == [false, false, false, true, false, false])
    let score = results.score(0, dataset: 0, strategy: 1, camera: 0)
    #expect(score.value.number == 1 && score.count == 1)
    #expect(
      StudyReport(results).markdown().contains("| 84 of 84 | 12 of 72 |"))
    // Where nothing could change anywhere there is no value, rather than a perfect one.
    study.frame = { _, _, record in record.changed = 0 }
    let still = try study.results()
    #expect(still.score(0, dataset: 0, strategy: 0, camera: 0).value == .undefined(.nothingToDecide))
    #expect(
      StudyReport(still).markdown().contains(
        "no strategy has a value (nothing to decide)."))
  }

  @Test("a zoom, or clusters that a strategy changes, make a pair count")
  func exposure() throws {
    var study = Study { _, _, _ in 0 }
    study.frame = { _, step, record in
      record.changed = 0
      if step >= 2 { record.viewport.zoom += 1 }
    }
    #expect(try study.results().runs[0].exposure.pairs == [false, true, false, false, false, false])
    study.frame = { strategy, step, record in
      record.changed = 0
      if strategy == 1, step == 5 {
        record.hashes = FrameHashes(screen: Digest(of: []), exact: Digest(of: []))
      }
    }
    // The other strategy had the same chance to change something, and did not: for it the pair counts as
    // well.
    for run in try study.results().runs {
      #expect(run.exposure.pairs == [false, false, false, false, true, true])
    }
  }

  @Test("views that leave no decision are counted apart: none, one marker, or every point by itself")
  func emptyViews() throws {
    var study = Study { strategy, _, step in step < 3 ? 0 : 0.2 + Double(strategy) / 10 }
    (study.scope, study.id) = (.frame, "L2")
    study.frame = { strategy, step, record in
      switch step {
      case 0: (record.points, record.markers) = (0, 0)
      case 1: record.markers = 1
      case 2: record.markers = record.points
      default: break
      }
    }
    let results = try study.results()
    #expect(results.runs[0].exposure.frames == [false, false, false, true, true, true])
    let score = results.score(0, dataset: 0, strategy: 1, camera: 0)
    #expect(score.count == 3 && abs((score.value.number ?? 0) - 0.3) < 1e-12)
    #expect(StudyReport(results).markdown().contains("| 36 of 72 |"))
  }

  @Test("copies, samples and seeds of one source are one sample")
  func sources() throws {
    var study = Study { strategy, source, step in 0.3 + Double(strategy) / 10 + Self.wobble(source, step) }
    #expect(try study.text().contains("(lower is better) a &lt; b (N = 12)."))
    // One file under twelve names, twelve samples of one file, twelve seeds of one generator.
    study.digest = { _ in 0 }
    #expect(try study.text().contains("On 12 data sets from 1 source, of"))
    #expect(try !study.text().contains("a &lt; b"))
    study.digest = { UInt8($0) }
    study.source = { _ in "all.csv" }
    #expect(try !study.text().contains("a &lt; b"))
    study.source = { "uniform(count=500,seed=\($0))" }
    #expect(try !study.text().contains("a &lt; b"))
    // Two sets of each of six files: six samples.
    study.source = { "set-\($0 / 2).csv" }
    let six = try study.results()
    #expect(six.sources == [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11]])
    let analysis = try #require(MeasureAnalysis(six, six.primary[0]))
    #expect(analysis.pairs[0].scores.count == 6 && analysis.datasetCount == 12)
    #expect(abs(analysis.pairs[0].p - 2 / 64.0) < 1e-12)
    // Twelve files, two of each of six sources that the plan declares.
    study.source = { "extract-\($0).csv" }
    study.declared = { "source \($0 / 2)" }
    #expect(try study.results().sources == six.sources)
    #expect(try study.text().contains("Sources of several data sets: source 0 ("))
    study.declared = { _ in nil }
    #expect(try study.results().sources.count == 12)
    #expect(try study.text().contains("Counted as a source each, because the plan declares none: set-0, "))
    // A path with parentheses is no generator.
    study.source = { "data/towns(\($0)).csv" }
    #expect(try study.results().sources.count == 12)
  }

  @Test("strategies that merge everything or nothing are never ranked, and a measure that they win is told")
  func controls() throws {
    for (markers, how) in [(1, "shows one marker in every view"), (1000, "merges no points")] {
      var study = Study { strategy, source, step in
        strategy == 2 ? 0 : 0.3 + Double(strategy) / 10 + Self.wobble(source, step)
      }
      study.labels = ["a", "b", "lazy"]
      study.frame = { strategy, _, record in if strategy == 2 { record.markers = markers } }
      let text = try study.text()
      #expect(
        text.contains("made.up is won by lazy, which \(how): by this measure alone deciding nothing is best"))
      #expect(text.contains("‘match’ in the plan compares at equal numbers"))
      #expect(text.contains("Not ranked: lazy \(how)."))
      #expect(
        text.contains("significant differences only by measures that a control wins, which decide nothing"))
      #expect(
        text.contains(
          "Significant: 1 of 1 comparison of two strategies by one measure, 1 of these by measures that a control wins."
        ))
      #expect(!text.contains("Significant differences, and what they rest on"))
      #expect(!text.contains("against lazy") && !text.contains("lazy &lt;"))
      // Where the plan asks for equal numbers, a control that shows another is no rival.
      study.plan = ["match": .table(["markers": .integer(40)])]
      #expect(try study.text().contains("(lower is better) a &lt; b (N = 12)."))
      study.plan = [:]
      // Where the control is worst the measure leads as usual.
      study.value = { strategy, source, step in
        strategy == 2 ? 0.9 : 0.3 + Double(strategy) / 10 + Self.wobble(source, step)
      }
      #expect(try study.text().contains("(lower is better) a &lt; b (N = 12)."))
    }
  }

  @Test("a data set on which a strategy decides nothing, or shows too many markers, is no sample of it")
  func samples() throws {
    var study = Study { strategy, source, step in
      0.3 + Double(strategy) / 10 + Self.wobble(source, step)
    }
    study.markers = { strategy, source in strategy == 0 && source < 2 ? (source == 0 ? 1 : 1000) : 40 }
    let text = try study.text()
    #expect(text.contains("(lower is better) a &lt; b (N = 10)."))
    #expect(text.contains("Left out of its tests: a shows one marker in every view on set-0."))
    #expect(text.contains("Left out of its tests: a merges no points on towns "))
    study.markers = { strategy, source in strategy == 1 && source > 8 ? source : 40 }
    #expect(try study.text().contains("a &lt; b (N = 12)."))
    study.plan = ["match": .table(["markers": .integer(40)])]
    let matched = try study.text()
    #expect(matched.contains("a &lt; b (N = 9)."))
    #expect(
      matched.contains(
        "Left out of its tests: b shows too few or too many markers where 40 are wanted on set-9 (9), set-10 (10), "
          + "set-11 (11)."))
  }

  @Test("where nothing could be significant, that stands first")
  func impossible() throws {
    var study = Study { strategy, source, step in 0.3 + Double(strategy) / 10 + Self.wobble(source, step) }
    study.sources = 3
    let summary = try study.text().split(separator: "## Summary\n\n")[1]
    let leads = summary.split(separator: "\n\n").prefix(2)
    #expect(leads.last?.contains("none can be significant at 5 % on 3 sources") == true)
  }

  @Test("what is hidden is not legible: strategies that hide points are not ranked by it")
  func hiding() throws {
    var study = Study { strategy, source, step in 0.3 - Double(strategy) / 10 + Self.wobble(source, step) }
    (study.scope, study.id) = (.frame, "L2")
    #expect(try study.text().contains("b &lt; a"))
    study.frame = { strategy, _, record in if strategy == 1 { record.hidden = 350 } }
    let text = try study.text()
    #expect(!text.contains("b &lt; a") && text.contains("Not ranked: b does not draw 35 % of the points."))
    study.id = "F2"
    #expect(try study.text().contains("b &lt; a"))
    // Cards and summary tell it whatever the measure.
    #expect(text.contains("Drawn, of the points in view: a 100 %, b 65 %."))
    #expect(text.contains("| a | valid | 100 % |") && text.contains("| b | valid | 65 % |"))
    #expect(text.contains("each frame holds every point that it should"))
  }

  @Test("cards have nothing in bold that is not significant, and say on how many sources it is")
  func boldness() throws {
    func bold(_ study: Study) throws -> [String?] {
      let facts = ReportFacts(try study.results())
      let card = ScoreCard(facts.results, camera: 0, claims: facts.leading(facts.claims))
      // The card of one point set is never evidence.
      #expect(!card.table(dataset: 0).table.rows.joined().contains { $0.isBest })
      return card.table(dataset: nil).table.rows.map { $0.first(where: \.isBest)?.note }
    }
    var study = Study { strategy, source, step in 0.3 + Double(strategy) / 10 + Self.wobble(source, step) }
    #expect(try bold(study) == ["(N = 12)", nil])
    // Two strategies that both lead, and a third.
    study.labels = ["a", "b", "c"]
    study.value = { strategy, source, step in
      [0.3, 0.31, 0.6][strategy] + Double(strategy == 1 ? (source % 2) * 40 - 20 : 0) / 1000
        + Self.wobble(source, step)
    }
    #expect(try bold(study) == ["(N = 12)", "(N = 12)", nil])
    // The better median alone is no lead, and neither is one on a single source.
    study.labels = ["a", "b"]
    #expect(try bold(study) == [nil, nil])
    study.value = { strategy, source, step in 0.3 + Double(strategy) / 10 + Self.wobble(source, step) }
    study.source = { _ in "all.csv" }
    #expect(try bold(study) == [nil, nil])
  }

  @Test("rounding is no difference")
  func resolution() throws {
    var study = Study { strategy, source, step in
      (Double(strategy) + 1) * 1e-7 * (1 + Self.wobble(source, step))
    }
    study.measure = Measure("mean", in: 0...(.infinity), unit: "screen points", better: .lower, "Made up.")
    #expect(try study.text().contains("made.up (lower is better): every strategy has the same"))
    study.value = { strategy, source, step in Double(strategy) + Self.wobble(source, step) }
    #expect(try study.text().contains("a &lt; b"))
    // A share differs from a thousandth of its range on.
    #expect(Measure("s", in: 0...1, better: .lower, "").difference(0.9805, 0.981) == 0)
    #expect(Measure("s", in: -1...1, better: .lower, "").difference(0.1, 0.103) != 0)
  }

  @Test("a strategy with few values changes nothing for the others, in summary or card")
  func fewValues() throws {
    var study = Study { strategy, source, step in
      strategy == 2 && source > 3 ? nil : 0.1 + Double(strategy * source) / 40 + Self.wobble(source, step)
    }
    study.labels = ["a", "b"]
    let without = try study.results()
    study.labels = ["a", "b", "rare"]
    let with = try study.results()
    let (first, second) = (ReportFacts(without), ReportFacts(with))
    for strategy in 0..<2 {
      #expect(first.medians(without.primary[0])[strategy] == second.medians(with.primary[0])[strategy])
    }
    let text = StudyReport(with).markdown()
    #expect(text.contains("Not ranked: rare has a value on 24 frames or frame pairs, and another on 72."))
    #expect(text.contains("a &lt; b") && StudyReport(without).markdown().contains("a &lt; b"))
  }

  @Test("who is ahead of whom does not change where a third is left out")
  func thirdParties() throws {
    var study = Study { strategy, source, step in
      [0.3, 0.31, 0.6][strategy] + Double(strategy == 1 ? (source % 2) * 40 - 20 : 0) / 1000
        + Self.wobble(source, step)
    }
    study.labels = ["a", "b", "c"]
    #expect(try study.text().contains("a, b &lt; c (N = 12)."))
    study.labels = ["a", "b"]
    #expect(try study.text().contains("no difference found between strategies"))
  }

  @Test("a plan that matches numbers of markers is told what it could not match")
  func matching() throws {
    var study = Study { strategy, source, step in 0.3 - Double(strategy) / 10 + Self.wobble(source, step) }
    study.plan = ["match": .table(["markers": .integer(60)])]
    study.frame = { strategy, _, record in record.markers = strategy == 1 ? 116 : 64 }
    let text = try study.text()
    #expect(!text.contains("b &lt; a"))
    #expect(
      text.contains(
        "Not ranked: b shows 116 to 116 markers where 60 are wanted (too few or too many by a factor of more than 1.5 in 84 of 84 views); no parameter of it is declared to decide the number of markers."
      ))
    study.frame = { strategy, _, record in record.markers = strategy == 1 ? 48 : 75 }
    #expect(try study.text().contains("b &lt; a"))
    // Sizes in steps do not meet every number, and a difference may come from that.
    var results = try study.results()
    for run in results.runs.indices { results.runs[run].size = "cellSize=48" }
    let unequal = StudyReport(results).markdown()
    #expect(
      unequal.contains(
        "markers are not all equal: where 60 are wanted, the median view of a run shows a 75, b 48 markers, and single views 48 to 75, where a view has 60 points or more."
      ))
    study.frame = { strategy, _, record in record.markers = strategy == 1 ? 58 : 64 }
    results = try study.results()
    for run in results.runs.indices { results.runs[run].size = "cellSize=48" }
    #expect(!StudyReport(results).markdown().contains("not all equal"))
    // Later views count as the first ones do.
    study.frame = { strategy, step, record in record.markers = strategy == 1 && step > 0 ? 105 : 60 }
    let later = try study.text()
    #expect(!later.contains("b &lt; a"))
    #expect(later.contains("Not ranked: b shows 60 to 105 markers where 60 are wanted"))
    // A view with fewer points than markers are wanted cannot have more.
    study.frame = { _, _, record in (record.points, record.markers) = (30, 29) }
    #expect(try study.text().contains("b &lt; a"))
  }

  @Test("an overlap of two data sets counts as the number of sources does, also by way of a third set")
  func transitiveOverlap() throws {
    let study = Study { strategy, source, step in 0.3 - Double(strategy) / 10 + Self.wobble(source, step) }
    var results = try study.results()
    results.manifest.overlaps = [
      .init(first: "set-2", second: "set-3", share: 0.8), .init(first: "set-2", second: "set-4", share: 0.2),
      .init(first: "set-3", second: "set-4", share: 0.7), .init(first: "set-5", second: "set-6", share: 0.2),
    ]
    let text = StudyReport(results).markdown()
    #expect(text.contains("On 12 data sets from 10 sources"))
    let lines = text.split(separator: "\n").filter { $0.contains("' share ") }
    #expect(
      lines.map { $0.hasSuffix("count as one source.") } == [true, true, true, false]
        && lines.last?.hasSuffix("count as two sources.") == true)
  }

  @Test("sources that a plan declares stand before the generator, and the report says so")
  func declaredGenerator() throws {
    var study = Study { strategy, source, step in 0.3 - Double(strategy) / 10 + Self.wobble(source, step) }
    study.source = { "uniform(seed=\($0))" }
    #expect(try study.text().contains("from 1 source,"))
    study.declared = { "town \($0 / 2)" }
    let text = try study.text()
    #expect(text.contains("On 12 data sets from 6 sources"))
    #expect(text.contains("counted as the several sources that the plan declares: uniform (set-0, "))
    // One that declares none is of the generator.
    study.declared = { $0 == 0 ? nil : "town" }
    #expect(try study.text().contains("from 1 source,"))
  }

  @Test("findings that form no order are told one by one")
  func partialOrder() throws {
    // a is better than c and d; b swings around a and c from source to source, and is better than d alone.
    var study = Study { strategy, source, step in
      let swing = source % 2 == 0 ? 0.1 : -0.1
      return [0.25, 0.3 + swing, 0.35, 0.6][strategy] + Self.wobble(source, step) / 10
    }
    (study.labels, study.sources) = (["a", "b", "c", "d"], 16)
    let results = try study.results()
    let claim = try #require(ReportFacts(results).claims.first)
    #expect(claim.layers == nil && claim.words == "a < c, d; b, c < d")
    #expect(claim.evidence.count == 4 && claim.evidence.allSatisfy { $0.differs })
    #expect(claim.chance == claim.evidence.map(\.corrected).max())
  }
}
