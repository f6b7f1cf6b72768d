import PinfoldDrawing
import PinfoldEvaluation

extension ReportFacts {
  /// Whether differences are significant, by each judged measure.
  var statistics: ReportSection {
    var blocks: [ReportBlock] = [
      .paragraph(
        "Sources are the samples, each with its data sets reduced to one number; a strategy counts where it is valid on "
          + "all of them. Scores closer than a thousandth of a share's range, or a hundredth of a screen point, tie. Claims "
          + "rest on Wilcoxon's signed-rank test of each comparison of two strategies at 5 %, with Holm's correction for "
          + "\(all(testCount, "test")) of this report, on the frames on which both have a value. Intervals are of the "
          + "median difference, at least 95 % for each comparison by itself: those of the sign test, from one of the sorted "
          + "differences to another, not corrected for the number of tests; they need 6 sources. Where the plan states a "
          + "margin, two strategies are alike if two one-sided tests find their difference within it.")
    ]
    if results.sources.count < MeasureAnalysis.fewSources {
      let warnings = [caution, impossibility(on: results.sources.count)].compactMap(\.self)
      blocks.append(.paragraph(warnings.joined(separator: " ")))
    }
    blocks += seeds
    if analyses.isEmpty { blocks.append(.paragraph("The study has no measure by which to judge.")) }
    for (criterion, analysis) in analyses {
      let measure = results.measures[criterion.measure]
      blocks.append(.heading("\(results.label(criterion)), \(measure.direction)"))
      guard let analysis else {
        blocks.append(
          .paragraph(
            "Nothing to compare: \(whyNotCompared(criterion))."))
        continue
      }
      blocks.append(heat(analysis, criterion))
      if analysis.table.rows.count < results.sources.count, !analysis.isSaturated,
        let warning = impossibility(on: analysis.table.rows.count)
      {
        blocks.append(.paragraph(warning))
      }
      if analysis.isSaturated {
        let sentence = saturation(analysis)
        blocks.append(.paragraph(sentence.prefix(1).uppercased() + sentence.dropFirst()))
      } else {
        blocks += comparison(analysis)
      }
    }
    return ReportSection("statistics", "Significant?", blocks)
  }

  /// The spread of scores by a strategy's own seed, and by the start of cameras.
  private var seeds: [ReportBlock] {
    let rows = repeated.flatMap { group in
      judged.compactMap { criterion -> [ReportTable.Cell]? in
        let (bySeed, byStart) = stored.spread(criterion, of: group)
        guard let bySeed else { return nil }
        let label = stored.strategies[group[0]].labelWithoutSeed
        return [
          ReportTable.Cell("\(label), \(results.label(criterion))"), .number("\(group.count)"),
          .number(bySeed), .number("\(results.seeds.count)"), .number(byStart),
        ]
      }
    }
    if !rows.isEmpty {
      return [
        .table(
          "Chance within a data set: how far scores spread (standard deviations) by the strategy's own seed, and by the "
            + "study's seeds, which draw where cameras start. Everywhere else such a strategy counts once, with the means of "
            + "shares and the medians of sizes over its own seeds.",
          columns: [
            "strategy and measure", "its own seeds", "spread by them", "the study's seeds", "spread by them",
          ],
          rows: rows)
      ]
    }
    let drawing = results.competitors.map { results.strategies[$0] }
      .filter { $0.parameters.contains { $0.name == "seed" } }.map(\.label)
    guard !drawing.isEmpty else { return [] }
    return [
      .paragraph(
        "How far the scores of \(drawing.joined(separator: ", ")) depend on the seed is not known: each draws at random, "
          + "with one seed here; with strategySeeds a plan repeats it.")
    ]
  }

