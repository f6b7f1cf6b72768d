import PinfoldEvaluation

/// The default score card: a gate, then the measures that readers look for first, and no total, because the
/// criteria conflict.
struct ScoreCard {
  /// The columns.
  let columns: [Column]

  private let results: StudyResults

  /// One column.
  struct Column {
    /// The head: the name with an arrow for the better direction, and the unit.
    var title: String
    var better: MeasureDirection
    /// The value of a strategy on a point set.
    var value: (_ dataset: Int, _ strategy: Int) -> MeasuredValue
    var text: (Double) -> String = ReportNumber.text
  }

  /// The measures of the card by their metric's id and name; where the name is nil, the metric's first
  /// measure.
  private static let measures: [(id: String, name: String?)] = [
    ("F1", "constant"), ("F1", "rmsd"), ("F2", "mean"), ("F2", "p95"), ("F4", nil), ("F8", "share"),
    ("L1", "count"), ("L2", "share"), ("L3", "share"), ("G1", "excess"), ("G2", "z"), ("S1", "permutations"),
    ("S2", nil), ("S3", "hard"), ("A1", "tangled"), ("A3", "mean"),
  ]

  init(_ results: StudyResults) {
    self.results = results
    var columns: [Column] = []
    for wanted in Self.measures {
      let found = results.measures.indices.first { place in
        let measure = results.measures[place]
        return measure.id == wanted.id && (wanted.name ?? measure.measure.name) == measure.measure.name
      }
      guard let found else { continue }
      let measure = results.measures[found]
      columns.append(
        Column(title: measure.title, better: measure.measure.better) {
          results.score(found, dataset: $0, strategy: $1)
        })
    }
    self.columns = columns + Self.costs(results)
  }

  private static func costs(_ results: StudyResults) -> [Column] {
    guard !results.timings.isEmpty else { return [] }
    func column(
      _ title: String, _ text: @escaping (Double) -> String, _ body: @escaping (StudyTiming) -> Double?
    )
      -> Column
    {
      Column(
        title: title, better: .lower,
        value: { dataset, strategy in
          let timing = results.timings.first { $0.dataset == dataset && $0.strategy == strategy }
          return .number(timing.flatMap(body), else: timing?.failure == nil ? .notMeasured : .failed)
        }, text: text)
    }
    return [
      column("query p50 ↓", ReportNumber.duration) { $0.query.quantile(0.5) },
      column("query p99 ↓", ReportNumber.duration) { $0.query.quantile(0.99) },
      column("index memory ↓", ReportNumber.bytes) { timing in
        timing.bytesPerPoint.map { $0 * Double(results.datasets[timing.dataset].count) }
      },
    ]
  }

  /// The measures of the card without values in the study.
  var missing: [String] {
    Self.measures.filter { wanted in
      !results.measures.contains {
        $0.id == wanted.id && (wanted.name ?? $0.measure.name) == $0.measure.name
      }
    }.map { wanted in wanted.name.map { "\(wanted.id) \($0)" } ?? wanted.id }
      + (results.timings.isEmpty ? ["C1 times", "C2 memory"] : [])
  }

  /// A table of all strategies: on one point set, or the median over all of them.
  ///
  /// - Returns: the table, and the texts of its notes on missing values.
  func table(dataset: Int?) -> (table: ReportTable, notes: [String]) {
    var reasons: [UndefinedReason] = []
    let valid = results.strategies.indices.filter { strategy in
      chosen(dataset).allSatisfy { results.verdict(dataset: $0, strategy: strategy) == .valid }
    }
    let values = results.strategies.indices.map { strategy in
      columns.map { column in value(of: column, dataset, strategy) }
    }
    let rows = results.strategies.indices.map { strategy -> [ReportTable.Cell] in
      let verdicts = chosen(dataset).map { results.verdict(dataset: $0, strategy: strategy) }
      let verdict = Verdict.gravest(of: verdicts)
      let cells = columns.indices.map { column -> ReportTable.Cell in
        guard let number = values[strategy][column].number else {
          let reason = values[strategy][column].reason ?? .notMeasured
          if !reasons.contains(reason) { reasons.append(reason) }
          return .number("– (\((reasons.firstIndex(of: reason) ?? 0) + 1))")
        }
        let best =
          valid.contains(strategy) && isBest(number, columns[column], valid.map { values[$0][column] })
        return .number(columns[column].text(number), isBest: best)
      }
      return [ReportTable.Cell(results.strategies[strategy].label), ReportTable.Cell(verdict.rawValue)]
        + cells
    }
    let caption = dataset.map {
      "On \(results.datasets[$0].name), \(ReportNumber.text(results.datasets[$0].count)) points."
    }
    let table = ReportTable(
      caption
        ?? "Medians over all data sets. ↑ more is better, ↓ less is better, = describes; the best valid value of "
        + "a column is bold.",
      columns: ["strategy", "gate V1"] + columns.map(\.title), rows: rows)
    return (table, reasons.enumerated().map { "(\($0.offset + 1)) \($0.element.inWords)" })
  }

  private func chosen(_ dataset: Int?) -> [Int] { dataset.map { [$0] } ?? Array(results.datasets.indices) }

  private func value(of column: Column, _ dataset: Int?, _ strategy: Int) -> MeasuredValue {
    let values = chosen(dataset).map { column.value($0, strategy) }
    return .number(
      Quantile.median(of: values.compactMap(\.number)),
      else: values.lazy.compactMap(\.reason).first ?? .notMeasured)
  }

  /// Whether a value is the best of a column whose values are not all equal.
  private func isBest(_ value: Double, _ column: Column, _ all: [MeasuredValue]) -> Bool {
    let numbers = all.compactMap(\.number)
    guard let low = numbers.min(), let high = numbers.max(), low < high else { return false }
    return column.better != .descriptive && value == (column.better == .higher ? high : low)
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
  /// The code as words.
  var inWords: String { code.replacing("-", with: " ") }
}
