import PinfoldEvaluation

extension ReportFacts {
  /// The summary: what was compared, what is valid, and which is better at what, in plain words.
  var summary: ReportSection {
    var blocks: [ReportBlock] = [.paragraph(extent)]
    blocks.append(.list(gate + losses))
    if isExploratory {
      blocks.append(
        .paragraph(
          "The plan names no primary measures, so those below are usual ones, and what they show is a hint rather "
            + "than a finding."))
    }
    blocks.append(.list(analyses.map { winner($0.criterion, $0.analysis) }))
    if results.datasets.count < MeasureAnalysis.fewDatasets {
      blocks.append(.paragraph(caution))
    }
    blocks.append(
      .paragraph(
        "Scores are medians over the frames and seeds of one data set along one camera; \(combination) The data set is the "
          + "unit of every test. "
          + "Metrics measure geometry, which stands in for what people perceive and is not the same."))
    blocks += unequal.map { [.paragraph($0)] } ?? []
    return ReportSection("summary", "Summary", blocks)
  }

  /// A warning where strategies show very different numbers of markers; nil where they do not.
  private var unequal: String? {
    let tuned = Set(results.runs.filter { $0.size != nil }.map(\.strategy))
    let medians = ranked.filter { tuned.isEmpty || tuned.contains($0) }.compactMap { strategy in
      Quantile.median(
        of: results.runs.filter { $0.strategy == strategy }.flatMap(\.frames).map { Double($0.markers) })
    }
    return MarkerWarning.text(medians).map { "\($0); say match in the plan." }
  }

  /// What becomes of scores along several cameras.
  private var combination: String {
    judged.contains { $0.rule != nil }
      ? "the plan combines cameras where their name says how."
      : "scores of different cameras are never combined."
  }

  private var extent: String {
    let all = results.datasets.count * results.strategies.count * results.cameras.count * results.seeds.count
    let done = results.runs.count
    let compared = [
      counted(results.strategies.count, "strategy", "strategies"),
      "on " + counted(results.datasets.count, "data set"),
      "along " + counted(results.cameras.count, "camera movement"),
      "with " + counted(results.seeds.count, "seed"),
    ].joined(separator: ", ")
    guard done < all else { return "\(compared): all \(counted(all, "run")) finished." }
    return
      "\(compared): \(ReportNumber.text(done)) of \(counted(all, "run")) finished. The report is partial."
  }

  /// The strategies that may be ranked, and the others with the reasons.
  private var gate: [String] {
    guard !results.runs.isEmpty else { return ["No run is finished, so there is nothing to rank."] }
    var lines: [String] = []
    let valid = valid
    if !valid.isEmpty {
      lines.append(
        valid.count == results.strategies.count
          ? "Every strategy is valid: each frame shows every point that it should, once, and no other."
          : "Valid, and ranked: \(valid.map { results.strategies[$0].label }.joined(separator: ", ")).")
    }
    for group in results.equals where group.count > 1 {
      lines.append(
        "The same in every frame and value, and so one competitor: "
          + "\(group.map { results.strategies[$0].label }.joined(separator: ", ")).")
    }
    for strategy in results.strategies.indices where !valid.contains(strategy) {
      lines.append("Not ranked: \(results.strategies[strategy].label) \(fault(of: strategy)).")
    }
    return lines
  }

  /// The point sets that lost rows, for a loss selects: only plants that report their hours, say.
  private var losses: [String] {
    results.datasets.compactMap { dataset in dataset.losses.inWords.map { "\(dataset.name): \($0)." } }
  }

  /// Why a strategy is not valid, each reason once with the point sets that it is true of.
  private func fault(of strategy: Int) -> String {
    var reasons: [(text: String, datasets: [String])] = []
    for (dataset, points) in results.datasets.enumerated() {
      let runs = results.runs(dataset: dataset, strategy: strategy)
      let text: String
      switch results.verdict(dataset: dataset, strategy: strategy) {
      case .valid: continue
      case .invalid: text = "loses, repeats or invents points"
      case .unfinished: text = "is not finished"
      case .failed: text = "fails (\(runs.compactMap(\.failure).first ?? "for no reason"))"
      }
      if let known = reasons.firstIndex(where: { $0.text == text }) {
        reasons[known].datasets.append(points.name)
      } else {
        reasons.append((text, [points.name]))
      }
    }
    return reasons.map { reason in
      let everywhere = reason.datasets.count == results.datasets.count
      return reason.text
        + (everywhere ? " on every data set" : " on \(reason.datasets.joined(separator: ", "))")
    }.joined(separator: "; ")
  }

  private func winner(_ criterion: Criterion, _ analysis: MeasureAnalysis?) -> String {
    let measure = results.measures[criterion.measure]
    let name = "\(results.label(criterion)) (\(measure.direction)): "
    guard let analysis else {
      return name + "not enough values to compare (\(reason(criterion).inWords))."
    }
    guard !analysis.isSaturated else { return name + saturation(analysis) }
    let label = analysis.table.strategies[analysis.best]
    guard let next = analysis.leads.first else { return name + label }
    let (own, other) = (analysis.median(next.first), analysis.median(next.second))
    let lead =
      "\(label) has the best mean rank, median \(ReportNumber.text(own)) against \(ReportNumber.text(other)) of "
      + "\(analysis.table.strategies[next.second]), the next. "
    let differing = analysis.leads.filter(\.differs).map { analysis.table.strategies[$0.second] }
    if differing.isEmpty { return name + lead + "No lead of it is larger than chance allows." }
    if differing.count == analysis.leads.count {
      return name + lead + "Its lead over every other is larger than chance allows."
    }
    return name + lead
      + "Its lead is larger than chance allows over \(differing.joined(separator: ", ")), and not over the others."
  }

  /// A sentence on a measure that many strategies satisfy in full.
  func saturation(_ analysis: MeasureAnalysis) -> String {
    let names = analysis.table.strategies
    let passing = names.indices.filter(analysis.isPerfect)
    let failing = names.indices.filter { !passing.contains($0) }.map {
      "\(names[$0]) (median \(ReportNumber.text(analysis.median($0))))"
    }
    guard !passing.isEmpty else {
      return "every strategy has \(ReportNumber.text(analysis.median(0))); there is nothing to rank."
    }
    if failing.isEmpty {
      return "all pass, with the best value there is everywhere; there is nothing to rank."
    }
    return
      "pass or fail rather than ranks. \(passing.map { names[$0] }.joined(separator: ", ")) have the best value "
      + "there is on every data set; not so \(failing.joined(separator: ", "))."
  }

  /// A caution about the evidence of so few point sets.
  var caution: String {
    let count = results.datasets.count
    let text =
      "With \(counted(count, "data set")) hardly anything separates, for below about "
      + "\(MeasureAnalysis.fewDatasets) chance explains most differences: read effects and intervals, not ranks."
    return [text, impossibility(strategies: ranked.count, count)].compactMap { $0 }.joined(separator: " ")
  }

  /// A sentence where no pair of strategies can differ on so few point sets; nil where one can.
  func impossibility(strategies: Int, _ datasets: Int) -> String? {
    // The exact test's least chance, where one strategy wins on every point set, as Holm corrects it.
    let least = (0..<datasets).reduce(Double(strategies * (strategies - 1))) { chance, _ in chance / 2 }
    guard least >= MeasureAnalysis.level, strategies > 1 else { return nil }
    return "Among \(counted(strategies, "strategy", "strategies")) no pair can differ at the level of 5 % on "
      + "\(counted(datasets, "data set")), however clear its lead."
  }
}
