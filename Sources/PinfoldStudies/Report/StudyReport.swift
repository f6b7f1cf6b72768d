public import Pinfold
import PinfoldData
import PinfoldDrawing
import PinfoldEvaluation

/// A study's results as a document: what was compared, who is better at what, and whether that is more than
/// chance.
///
/// Whatever is missing, because the study is not finished or did not measure it, is reported as missing. A
/// strategy that lost points anywhere, or failed, is listed and not ranked.
public struct StudyReport: Sendable {
  private let results: StudyResults
  private let sections: [ReportSection]

  /// Composes the report.
  ///
  /// - Parameters:
  ///   - results: the study's results.
  ///   - gallery: the frames to show, one for each point set and strategy.
  public init(_ results: StudyResults, gallery: StudyGallery = StudyGallery()) {
    self.results = results
    let facts = ReportFacts(results)
    sections = [
      facts.summary, facts.scoreCard, facts.images(gallery), facts.curves, facts.tradeoffs, facts.statistics,
      facts.paths, facts.distributions(gallery), facts.times, facts.scoresByDataset,
      facts.manifest,
    ]
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
      case .heading, .paragraph, .list, .table: []
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

  /// The style of markers.
  public var style: MarkerStyle

  /// Why frames are missing: a sentence each.
  public var notes: [String]

  /// Gathers frames.
  public init(frames: [[Frame?]] = [], style: MarkerStyle = MarkerStyle(), notes: [String] = []) {
    self.frames = frames
    self.style = style
    self.notes = notes
  }

  /// The frame of a strategy on a point set.
  func frame(dataset: Int, strategy: Int) -> Frame? {
    guard frames.indices.contains(dataset), frames[dataset].indices.contains(strategy) else { return nil }
    return frames[dataset][strategy]
  }
}

/// The results of a study with the facts that all sections need.
struct ReportFacts {
  let results: StudyResults

  /// What strategies are judged by: the criteria that the plan calls primary; without any, usual measures
  /// along each camera.
  let judged: [Criterion]

  /// Whether the plan named no primary measure.
  let isExploratory: Bool

  /// The analysis for each of ``judged``; nil where nothing can be compared.
  let analyses: [(criterion: Criterion, analysis: MeasureAnalysis?)]

  init(_ results: StudyResults) {
    self.results = results
    let directed = results.primary.filter { results.measures[$0.measure].measure.better != .descriptive }
    isExploratory = directed.isEmpty
    let usual = [("F1", "constant"), ("F8", "share"), ("L2", "share"), ("G1", "excess"), ("S2", nil)]
    let wanted = usual.compactMap { id, name in
      results.measures.indices.first {
        results.measures[$0].id == id
          && (name ?? results.measures[$0].measure.name) == results.measures[$0].measure.name
      }
    }
    judged = directed.isEmpty ? wanted.flatMap { results.criteria($0) } : directed
    analyses = judged.map { ($0, MeasureAnalysis(results, $0)) }
  }

  /// The index of a measure by its metric's id and name; nil where it was not measured.
  func measure(_ id: String, _ name: String) -> Int? {
    results.measures.firstIndex { $0.id == id && $0.measure.name == name }
  }

  /// The strategies that are valid on every point set.
  var valid: [Int] {
    results.strategies.indices.filter { strategy in
      results.datasets.indices.allSatisfy { results.verdict(dataset: $0, strategy: strategy) == .valid }
    }
  }

  /// The valid strategies, one for each group of those that cannot be told apart.
  var ranked: [Int] {
    let distinct = results.distinct
    return valid.filter(distinct.contains)
  }

  /// The name of a strategy and of those that cannot be told from it.
  func name(of strategy: Int) -> String {
    results.name(of: results.equals.first { $0.contains(strategy) } ?? [strategy])
  }

  /// The median of each strategy's scores over the point sets, by the strategy's index: of those that can be
  /// ranked, on the point sets and frames on which all of them have a value.
  func medians(_ criterion: Criterion) -> [Int: Double] {
    let (table, strategies, _) = results.scoreTable(criterion)
    var medians: [Int: Double] = [:]
    for (column, strategy) in strategies.enumerated() {
      medians[strategy] = Quantile.median(of: table.rows.map { $0[column] })
    }
    return medians
  }

  /// Why a criterion has no value anywhere.
  func reason(_ criterion: Criterion) -> UndefinedReason {
    let values = results.runs.lazy.filter { criterion.cameras.contains($0.camera) }
      .flatMap { $0.values.indices.contains(criterion.measure) ? $0.values[criterion.measure] : [] }
    return values.compactMap(\.reason).first ?? .notMeasured
  }

  /// "1 data set", "2 data sets".
  func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(ReportNumber.text(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }
}
