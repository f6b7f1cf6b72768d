import Pinfold
import PinfoldEvaluation

extension ReportFacts {
  /// The answer to the study's question: what is significant, by which measures, on how many sources; then
  /// what is not, and what cannot be compared.
  var answer: [ReportBlock] {
    let claims = claims
    let findings = sentences(leading(claims)) + failures
    var blocks: [ReportBlock] =
      findings.count > 1
      ? [.lead(extentInWords), .list(findings)]
      : [.lead("\(extentInWords) \(findings.first ?? nothing(claims))")]
    if !tested.isEmpty {
      let certainties = [certainty, impossibility(on: results.sources.count)].compactMap(\.self)
      blocks.append(.lead(certainties.joined(separator: " ")))
    }
    let counting = leading(claims)
    if !counting.isEmpty { blocks.append(table(counting)) }
    // The picture of the first finding, or of the first measure that could have had one.
    if let shown = counting.first?.analysis ?? tested.first {
      blocks.append(.figure(effects(shown, as: "answer")))
    }
    let notes = broken + constructed + gamed + passed + open(claims) + exclusions + overlaps + dependence
    if !notes.isEmpty { blocks.append(.list(notes)) }
    if !results.runs.isEmpty { blocks.append(shown) }
    if results.sources.count < MeasureAnalysis.fewSources { blocks.append(.paragraph(caution)) }
    blocks += unequal.map { [.paragraph($0)] } ?? []
    if let wanted = results.wantedMarkers, let matchedInWords {
      blocks.append(
        .paragraph(
          "Numbers of markers are not all equal: where \(wanted) are wanted, \(matchedInWords). Most measures depend on them; the distance to markers falls "
            + "about as the square root of their number. A difference of that size may come from it."))
    }
    return blocks
  }

  /// The claims of all judged measures.
  var claims: [Claim] { analyses.compactMap { Claim(self, $0.criterion, $0.analysis) } }

  /// The claims that may lead: a measure by which doing nothing wins proves nothing, however clear the
  /// differences of the others.
  func leading(_ claims: [Claim]) -> [Claim] { claims.filter { gaming($0.criterion).isEmpty } }

  /// "On 12 data sets from 3 sources, of 1,000 to 32,000 points:".
  private var extentInWords: String {
    let sizes = results.datasets.map(\.count)
    let span = [sizes.min(), sizes.max()].compactMap { $0 }.map { ReportNumber.text($0) }
    let points = span.first == span.last ? span.first ?? "0" : span.joined(separator: " to ")
    return
      "On \(counted(sizes.count, "data set")) from \(counted(results.sources.count, "source")), of \(points) points:"
  }

  /// Why there is no finding.
  private func nothing(_ claims: [Claim]) -> String {
    if !claims.isEmpty {
      return "significant differences only by measures that a control wins, which decide nothing."
    }
    return analyses.contains { $0.analysis != nil }
      ? "no difference found between strategies that could be ranked."
      : "nothing to decide yet; no measure that judges has values of two strategies that can be compared."
  }

  /// The claims as sentences; equal claims of one measure along several cameras share a sentence.
  private func sentences(_ claims: [Claim]) -> [String] {
    var sentences: [String] = []
    for measure in claims.map(\.criterion.measure).uniqued {
      let mine = claims.filter { $0.criterion.measure == measure }
      let all = judged.count { $0.measure == measure }
      let texts = mine.map(\.words).uniqued.map { words -> String in
        let alike = mine.filter { $0.words == words }
        let evidence = "(N = \(ReportNumber.text(alike.map(\.sourceCount).min() ?? 0)))"
        if all == 1 { return "\(words) \(evidence)" }
        let cameras =
          alike.count == all
          ? "all \(all) cameras" : alike.map(\.criterion.along).joined(separator: ", ")
        return "\(words) along \(cameras) \(evidence)"
      }
      let record = results.measures[measure]
      sentences.append("By \(record.label) (\(record.direction)) \(texts.joined(separator: "; ")).")
    }
    return sentences
  }

