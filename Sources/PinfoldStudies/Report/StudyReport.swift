public import Pinfold
import PinfoldData
import PinfoldDrawing
public import PinfoldEvaluation

/// A study's results as a document: what was compared, who is better at what, and whether that is more than
/// chance.
///
/// Whatever is missing, because the study is not finished or did not measure it, is reported as missing. A
/// strategy that lost points anywhere, or failed, is listed and not ranked.
public struct StudyReport: Sendable {
  let results: StudyResults
  let facts: ReportFacts
  let sections: [ReportSection]

  /// Composes the report.
  ///
  /// - Parameters:
  ///   - results: the study's results.
  ///   - gallery: the frames to show, one for each point set and strategy.
  public init(_ results: StudyResults, gallery: StudyGallery = StudyGallery()) {
    self.results = results
    facts = ReportFacts(results)
    let repetitions = results.repetitions
    let gallery = gallery.choosing(
      datasets: facts.split.datasets, strategies: facts.split.strategies.map { repetitions[$0][0] })
    sections = [
      facts.summary, facts.scoreCard, facts.images(gallery), facts.curves, facts.tradeoffs, facts.statistics,
      facts.paths(gallery), facts.distributions(gallery), facts.times, facts.data(gallery),
      facts.scoresByDataset, facts.furtherMeasures, facts.manifest,
    ].compactMap(\.self)
  }

  private var title: String { "Study: \(results.name)" }

  private var note: String {
    "Begun \(results.manifest.run.began), by pinfold \(results.manifest.tool.version); run \(results.manifest.run.id)."
  }

  /// One HTML document that needs no other file.
  public var html: String { HTMLReport(title: title, note: note, sections: sections).text }

  /// The same as Markdown.
  ///
  /// - Parameter figures: the folder of the figures' files, from the document; nil where none are written.
  public func markdown(figures: String? = nil) -> String {
    MarkdownReport(title: title, note: note, sections: sections, figures: figures).text
  }

  /// Every chart and map, in the order of the document.
  package var figures: [ReportFigure] {
    sections.flatMap(\.blocks).flatMap { block -> [ReportFigure] in
      switch block {
      case .figure(let figure): [figure]
      case .pictures(let pictures): pictures.rows.flatMap { $0.cells.compactMap { $0 } }
      case .heading, .lead, .paragraph, .list, .table: []
      }
    }
  }

  /// The scores as rows for other software, a row for each point set, strategy, measure and camera; then one
  /// for each primary measure whose cameras the plan combines.
  ///
  /// Numbers are in full, beside how many of how many frames or pairs have a value; where there is none, the
  /// reason stands beside.
  ///
  /// - Parameter isForSpreadsheets: whether an apostrophe precedes names that a spreadsheet would compute,
  ///   those that begin with `=`, `+`, `-` or `@`. Numbers stay as they are.
  public func csv(isForSpreadsheets: Bool = false) -> String {
    var csv = CSVWriter(isForSpreadsheets: isForSpreadsheets)
    csv.row([
      "dataset", "points", "strategy", "camera", "verdict", "metric", "measure", "unit", "better", "score",
      "worst", "defined", "frames", "undefined",
    ])
    for (dataset, points) in results.datasets.enumerated() {
      for (strategy, studied) in results.strategies.enumerated() {
        let verdict = results.verdict(dataset: dataset, strategy: strategy)
        func write(_ criterion: Criterion, worst: MeasuredValue?) {
          let measure = results.measures[criterion.measure]
          let score = results.score(criterion, dataset: dataset, strategy: strategy)
          csv.row([
            points.name, String(points.count), studied.label, criterion.along, verdict.rawValue, measure.id,
            measure.label, measure.measure.unit ?? "", measure.measure.better.rawValue,
            score.value.number.map(Numeral.text) ?? "", worst?.number.map(Numeral.text) ?? "",
            String(score.defined), String(score.count), score.value.reason?.code ?? "",
          ])
        }
        for criterion in results.measures.indices.flatMap({ results.criteria($0) }) {
          write(
            criterion,
            worst: results.worst(
              criterion.measure, dataset: dataset, strategy: strategy, camera: criterion.cameras[0]))
        }
        for criterion in results.primary where criterion.rule != nil { write(criterion, worst: nil) }
      }
    }
    return csv.text
  }
}

/// Frames for a report to show.
public struct StudyGallery: Sendable {
  /// A frame for each point set and strategy, by their indices; nil where there is none.
  public var frames: [[Frame?]]

  /// The kind of data of each point set; nil for one that cannot be read.
  public var descriptors: [PointDescriptors?] = []

  /// Frames along cameras, on one point set.
  public var strips: [Strip] = []

