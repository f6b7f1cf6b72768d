import PinfoldEvaluation

extension ReportFacts {
  /// The summary: the answer, its basis, and its limits.
  var summary: ReportSection {
    var blocks = answer
    if let tuning {
      let chosen = labels(results.competitors)
      blocks.append(
        .paragraph(
          "Settings were chosen on \(tuning.datasets.joined(separator: ", ")) by \(tuning.measure): \(chosen). "
            + "The report is on the other data sets alone."))
    }
    blocks.append(.paragraph(extent))
    if let history = results.manifest.history { blocks.append(.paragraph(history)) }
    blocks.append(.list(gate + losses))
    if isExploratory {
      blocks.append(
        .paragraph(
          "The plan names no primary measures, so those above are usual ones, and what they show is a hint rather "
            + "than a finding."))
    }
    blocks.append(
      .paragraph(
        "Scores are over the frames and seeds of one data set along one camera that can tell strategies apart: means of shares, "
          + "medians of sizes; \(combination) Data sets from one source (declared, or the same points, file or generator) count once: the "
          + "source is the unit of every test and of every median over data. "
          + "Metrics measure geometry, which stands in for what people perceive and is not the same."))
    return ReportSection("summary", "Summary", blocks)
  }

  /// A warning where strategies show very different numbers of markers; nil where they do not.
  var unequal: String? {
    let tuned = Set(results.runs.filter { $0.size != nil }.map(\.strategy))
    // A control shows what it shows; strategies that could not be matched are named elsewhere.
    let medians = ranked.filter { results.mismatch(of: $0) == nil }.compactMap(markers(of:))
    return MarkerWarning.text(medians, isTuned: !tuned.isEmpty, advice: "; say match in the plan")
  }

  /// The numbers of markers that tuned strategies show, where a run of one is off by more than a tenth; nil
  /// elsewhere.
  ///
  /// Sizes in steps, as those of grids, do not meet every number.
  var matchedInWords: String? {
    guard let wanted = results.wantedMarkers, let matched = results.matchedMarkers else { return nil }
    let isOff = matched.contains { $0.medians.contains { abs($0 - Double(wanted)) > 0.1 * Double(wanted) } }
    guard isOff else { return nil }
    let medians = matched.map { strategy, medians, _ in
      let ends = [medians.min(), medians.max()].compactMap { $0.map { ReportNumber.text($0) } }
      let range = ends[0] == ends[1] ? "" : " (\(ends[0]) to \(ends[1]))"
      return "\(name(of: strategy)) \(ReportNumber.text(Quantile.median(of: medians) ?? 0))\(range)"
    }
    let single = matched.flatMap(\.all)
    return "the median view of a run shows \(medians.joined(separator: ", ")) markers, and single views "
      + "\(single.min() ?? 0) to \(single.max() ?? 0), where a view has \(wanted) points or more"
  }

  private func labels(_ strategies: [Int]) -> String {
    strategies.map { results.strategies[$0].label }.joined(separator: ", ")
  }

  /// How scores along several cameras are combined.
  private var combination: String {
    judged.contains { $0.rule != nil }
      ? "the plan combines cameras where their name says how."
      : "scores of different cameras are never combined."
  }

  /// What was compared, and the runs of the whole study: those for tuning, and each seed of a strategy, too.
  private var extent: String {
    let all = stored.datasets.count * stored.strategies.count * stored.cameras.count * stored.seeds.count
    let done = stored.runs.count
    let compared = [
      strategiesInWords,
      "on " + counted(results.datasets.count, "data set"),
      "along " + counted(results.cameras.count, "camera movement"),
      "with " + counted(results.seeds.count, "seed of the study", "seeds of the study"),
    ].joined(separator: ", ")
    var text = "\(compared). "
    if !repeated.isEmpty { text += "\(ownSeedsInWords). " }
    text +=
      "\(ReportNumber.text(done)) of \(counted(all, "run")) finished\(done < all ? ": the report is partial" : "")."
    return text + " A run is one data set, strategy, camera movement, study seed and strategy seed."
      + (tuning == nil ? "" : " Those for tuning are among them.")
  }

  /// "3 strategies and 3 controls".
  private var strategiesInWords: String {
    let deciding = results.competitors.count
    let controls = results.strategies.count - deciding
    let strategies = counted(deciding, "strategy", "strategies")
    return controls == 0 ? strategies : "\(strategies) and \(counted(controls, "control"))"
  }