  /// The strategies that fail a measure which others pass on every frame or pair: a counterexample needs no
  /// test.
  private var failures: [String] {
    analyses.compactMap { criterion, analysis in
      guard let analysis, analysis.isSaturated, let ideal = analysis.measure.measure.ideal else { return nil }
      let names = analysis.table.strategies
      let failing = names.indices.filter { !analysis.isPerfect($0) }
      // Properties by construction are no findings.
      let passing = names.indices.filter {
        !failing.contains($0) && !hasByConstruction(analysis.strategies[$0], analysis.measure)
      }.map { names[$0] }
      guard !failing.isEmpty, !passing.isEmpty else { return nil }
      let clauses = failing.map { column in
        let passes = analysis.passes[column]
        return "\(names[column]) misses it in \(ReportNumber.text(passes.failed)) of "
          + "\(counted(passes.exposed, analysis.measure.scope.noun)) (worst \(ReportNumber.text(passes.worst ?? .nan)))"
      }
      return "\(results.label(criterion)) is always \(ReportNumber.text(ideal)), the best value, with "
        + "\(passing.joined(separator: ", ")); \(clauses.joined(separator: ", "))."
    }
  }

  /// The numbers of comparisons that are significant, and that show equivalence.
  private var certainty: String {
    let pairs = tested.flatMap(\.pairs)
    let (differing, alike) = (pairs.count(where: \.differs), pairs.count { !$0.differs && $0.isAlike })
    let won = claims.filter { !gaming($0.criterion).isEmpty }.flatMap(\.evidence).count
    let controlled =
      won == 0 ? "" : ", \(ReportNumber.text(won)) of these by measures that a control wins"
    let sure =
      "Significant: \(ReportNumber.text(differing)) of \(counted(pairs.count, "comparison")) of two strategies by one measure"
      + controlled
    if differing == pairs.count { return sure + "." }
    guard tested.contains(where: { $0.margin != nil }) else {
      return sure
        + ". That does not make the others alike: a margin in the plan, as in ‘overlap.share ± 0.02’, tests that too."
    }
    let stated = tested.filter { $0.margin != nil }.flatMap(\.pairs)
    let rest = stated.count { !$0.differs && !$0.isAlike }
    return sure
      + ". Of the \(counted(stated.count, "comparison")) by measures with a stated margin, \(ReportNumber.text(alike)) "
      + "\(alike == 1 ? "finds" : "find") the strategies alike within it, and \(ReportNumber.text(rest)) "
      + "\(rest == 1 ? "decides" : "decide") neither."
  }

  /// The claims with their evidence.
  private func table(_ claims: [Claim]) -> ReportBlock {
    let rows = claims.map { claim -> [ReportTable.Cell] in
      let analysis = claim.analysis
      let exposed = analysis.passes.map(\.exposed).min() ?? 0
      let range = claim.differences
      let sizes = [range.lowerBound, range.upperBound].map { ReportNumber.text($0) }
      return [
        ReportTable.Cell("\(analysis.label), \(analysis.measure.direction)"), ReportTable.Cell(claim.words),
        .number("\(ReportNumber.text(claim.sourceCount)) (\(counted(analysis.datasetCount, "data set")))"),
        .number(exposed),
        .number(sizes[0] == sizes[1] ? sizes[0] : "\(sizes[0]) to \(sizes[1])"),
        .number(ReportNumber.share(claim.chance)),
      ]
    }
    return .table(
      "Significant differences, and what they rest on: the number of sources, which are the samples; the frames or frame "
        + "pairs that can tell strategies apart; the median differences; and the largest p of Wilcoxon’s test, corrected "
        + "by Holm for \(all(testCount, "test")) of the report.",
      columns: ["measure", "finding", "sources", "frames or frame pairs", "median difference", "p"],
      rows: rows)
  }

  /// Promises of strategies that measured values contradict.
  private var broken: [String] {
    judged.map { results.measures[$0.measure] }.uniqued.compactMap { measure -> String? in
      let names = valid.filter { results.hasBrokenPromise($0, measure) }.map(name(of:))
      guard !names.isEmpty, let ideal = measure.measure.ideal else { return nil }
      let verb = names.count == 1 ? "promises" : "promise"
      return
        "\(names.joined(separator: ", ")) \(verb) \(measure.label) of \(ReportNumber.text(ideal)), and measured values are "
        + "others: the promise is broken."
    }
  }

  /// Properties that strategies have by construction, which are no findings, and leads that are owed to it.
  private var constructed: [String] {
    analyses.flatMap { criterion, _ -> [String] in
      let measure = results.measures[criterion.measure]
      let decided = ranked.filter { results.isDecided(measure, byConstructionOf: $0) }
      let value = measure.measure.ideal.map { "is \(ReportNumber.text($0))" } ?? "is bounded"
      return [true, false].compactMap { isKept in
        let names = decided.filter { hasByConstruction($0, measure) == isKept }.map(name(of:))
        guard !names.isEmpty else { return nil }
        return "\(names.joined(separator: ", ")): \(results.label(criterion)) "
          + (isKept
            ? "\(value) by construction, and so no finding."
            : "shows how it works rather than how well, as it optimizes this or lays its cells in the pattern measured.")
      }
    }
  }

