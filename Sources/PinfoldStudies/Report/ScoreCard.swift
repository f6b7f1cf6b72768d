import Pinfold
import PinfoldEvaluation

/// The default score card: a gate, then the measures that readers look for first, and no total, because the
/// criteria conflict. There is one for each camera, one of what the plan combines over cameras, and one of
/// costs.
struct ScoreCard {
  let columns: [Column]

  /// The camera in captions; empty where there is no choice of one.
  private let along: String

  /// The camera; nil for combined measures and costs.
  private let camera: Int?

  /// The strategies of each row: several where they cannot be told apart.
  private let groups: [[Int]]

  /// The data sets in blocks of one source each.
  private let sources: [[Int]]

  private let results: StudyResults

  struct Column {
    /// The head: the name with an arrow for the better direction, and the unit.
    var title: String
    /// The value of a strategy on a point set.
    var value: (_ dataset: Int, _ strategy: Int) -> StudyScore
    var text: (Double) -> String = ReportNumber.text
    /// The measure; nil for costs.
    var measure: MeasureRecord? = nil
    /// The significant result of the measure along the card's camera; nil for none.
    var claim: Claim? = nil
  }

  /// The usual measures by their metric's id and name; where the name is nil, the metric's first measure.
  /// They follow those that the plan calls primary.
  private static let usual: [(id: String, name: String?)] = [
    ("F1", "constant"), ("F1", "rmsd"), ("F2", "mean"), ("F2", "p95"), ("F1", "weightedRmsd"),
    ("F2", "weightedMean"),
    ("F3", "weightedMean"), ("F7", "weightedDistance"), ("F4", nil), ("F8", "share"),
    ("L1", "count"), ("L2", "share"), ("L3", "share"), ("G1", "excess"), ("G2", "z"), ("S1", "permutations"),
    ("S2", nil), ("S3", "hard"), ("A1", "tangled"), ("A2", nil), ("A3", "mean"),
  ]

  /// The measures of cards: those that the plan calls primary, then the usual ones that were measured.
  static func measures(of results: StudyResults) -> [Int] {
    let known = usual.compactMap { results.measure($0.id, $0.name) }
    return (results.primary.map(\.measure) + known).uniqued
  }

  /// The card of one camera; measures without a value along it have no column.
  ///
  /// - Parameters:
  ///   - measures: the measures of the columns; nil for those of cards.
  ///   - claims: what is significant; the leaders are bold in the card over all sources.
  init(_ results: StudyResults, measures: [Int]? = nil, camera: Int, claims: [Claim]) {
    self.results = results
    groups = results.equals
    sources = results.sources
    self.camera = camera
    along = results.cameras.count > 1 ? "Along \(results.cameras[camera].label)" : ""
    let runs = results.runs.filter { $0.camera == camera }
    columns = (measures ?? Self.measures(of: results)).compactMap { place -> Column? in
      guard runs.contains(where: { $0.numbers(place).contains { $0 != nil } }) else { return nil }
      let measure = results.measures[place]
      return Column(
        title: measure.title,
        value: { results.score(place, dataset: $0, strategy: $1, camera: camera) }, measure: measure,
        claim: claims.first {
          $0.criterion.measure == place && $0.criterion.rule == nil && $0.criterion.cameras == [camera]
        })
    }
  }

  /// The card of the criteria that combine cameras; nil where there are none.
  init?(_ results: StudyResults, combining criteria: [Criterion], claims: [Claim]) {
    let combined = criteria.filter { $0.rule != nil }
    guard !combined.isEmpty else { return nil }
    self.results = results
    (groups, sources, along, camera) = (results.equals, results.sources, "Cameras combined", nil)
    columns = combined.map { criterion in
      let measure = results.measures[criterion.measure]
      return Column(
        title: "\(measure.title), \(criterion.along)",
        value: { results.score(criterion, dataset: $0, strategy: $1) }, measure: measure,
        claim: claims.first { $0.criterion == criterion })
    }
  }

  /// The card of times and memory; nil where nothing was timed.
  init?(costsOf results: StudyResults) {
    guard !results.timings.isEmpty else { return nil }
    self.results = results
    sources = results.sources
    // Strategies with equal frames may differ in time.
    groups = Set(results.timings.map(\.strategy)).sorted().map { [$0] }
    along = "Costs"
    camera = nil
    func column(
      _ title: String, _ text: @escaping (Double) -> String, _ body: @escaping (StudyTiming) -> Double?
    ) -> Column {
      Column(
        title: title,
        value: { dataset, strategy in
          let timing = results.timings.first { $0.dataset == dataset && $0.strategy == strategy }
          let value = MeasuredValue.number(
            timing.flatMap(body), else: timing?.failure == nil ? .notMeasured : .failed)
          return StudyScore(value: value, defined: value.number == nil ? 0 : 1, count: 1)
        }, text: text)
    }
    columns = [
      column("query p50 ↓", ReportNumber.duration) { $0.query.quantile(0.5) },
      column("query p99 ↓", ReportNumber.duration) { $0.query.quantile(0.99) },
      column("index memory ↓", ReportNumber.bytes) { timing in
        timing.bytesPerPoint.map { $0 * Double(results.datasets[timing.dataset].count) }
      },
    ]
  }