  private func comparison(_ analysis: MeasureAnalysis) -> [ReportBlock] {
    var blocks: [ReportBlock] = [.paragraph(overall(analysis)), .figure(effects(analysis))]
    if let difference = analysis.criticalDifference {
      let ranks = analysis.table.meanRanks
      let diagram = CriticalDifferenceDiagram(
        "\(analysis.label): mean ranks over \(counted(analysis.table.rows.count, "source"))",
        ranks: zip(names(analysis), ranks).map { .init($0, $1) }, criticalDifference: difference,
        cliques: analysis.cliques)
      blocks.append(
        .figure(
          "ranks-\(analysis.label.slug)", diagram.picture,
          caption:
            "Mean ranks by \(analysis.label), 1 being the best. A bar joins strategies of which no two "
            + "differ by Wilcoxon's test with Holm's correction; Nemenyi's critical difference is drawn for scale."
        ))
    } else {
      blocks.append(
        .paragraph(
          "No critical-difference diagram: with \(counted(analysis.table.rows.count, "source")) and "
            + "\(counted(analysis.table.strategies.count, "strategy", "strategies")) no two mean ranks can differ "
            + "enough."))
    }
    blocks.append(.table(pairTable(analysis)))
    if let sentence = powerInWords(analysis) { blocks.append(.paragraph(sentence)) }
    return blocks
  }

  /// The number of sources that would show the difference of a pair if these do not.
  func power(_ pair: MeasureAnalysis.Pair) -> PowerEstimate? {
    pair.differs ? nil : PowerEstimate(pair.differences, tests: testCount, level: MeasureAnalysis.level)
  }

  private func powerInWords(_ analysis: MeasureAnalysis) -> String? {
    let names = names(analysis)
    let estimates = analysis.leads.compactMap { pair in
      power(pair).map { power in
        "\(names[pair.first]) against \(names[pair.second]) (\(ReportNumber.difference(pair.difference))) "
          + (power.sources.map { "\($0)" } ?? "more than \(PowerEstimate.most)")
      }
    }
    guard !estimates.isEmpty else { return nil }
    return
      "For planning a further study: sources that it would take to find a difference like the one seen between the strategy "
      + "with the best mean rank and another, with a chance of 80 %, if they were like these "
      + "\(analysis.table.rows.count), from which they are drawn with replacement: \(estimates.joined(separator: "; ")). "
      + "This is computed from the differences seen, and so says nothing about what this study could have missed."
  }

  private func overall(_ analysis: MeasureAnalysis) -> String {
    guard let test = analysis.friedman else {
      return "With one source no test over all strategies can be made."
    }
    let friedman =
      "Over all strategies at once: Friedman χ² = \(ReportNumber.text(test.chiSquared)), "
      + "\(ReportNumber.chance(test.p))"
    guard test.f.isFinite else {
      // The F distribution is not defined for an infinite F; the chance that all rank alike can be counted.
      let orders = (1...analysis.table.strategies.count).reduce(1.0) { $0 * Double($1) }
      let chance = (1..<analysis.table.rows.count).reduce(1.0) { product, _ in product / orders }
      return friedman
        + ". Every source ranks the strategies in the same order (by chance: \(ReportNumber.chance(chance)))."
    }
    return friedman + "; Iman–Davenport F = \(ReportNumber.text(test.f)), "
      + "\(ReportNumber.chance(test.fisherP)). "
      + (test.fisherP < MeasureAnalysis.level
        ? "So not all strategies are alike by this measure, if it is looked at alone: this test is in no correction, and "
          + "does not say which differ. The comparisons below do."
        : "That is no evidence of any difference.")
  }

  /// Each strategy's lag behind the one with the best mean rank.
  ///
  /// - Parameter name: the name of the figure, before the measure.
  func effects(_ analysis: MeasureAnalysis, as name: String = "effects") -> ReportFigure {
    let names = names(analysis)
    let best = names[analysis.best]
    let rows = analysis.leads.map { pair in
      IntervalPlot.Row(
        names[pair.second], -pair.difference, interval: pair.interval.map { -$0.high ... -$0.low },
        note: "\(pair.outcomes.losses)/\(pair.outcomes.ties)/\(pair.outcomes.wins)")
    }
    let unit = analysis.measure.measure.unit.map { " (\($0))" } ?? ""
    let plot = IntervalPlot(
      "\(analysis.label) minus that of \(best)", axis: ChartAxis("median difference" + unit),
      rows: rows,
      reference: 0)
    return ReportFigure(
      "\(name)-\(analysis.label.slug)", plot.picture,
      caption:
        "\(analysis.label) of each strategy minus that of \(best), which has the best mean rank: medians over sources "
        + "with 95 % intervals of the sign test, each for itself, and wins/ties/losses against it.")
  }