  /// The controls that are better than every ranked strategy: such a measure rewards clusterings without any
  /// decision. If the plan sets a number of markers, controls with another number are ignored.
  func gaming(_ criterion: Criterion) -> [Int] {
    let measure = results.measures[criterion.measure].measure
    let sign = measure.better == .higher ? 1.0 : -1
    func value(_ strategy: Int) -> Double? {
      // Values below chance, as of a lattice, are not better than chance.
      let isSigned = measure.better == .lower && measure.range.lowerBound < 0
      return median(criterion, of: strategy).map { isSigned ? max($0, 0) : $0 }
    }
    let (ranked, _) = results.ranked(by: criterion)
    guard measure.better != .descriptive,
      let best = ranked.compactMap(value).max(by: { $0 * sign < $1 * sign })
    else { return [] }
    return valid.filter { strategy in
      results.control(strategy) != nil && results.mismatch(of: strategy) == nil
        && (value(strategy).map { measure.difference($0, best) * sign > 0 } ?? false)
    }
  }

  private var gamed: [String] {
    judged.compactMap { criterion in
      let winners = gaming(criterion)
      guard !winners.isEmpty else { return nil }
      let controls = winners.compactMap { winner in
        results.control(winner).map { "\(name(of: winner)), which \($0)" }
      }
      let advice =
        results.wantedMarkers == nil ? "; ‘match’ in the plan compares at equal numbers of markers" : ""
      return
        "\(results.label(criterion)) is won by \(controls.joined(separator: ", and by ")): by this measure alone "
        + "deciding nothing is best, so it leads no answer\(advice)."
    }
  }

  /// The measures by which all strategies are alike: all pass, or all tie.
  private var passed: [String] {
    analyses.compactMap { criterion, analysis in
      guard let analysis, analysis.isSaturated,
        Set(analysis.table.strategies.indices.map(analysis.isPerfect)).count == 1
      else { return nil }
      return
        "\(results.label(criterion)) (\(results.measures[criterion.measure].direction)): \(saturation(analysis))"
    }
  }

  /// The measures by which no difference was found, by the number of sources.
  private func open(_ claims: [Claim]) -> [String] {
    var (unknown, level) = ([String](), [Int: [String]]())
    for (criterion, analysis) in analyses {
      let label = results.label(criterion)
      guard let analysis else {
        unknown.append("\(label): \(whyNotCompared(criterion)).")
        continue
      }
      guard !analysis.isSaturated, !claims.contains(where: { $0.criterion == criterion }) else { continue }
      level[analysis.table.rows.count, default: []].append(label)
    }
    return level.sorted { $0.key > $1.key }.map { count, labels in
      "No difference found, on \(counted(count, "source")): \(labels.joined(separator: ", "))."
    } + unknown
  }

  /// The valid strategies that are not ranked, each reason once with the measures it is true of.
  private var exclusions: [String] {
    let reasons = judged.flatMap { criterion in
      results.ranked(by: criterion).excluded.map { strategy, reason in
        (text: "\(name(of: strategy)) \(reason)", name: results.label(criterion))
      }
    }
    return Self.grouped(reasons).map { text, labels in
      "Not ranked\(labels.count == judged.count ? "" : " by \(labels.joined(separator: ", "))"): \(text)."
    } + noSamples
  }

  /// The point sets that are no samples of ranked strategies, which a whole study's ranking does not tell.
  private var noSamples: [String] {
    let cameras = judged.flatMap(\.cameras).uniqued
    let reasons = judged.flatMap { results.ranked(by: $0).ranked }.uniqued.flatMap { strategy in
      results.datasets.indices.flatMap { dataset in
        cameras.compactMap { camera -> (text: String, name: String)? in
          let found = results.incomparability(of: strategy, dataset: dataset, cameras: [camera])
          guard let (reason, markers) = found else { return nil }
          let ends = [markers.min(), markers.max()].compactMap { $0.map { ReportNumber.text($0) } }.uniqued
          let shown = ends.isEmpty ? "" : " (\(ends.joined(separator: " to ")))"
          let along = cameras.count > 1 ? " along \(results.cameras[camera].label)" : ""
          return ("\(name(of: strategy)) \(reason)", results.datasets[dataset].name + shown + along)
        }
      }
    }
    return Self.grouped(reasons).map { text, places in
      "Left out of its tests: \(text) on \(places.joined(separator: ", "))."
    }
  }