  /// The strategies that may be ranked, and the others with the reasons.
  private var gate: [String] {
    guard !results.runs.isEmpty else { return ["No run is finished, so there is nothing to rank."] }
    var lines: [String] = []
    let valid = valid
    if !valid.isEmpty {
      lines.append(
        valid.count == results.strategies.count
          ? "Every strategy is valid: each frame holds every point that it should, once, and no other."
          : "Valid, and ranked: \(labels(valid)).")
    }
    let drawn = valid.map { (name: results.strategies[$0].label, hidden: results.hiddenShare(of: $0)) }
    if drawn.contains(where: { $0.hidden > 0 }) {
      let shares = drawn.map { "\($0.name) \(ReportNumber.percent(1 - $0.hidden))" }
      lines.append("Drawn, of the points in view: \(shares.joined(separator: ", ")).")
    }
    for group in results.equals where group.count > 1 {
      lines.append("The same in every frame and value, and so one competitor: \(labels(group)).")
    }
    for strategy in results.strategies.indices where !valid.contains(strategy) {
      lines.append("Not ranked: \(results.strategies[strategy].label) \(fault(of: strategy)).")
    }
    return lines
  }

  /// The point sets that lost rows. Lost rows bias a sample if, say, only some plants report their hours.
  private var losses: [String] {
    results.datasets.compactMap { dataset in dataset.losses.inWords.map { "\(dataset.name): \($0)." } }
  }

  /// Why a strategy is not valid, each reason once with the point sets that it is true of.
  private func fault(of strategy: Int) -> String {
    let faults = results.datasets.enumerated().compactMap { dataset, points -> (String, String)? in
      switch results.verdict(dataset: dataset, strategy: strategy) {
      case .valid: return nil
      case .invalid: return ("loses, repeats or invents points", points.name)
      case .unfinished: return ("is not finished", points.name)
      case .failed:
        let runs = results.runs(dataset: dataset, strategy: strategy)
        return ("fails (\(runs.compactMap(\.failure).first ?? "for no reason"))", points.name)
      }
    }
    return Self.grouped(faults).map { text, names in
      text
        + (names.count == results.datasets.count
          ? " on every data set" : " on \(names.joined(separator: ", "))")
    }.joined(separator: "; ")
  }

  /// Texts, each once with what it is true of.
  static func grouped(_ texts: [(text: String, name: String)]) -> [(text: String, names: [String])] {
    texts.map(\.text).uniqued.map { text in (text, texts.filter { $0.text == text }.map(\.name)) }
  }

  /// A sentence on a measure that many strategies satisfy in full.
  func saturation(_ analysis: MeasureAnalysis) -> String {
    let names = names(analysis)
    let passing = names.indices.filter(analysis.isPerfect)
    guard !passing.isEmpty else {
      return
        "every strategy has the same, \(ReportNumber.text(analysis.median(0))); there is nothing to rank."
    }
    let exposed = passing.map { analysis.passes[$0].exposed }.min() ?? 0
    let holds =
      "hold in each of \(counted(exposed, analysis.measure.scope.noun)) that can tell strategies apart"
    let failing = names.indices.filter { !passing.contains($0) }.map { column -> String in
      let passes = analysis.passes[column]
      return
        "\(names[column]) (fails in \(ReportNumber.text(passes.failed)) of \(ReportNumber.text(passes.exposed)), "
        + "worst \(ReportNumber.text(passes.worst ?? .nan)))"
    }
    if failing.isEmpty { return "pass or fail: all \(holds)." }
    return "pass or fail: \(passing.map { names[$0] }.joined(separator: ", ")) \(holds); not so "
      + "\(failing.joined(separator: ", "))."
  }

  /// A caution about the evidence of so few sources.
  var caution: String {
    "With \(counted(results.sources.count, "source")), fewer than about \(MeasureAnalysis.fewSources), only large and "
      + "consistent differences can be significant. A difference that is not may exist all the same: read effects and "
      + "intervals, not ranks."
  }

  /// The number of pairs of strategies that are tested, by all measures together.
  var testCount: Int { tested.reduce(0) { $0 + $1.pairs.count } }

  var tested: [MeasureAnalysis] { analyses.compactMap(\.analysis).filter { !$0.isSaturated } }

  /// A sentence where no pair of strategies can differ on so few sources; nil where one can.
  func impossibility(on sources: Int) -> String? {
    let tests = testCount
    // The exact test's least chance, where one strategy wins on every source, as Holm corrects it.
    func least(_ sources: Int) -> Double {
      (0..<sources).reduce(2 * Double(tests)) { chance, _ in chance / 2 }
    }
    guard tests > 0, least(sources) >= MeasureAnalysis.level,
      let enough = (sources...64).first(where: { least($0) < MeasureAnalysis.level })
    else { return nil }
    return
      "Of \(counted(tests, "comparison")) of two strategies by one measure, tested together, none can be significant at "
      + "5 % on \(counted(sources, "source")), however clear the lead: that takes \(ReportNumber.text(enough)), or fewer "
      + "strategies, primary measures and cameras."
  }
}

extension MetricScope {
  /// The unit that a metric has a value of: "frame".
  var noun: String {
    switch self {
    case .frame: "frame"
    case .pair: "frame pair"
    case .sequence: "path"
    }
  }
}