  private func pairTable(_ analysis: MeasureAnalysis) -> ReportTable {
    let names = names(analysis)
    // A table of all pairs of many strategies is too long to read; the correction is still for all of them.
    let pairs = analysis.pairs.count <= 45 ? analysis.pairs : analysis.leads
    let rows = pairs.map { pair -> [ReportTable.Cell] in
      let interval = pair.interval.map {
        "\(ReportNumber.difference($0.low)) … \(ReportNumber.difference($0.high))"
      }
      let effect = pair.effect.map {
        [ReportNumber.percent($0.superiority), ReportNumber.difference($0.rankBiserial)]
      }
      let alike = pair.alikeCorrected.map {
        [ReportTable.Cell.number(ReportNumber.share($0), isBest: pair.isAlike)]
      }
      return [
        ReportTable.Cell("\(names[pair.first]) against \(names[pair.second])"),
        .number("\(pair.outcomes.wins)/\(pair.outcomes.ties)/\(pair.outcomes.losses)"),
        .number(ReportNumber.difference(pair.difference)), .number(interval ?? "–"),
        .number(effect?[0] ?? "–"), .number(effect?[1] ?? "–"), .number(ReportNumber.share(pair.p)),
        .number(ReportNumber.share(pair.corrected), isBest: pair.differs),
      ] + (alike ?? [])
    }
    let shown = pairs.count < analysis.pairs.count ? " Comparisons without the best-ranked are left out." : ""
    return ReportTable(
      "Comparisons by \(analysis.label); bold where they differ, or are alike, significantly. The chance to be better is "
        + "the share of sources on which the first is better, ties by half. The rank-biserial correlation, −1…1, is of the "
        + "same signed ranks as Wilcoxon's test. The interval is the sign test's, of the median and not corrected, so it may "
        + "exclude 0 where the test finds no difference.\(shown)",
      columns: [
        "comparison", "wins/ties/losses", "median difference", "95 % interval", "chance to be better",
        "rank-biserial",
        "Wilcoxon p", "Holm p",
      ] + (analysis.margin.map { ["alike within ±\(ReportNumber.text($0)), Holm p"] } ?? []),
      rows: rows)
  }

  /// The scores of all point sets and strategies by color.
  private func heat(_ analysis: MeasureAnalysis, _ criterion: Criterion) -> ReportBlock {
    let strategies = results.scoreTable(criterion).strategies
    let rows = results.datasets.enumerated().map { dataset, points -> HeatMatrix.Row in
      let scores = strategies.map { results.score(criterion, dataset: dataset, strategy: $0) }
      let known = scores.compactMap(\.value.number)
      let (low, high) = (known.min() ?? 0, known.max() ?? 0)
      return HeatMatrix.Row(
        points.name,
        scores.map { score in
          guard let number = score.value.number else { return HeatMatrix.Cell("–", merit: nil) }
          let share = high > low ? (number - low) / (high - low) : 1
          return HeatMatrix.Cell(
            ReportNumber.text(number) + (score.isPartial ? " (\(score.share))" : ""),
            merit: analysis.measure.measure.better == .lower && high > low ? 1 - share : share)
        })
    }
    let matrix = HeatMatrix(
      "\(analysis.label) \(analysis.measure.measure.better == .higher ? "↑" : "↓")",
      columns: strategies.map { name(name(of: $0), of: $0, markedFor: analysis.measure) }, rows: rows)
    return .figure(
      ReportFigure(
        "values-\(analysis.label.slug)", matrix.picture,
        caption:
          "\(analysis.label) of every valid strategy on every data set; the best of each row is the fullest, so colours compare "
          + "within a row alone. In parentheses, of how many frames, where not of all.",
        matrix: matrix))
  }
}