  /// The data sets that share points without being copies.
  private var overlaps: [String] {
    results.dataSources.overlaps.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
  }

  /// Which data sets are one source, and which are independent only if nothing unsaid connects them.
  private var dependence: [String] {
    var notes: [String] = []
    let (shared, files) = (results.sharedSources, results.undeclaredFiles)
    if !shared.isEmpty { notes.append("Sources of several data sets: \(shared.joined(separator: "; ")).") }
    let apart = results.declaredApart
    if !apart.isEmpty {
      notes.append(
        "Of one file or generator, but counted as the several sources that the plan declares: \(apart.joined(separator: "; "))."
      )
    }
    if !files.isEmpty, results.sources.count > 1 {
      notes.append(
        "Counted as a source each, because the plan declares none: \(files.joined(separator: ", ")). Extracts of one "
          + "database are not independent: give them the same ‘source’ in the plan.")
    }
    return notes
  }

  /// The views of each camera, how many of them count, and the markers that strategies show.
  private var shown: ReportBlock {
    let strategies = valid.filter(results.competitors.contains)
    let rows = results.cameras.indices.map { camera -> [ReportTable.Cell] in
      let runs = results.runs.filter { $0.camera == camera }
      let paths = Dictionary(runs.map { ([$0.dataset, $0.seed], $0) }) { first, _ in first }.values
      let (frames, pairs) = (paths.flatMap(\.exposure.frames), paths.flatMap(\.exposure.pairs))
      let views = paths.flatMap(\.frames)
      func span(_ values: [Double]) -> String {
        guard let low = values.min(), let high = values.max() else { return "–" }
        let texts = [low, high].map { ReportNumber.text(($0 * 10).rounded() / 10) }
        return texts[0] == texts[1] ? texts[0] : "\(texts[0]) to \(texts[1])"
      }
      let markers = strategies.map { ReportTable.Cell.number(runs.markers(of: $0)?.rounded()) }
      return [
        ReportTable.Cell(results.cameras[camera].label), .number(span(views.map(\.viewport.zoom))),
        .number(span(views.map { Double($0.points) })),
        .number("\(ReportNumber.text(frames.count { $0 })) of \(ReportNumber.text(frames.count))"),
        .number("\(ReportNumber.text(pairs.count { $0 })) of \(ReportNumber.text(pairs.count))"),
      ] + markers
    }
    return .table(
      "The views. A view counts where a strategy had something to decide: it has two points or more, and some strategy shows "
        + "neither one marker nor each point by itself. A frame pair counts where something could change. The others are "
        + "in no score. With other strategies other views may count, so scores hold within this study; ‘pinfold study "
        + "compare’ compares two. Under each strategy, the median number of markers over all views that count, of all data "
        + "sets and seeds together.",
      columns: ["camera", "zoom", "points in a view", "views that count", "frame pairs that count"]
        + strategies.map(name(of:)), rows: rows)
  }

  /// The median number of markers of a strategy in views that require a decision.
  func markers(of strategy: Int) -> Double? { results.runs.markers(of: strategy) }

  /// The median of a strategy's scores over the sources on which it has one, as in the score card.
  func median(_ criterion: Criterion, of strategy: Int) -> Double? {
    let measure = results.measures[criterion.measure].measure
    let scores = sources.compactMap { block in
      measure.reduced(
        block.compactMap { results.score(criterion, dataset: $0, strategy: strategy).value.number })
    }
    return Quantile.median(of: scores)
  }

  /// Whether a strategy promises the best value of a measure and has it, so that its lead is no finding.
  func hasByConstruction(_ strategy: Int, _ measure: MeasureRecord) -> Bool {
    results.keeps(measure, promisedBy: strategy)
  }

  /// A strategy's name, with a mark where its construction decides a measure.
  func name(_ name: String, of strategy: Int, markedFor measure: MeasureRecord) -> String {
    results.isDecided(measure, byConstructionOf: strategy) ? "\(name) \(Construction.mark)" : name
  }

  /// The names of an analysis's strategies, marked where construction decides its measure.
  func names(_ analysis: MeasureAnalysis) -> [String] {
    zip(analysis.table.strategies, analysis.strategies).map {
      name($0, of: $1, markedFor: analysis.measure)
    }
  }
}

extension [StudyRun] {
  /// The median number of markers of a strategy in views that require a decision.
  fileprivate func markers(of strategy: Int) -> Double? {
    Quantile.median(
      of: filter { $0.strategy == strategy }.flatMap(\.decidedFrames).map { Double($0.markers) })
  }
}