  /// A table of all strategies: on one point set, or the median over all sources, each with the scores of its
  /// point sets reduced to one.
  ///
  /// A strategy that failed, or is not finished, on one of the point sets has no median over all: it would
  /// stand beside medians over other point sets.
  ///
  /// - Returns: the table, and the texts of its notes on missing values.
  func table(dataset: Int?) -> (table: ReportTable, notes: [String]) {
    var reasons: [String] = []
    let values = results.strategies.indices.map { strategy in
      columns.map { column in value(of: column, dataset, strategy) }
    }
    // A note that is true of every value of a column is written once, in its header.
    let shared = columns.indices.map { column -> String in
      let notes = Set(groups.map { values[$0[0]][column] }.filter { $0.number != nil }.map(\.note))
      return notes.count == 1 ? notes.first ?? "" : ""
    }
    let rows = groups.map { group -> [ReportTable.Cell] in
      let strategy = group[0]
      let verdicts = chosen(dataset).map { results.verdict(dataset: $0, strategy: strategy) }
      let verdict = Verdict.gravest(of: verdicts)
      let cells = columns.indices.map { column -> ReportTable.Cell in
        let value = values[strategy][column]
        guard let number = value.number else {
          if !reasons.contains(value.note) { reasons.append(value.note) }
          return .number("– (\((reasons.firstIndex(of: value.note) ?? 0) + 1))")
        }
        // One point set alone is no evidence.
        let claim = dataset == nil ? columns[column].claim : nil
        let leads = claim?.leaders.isDisjoint(with: group) == false
        let notes = [
          shared[column].isEmpty ? value.note : "", leads ? "(N = \(claim?.sourceCount ?? 0))" : "",
        ]
        return .number(
          columns[column].text(number), isBest: leads,
          note: notes.filter { !$0.isEmpty }.joined(separator: " "))
      }
      return [ReportTable.Cell(results.name(of: group)), ReportTable.Cell(verdict.rawValue)]
        + (isTuned ? [ReportTable.Cell(sizes(of: strategy, dataset))] : [])
        + (camera == nil ? [] : [.number(drawn(by: strategy, dataset))]) + cells
    }
    let table = ReportTable(
      caption(dataset),
      columns: ["strategy", "gate"] + (isTuned ? ["tuned to"] : []) + (camera == nil ? [] : ["drawn"])
        + zip(columns, shared).map { $1.isEmpty ? $0.title : "\($0.title) \($1)" }, rows: rows)
    return (table, reasons.enumerated().map { "(\($0.offset + 1)) \($0.element)" })
  }

  /// The table over all sources with a row for each measure, what it means last.
  var transposed: (table: ReportTable, notes: [String]) {
    let (table, notes) = table(dataset: nil)
    let first = table.columns.count - columns.count
    let rows = columns.indices.map { column in
      [ReportTable.Cell(table.columns[first + column])] + table.rows.map { $0[first + column] }
        + [ReportTable.Cell(columns[column].measure?.measure.help ?? "")]
    }
    // The gate, of which no other column tells here.
    let names = table.rows.map { row in
      row[1].text == Verdict.valid.rawValue ? row[0].text : "\(row[0].text) (\(row[1].text))"
    }
    return (
      ReportTable(
        "\(table.caption) Neither ranked nor tested; ‘pinfold study report --format csv’ has them by data set.",
        columns: ["measure"] + names + ["meaning"], rows: rows), notes
    )
  }

  /// Whether strategies are tuned to equal numbers of markers, or equal ink.
  private var isTuned: Bool { camera != nil && results.runs.contains { $0.size != nil } }

  /// The sizes that a strategy was tuned to: "cellSize=48.5", or several from the least to the largest.
  private func sizes(of strategy: Int, _ dataset: Int?) -> String {
    SizeRange(runs(of: strategy, dataset).compactMap(\.size))?.inWords ?? "–"
  }

  /// The share of the points in view that a strategy draws.
  private func drawn(by strategy: Int, _ dataset: Int?) -> String {
    let runs = runs(of: strategy, dataset)
    return runs.contains { !$0.frames.isEmpty } ? ReportNumber.percent(1 - runs.hiddenShare) : "–"
  }