  /// Why frames are missing: a sentence each.
  public var notes: [String]

  /// The frames of a camera path, some of each strategy.
  public struct Strip: Sendable {
    /// The index of the point set.
    public var dataset: Int

    /// The index of the camera.
    public var camera: Int

    /// The steps of the path that are shown, from 0.
    public var steps: [Int]

    /// The frames at these steps by the index of their strategy; none of one without frames.
    public var frames: [[Frame]]

    /// The most steps of a strip.
    static let most = 6

    /// Some of the steps of a path, from its first to its last.
    static func steps(of count: Int) -> [Int] {
      guard count > most else { return Array(0..<count) }
      return (0..<most).map { $0 * (count - 1) / (most - 1) }
    }
  }

  /// Gathers frames.
  public init(frames: [[Frame?]] = [], notes: [String] = []) {
    self.frames = frames
    self.notes = notes
  }

  /// The same with the frames of some point sets and strategies alone, by other indices.
  func choosing(datasets: [Int], strategies: [Int]) -> StudyGallery {
    var chosen = self
    chosen.frames = datasets.map { dataset in strategies.map { frame(dataset: dataset, strategy: $0) } }
    chosen.descriptors = datasets.map { descriptors.indices.contains($0) ? descriptors[$0] : nil }
    chosen.strips = strips.compactMap { strip in
      datasets.firstIndex(of: strip.dataset).map { dataset in
        Strip(
          dataset: dataset, camera: strip.camera, steps: strip.steps,
          frames: strategies.map { strip.frames.indices.contains($0) ? strip.frames[$0] : [] })
      }
    }
    return chosen
  }

  /// The frame of a strategy on a point set.
  func frame(dataset: Int, strategy: Int) -> Frame? {
    guard frames.indices.contains(dataset), frames[dataset].indices.contains(strategy) else { return nil }
    return frames[dataset][strategy]
  }
}

/// The results of a study with the facts that all sections need.
struct ReportFacts {
  /// The reported part, with repetitions of a strategy combined: point sets that were not for tuning.
  let split: StudyResults.Split

  /// The results of ``split``.
  var results: StudyResults { split.results }

  /// The names of the point sets for tuning, and the measure by which settings were chosen; nil without any.
  let tuning: (datasets: [String], measure: String)?

  /// The stored results.
  let stored: StudyResults

  /// The data sets in blocks of one source each, which are the samples.
  let sources: [[Int]]

  /// The criteria by which strategies are judged: those that the plan calls primary; without any, default
  /// measures along each camera.
  let judged: [Criterion]

  /// Whether the plan named no primary measure.
  let isExploratory: Bool

  /// The analysis for each of ``judged``; nil where nothing can be compared.
  let analyses: [(criterion: Criterion, analysis: MeasureAnalysis?)]

  init(_ stored: StudyResults) {
    self.stored = stored
    let merged = stored.mergingRepetitions()
    split = merged.split
    let results = split.results
    sources = results.sources
    tuning = split.measure.map { measure in
      (merged.tuning.map { merged.datasets[$0].name }, merged.measures[measure].label)
    }
    let directed = results.primary.filter { results.measures[$0.measure].measure.better != .descriptive }
    isExploratory = directed.isEmpty
    let usual = [("F1", "constant"), ("F8", "share"), ("L2", "share"), ("G1", "excess"), ("S2", nil)]
    let wanted = usual.compactMap { results.measure($0, $1) }
    judged = directed.isEmpty ? wanted.flatMap { results.criteria($0) } : directed
    let alone = judged.map { MeasureAnalysis(results, $0) }
    var together = MeasureAnalysis.corrected(alone.compactMap { $0 })[...]
    analyses = zip(judged, alone).map { ($0, $1 == nil ? nil : together.removeFirst()) }
  }

  /// The strategies that are valid on every point set.
  var valid: [Int] {
    results.strategies.indices.filter { strategy in
      results.datasets.indices.allSatisfy { results.verdict(dataset: $0, strategy: strategy) == .valid }
    }
  }

  /// The valid strategies but for controls, one for each group of those that cannot be told apart.
  var ranked: [Int] {
    let (distinct, competitors) = (results.distinct, results.competitors)
    return valid.filter { distinct.contains($0) && competitors.contains($0) }
  }

  /// The name of a strategy and of those that cannot be told from it.
  func name(of strategy: Int) -> String {
    results.name(of: results.equals.first { $0.contains(strategy) } ?? [strategy])
  }

  /// The median of each strategy's scores over the sources, by the strategy's index: of those that are
  /// ranked.
  func medians(_ criterion: Criterion) -> [Int: Double] {
    var medians: [Int: Double] = [:]
    for strategy in results.ranked(by: criterion).ranked {
      medians[strategy] = median(criterion, of: strategy)
    }
    return medians
  }