  private func runs(of strategy: Int, _ dataset: Int?) -> [StudyRun] {
    results.runs.filter {
      $0.strategy == strategy && $0.camera == camera && chosen(dataset).contains($0.dataset)
    }
  }

  private func caption(_ dataset: Int?) -> String {
    let set = dataset.map {
      "on \(results.datasets[$0].name), \(ReportNumber.text(results.datasets[$0].count)) points."
    }
    let what =
      set ?? "medians over \(counted(sources.count, "source"))"
      + (sources.count < results.datasets.count
        ? ", each with the scores of its data sets reduced to one (\(counted(results.datasets.count, "data set")) in all)."
        : ", of one data set each.")
    return along.isEmpty ? what.prefix(1).uppercased() + what.dropFirst() : "\(along): \(what)"
  }

  /// The meaning of the rows and columns of every card.
  static func legend(of results: StudyResults) -> String {
    let controls = results.strategies.indices.filter { !results.competitors.contains($0) }
    return
      "↑ more is better, ↓ less is better, = describes. Bold: significantly better than some other and worse than none. "
      + "N is the number of sources behind that. Drawn: the share of the points in view whose marker is not hidden. "
      + (results.runs.contains { $0.size != nil }
        ? "Tuned to: the median of the runs’ sizes, and their range. " : "")
      + "A number in parentheses is how many of the frames, or frame pairs, of all data sets have a value; without one all "
      + "have. By construction: the strategy promises the best value, optimizes the measure, or lays its cells in the "
      + "pattern that is measured, so the value shows how it works rather than how well."
      + (controls.isEmpty
        ? ""
        : " Not ranked are the controls, which show the scores of making no decisions: "
          + "\(controls.map { results.strategies[$0].label }.joined(separator: ", ")).")
  }

  private func chosen(_ dataset: Int?) -> [Int] { dataset.map { [$0] } ?? Array(results.datasets.indices) }

  /// A field of the table before it is written.
  private struct Value {
    /// The number; nil for none.
    var number: Double?

    /// Why there is no number, or of how much there is one; empty where that is everything.
    var note: String
  }

  private func value(of column: Column, _ dataset: Int?, _ strategy: Int) -> Value {
    let chosen = chosen(dataset)
    for (verdict, words) in [(Verdict.failed, "failed"), (.unfinished, "is not finished")] {
      let found = chosen.filter { results.verdict(dataset: $0, strategy: strategy) == verdict }
      guard !found.isEmpty else { continue }
      let places =
        dataset == nil ? " on " + found.map { results.datasets[$0].name }.joined(separator: ", ") : ""
      return Value(number: nil, note: words + places)
    }
    let blocks = (dataset.map { [[$0]] } ?? sources).map { $0.map { column.value($0, strategy) } }
    let scores = blocks.flatMap { $0 }
    let numbers = scores.compactMap(\.value.number)
    let reduced = blocks.compactMap { block in
      let numbers = block.compactMap(\.value.number)
      return column.measure.map { $0.measure.reduced(numbers) } ?? Quantile.median(of: numbers)
    }
    guard let median = Quantile.median(of: reduced) else {
      return Value(number: nil, note: (scores.map(\.value).reason ?? .notMeasured).inWords)
    }
    let isDecided =
      column.measure.map {
        $0.measure.better != .descriptive && results.isDecided($0, byConstructionOf: strategy)
      } ?? false
    var notes = isDecided ? [Construction.mark] : []
    let (defined, count) = scores.reduce((0, 0)) { ($0.0 + $1.defined, $0.1 + $1.count) }
    if defined < count || numbers.count < chosen.count {
      let sets = numbers.count < chosen.count ? ", on \(numbers.count) of \(chosen.count) data sets" : ""
      notes.append("(\(defined) of \(count)\(sets))")
    }
    return Value(number: median, note: notes.joined(separator: " "))
  }
}

extension MeasureRecord {
  /// The name with an arrow for the better direction, and the unit: "overlap.pairs ↓ (pairs)".
  var title: String {
    let arrow =
      switch measure.better {
      case .higher: "↑"
      case .lower: "↓"
      case .descriptive: "="
      }
    return "\(label) \(arrow)" + (measure.unit.map { " (\($0))" } ?? "")
  }

  /// "lower is better".
  var direction: String {
    switch measure.better {
    case .higher: "higher is better"
    case .lower: "lower is better"
    case .descriptive: "describes"
    }
  }
}

extension UndefinedReason {
  var inWords: String { code.replacing("-", with: " ") }
}