  /// Why a criterion has no value anywhere.
  func reason(_ criterion: Criterion) -> UndefinedReason {
    let scores = results.datasets.indices.lazy.flatMap { dataset in
      results.strategies.indices.lazy.map { results.score(criterion, dataset: dataset, strategy: $0) }
    }
    return scores.compactMap(\.value.reason).first ?? .notMeasured
  }

  /// Why strategies are not compared by a criterion, as a clause.
  func whyNotCompared(_ criterion: Criterion) -> String {
    let ranked = results.ranked(by: criterion).ranked
    switch ranked.count {
    case 0:
      let hasValues = results.datasets.indices.contains { dataset in
        results.strategies.indices.contains {
          results.score(criterion, dataset: dataset, strategy: $0).value.number != nil
        }
      }
      return hasValues
        ? "no strategy can be ranked" : "no strategy has a value (\(reason(criterion).inWords))"
    case 1: return "\(name(of: ranked[0])) is the only strategy that can be ranked"
    default: return "the strategies have no value on the same views (\(reason(criterion).inWords))"
    }
  }

  /// The strategies that were run with several seeds of their own, as indices of ``stored``.
  var repeated: [[Int]] { stored.repetitions.filter { $0.count > 1 } }

  /// The seeds by which a strategy drew at random; empty for one that draws nothing.
  func seeds(of strategy: Int) -> [String] {
    stored.repetitions[split.strategies[strategy]].compactMap { stored.strategies[$0].seed }
  }

  /// "Repeated: kmeans with its own seeds 1, 2, 3. Values are …".
  var ownSeedsInWords: String {
    let names = repeated.map { group in
      let seeds = group.compactMap { stored.strategies[$0].seed }
      return
        "\(stored.strategies[group[0]].labelWithoutSeed) with its own seeds \(seeds.joined(separator: ", "))"
    }
    return
      "Repeated: \(names.joined(separator: "; ")). Values are means of shares and medians of sizes over these "
      + "seeds; numbers of markers, tuned sizes, times and pictures are those of the first"
  }

  /// "all 3 tests", "the one test".
  func all(_ count: Int, _ noun: String) -> String {
    count == 1 ? "the one \(noun)" : "all \(counted(count, noun))"
  }

  /// "1 data set", "2 data sets".
  func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(ReportNumber.text(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}

extension StudyGallery {
  /// Restores the first frame of each strategy on each point set: along the first camera that begins with the
  /// view of all points, or else along the first of all; and on the first point set some frames along each
  /// camera.
  ///
  /// Frames need their points. A point set that can no longer be read, or has changed, is reported in
  /// ``notes``.
  ///
  /// - Parameters:
  ///   - store: the study.
  ///   - results: the results in the store.
  ///   - registry: makes the study's datasets.
  public init(restoring store: StudyStore, _ results: StudyResults, registry: Registry) {
    self.init()
    let camera = results.cameras.firstIndex { $0.start == "fit" } ?? 0
    descriptors = results.datasets.map { _ in nil }
    for (dataset, studied) in results.datasets.enumerated() {
      var row = [Frame?](repeating: nil, count: results.strategies.count)
      do {
        let points = try store.points(of: dataset, registry: registry)
        for strategy in results.strategies.indices {
          let run = results.runs(dataset: dataset, strategy: strategy).first { $0.camera == camera }
          row[strategy] = try run.flatMap { try store.frames(of: $0, points: points).first }
        }
        descriptors[dataset] = try PointDescriptors(of: points)
        let isReported = !results.tuning.contains(dataset)
        if strips.isEmpty, isReported { strips = try Self.strips(dataset, of: points, store, results) }
      } catch {
        notes.append("Frames of \(studied.name) cannot be shown: \(error).")
      }
      frames.append(row)
    }
  }

  private static func strips(
    _ dataset: Int, of points: PointSet, _ store: StudyStore, _ results: StudyResults
  ) throws -> [Strip] {
    try results.cameras.indices.compactMap { camera in
      let frames = try results.strategies.indices.map { strategy -> [Frame] in
        let run = results.runs(dataset: dataset, strategy: strategy).first { $0.camera == camera }
        guard let run, run.failure == nil else { return [] }
        return try store.frames(of: run, points: points)
      }
      let steps = Strip.steps(of: frames.map(\.count).max() ?? 0)
      guard steps.count > 1 else { return nil }
      let shown = frames.map { frames in steps.compactMap { frames.indices.contains($0) ? frames[$0] : nil } }
      return Strip(dataset: dataset, camera: camera, steps: steps, frames: shown)
    }
  }
}
