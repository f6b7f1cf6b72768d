import PinfoldData
import PinfoldEvaluation

extension ReportFacts {
  /// The tests and claims of the report, for programs: numbers in full precision, and each claim with its
  /// evidence.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("study", results.name)
      json.member("run", results.manifest.run.id)
      json.member("planSHA256", results.manifest.study.planSHA256)
      json.member("datasets", objects: results.datasets.indices) { dataset, json in
        json.member("name", results.datasets[dataset].name)
        json.member("points", results.datasets[dataset].count)
        json.member("sha256", "\(results.datasets[dataset].digest)")
        json.member("source", results.sources.firstIndex { $0.contains(dataset) })
      }
      json.member("strategies", objects: results.strategies.indices) { strategy, json in
        json.member("name", results.strategies[strategy].label)
        json.member("control", results.control(strategy))
        json.member("seeds", seeds(of: strategy))
        json.member("mismatch", results.mismatch(of: strategy))
        json.member("markers", markers(of: strategy))
        json.member("drawn", 1 - results.hiddenShare(of: strategy))
      }
      json.member("level", MeasureAnalysis.level)
      json.member("tests", testCount)
      json.member("runs", stored.runs.count)
      json.member("seeds", results.seeds.map { "\($0)" })
      json.member("criteria", objects: analyses) { write($0.criterion, $0.analysis, to: &$1) }
    }
    return json.text + "\n"
  }

  private func write(_ criterion: Criterion, _ analysis: MeasureAnalysis?, to json: inout JSONWriter) {
    let measure = results.measures[criterion.measure]
    json.member("name", results.label(criterion))
    json.member("measure", measure.label)
    json.member("metric", measure.id)
    json.member("unit", measure.measure.unit)
    json.member("better", measure.measure.better.rawValue)
    json.member("margin", criterion.margin)
    json.member("reduction", measure.measure.reduction)
    json.member("wonByControls", gaming(criterion).map { results.strategies[$0].label })
    json.member("notRanked", objects: results.ranked(by: criterion).excluded) { excluded, json in
      json.member("strategy", results.strategies[excluded.strategy].label)
      json.member("reason", excluded.reason)
    }
    guard let analysis else { return json.member("undefined", reason(criterion).code) }
    json.member("sources", analysis.table.rows.count)
    json.member("datasets", analysis.datasetCount)
    json.member("saturated", analysis.isSaturated)
    let names = analysis.table.strategies
    json.member("strategies", objects: names.indices) { column, json in
      json.member("name", names[column])
      json.member(
        "byConstruction", results.isDecided(measure, byConstructionOf: analysis.strategies[column])
      )
      json.member("meanRank", analysis.table.meanRanks[column])
      json.array("scores", analysis.table.rows) { $0.value($1[column]) }
      let passes = analysis.passes[column]
      json.member("exposed", passes.exposed)
      json.member("failed", passes.failed)
      json.member("worst", passes.worst)
    }
    if let friedman = analysis.friedman, !analysis.isSaturated {
      json.object("friedman") { json in
        json.member("chiSquared", friedman.chiSquared)
        json.member("p", friedman.p)
        json.member("f", friedman.f.isFinite ? friedman.f : nil)
        json.member("fisherP", friedman.fisherP)
      }
    }
    let claim = Claim(self, criterion, analysis)
    json.member("claims", objects: claim?.findings ?? []) { finding, json in
      json.member("better", finding.better.map { names[$0] })
      json.member("worse", finding.worse.map { names[$0] })
      let evidence = (claim?.evidence ?? []).filter {
        finding.better.contains($0.first) && finding.worse.contains($0.second)
      }
      json.member("sources", evidence.map(\.scores.count).min())
      json.member("holmP", evidence.map(\.corrected).max())
      json.member("leastMedianDifference", evidence.map(\.difference.magnitude).min())
      json.member("leads", gaming(criterion).isEmpty)
    }
    guard !analysis.isSaturated else { return }
    json.member("comparisons", objects: analysis.pairs) { pair, json in
      json.member("first", names[pair.first])
      json.member("second", names[pair.second])
      write(pair, to: &json)
    }
  }

  private func write(_ pair: MeasureAnalysis.Pair, to json: inout JSONWriter) {
    json.member("sources", pair.scores.count)
    json.member("wins", pair.outcomes.wins)
    json.member("ties", pair.outcomes.ties)
    json.member("losses", pair.outcomes.losses)
    json.member("medianDifference", pair.difference)
    if let interval = pair.interval {
      json.array("interval", [interval.low, interval.high]) { $0.value($1) }
      json.member("coverage", interval.coverage)
    }
    json.member("superiority", pair.effect?.superiority)
    json.member("rankBiserial", pair.effect?.rankBiserial)
    json.member("wilcoxonP", pair.p)
    json.member("holmP", pair.corrected)
    json.member("differs", pair.differs)
    json.member("alikeP", pair.alikeCorrected)
    if pair.alikeCorrected != nil { json.member("alike", pair.isAlike) }
    if let power = power(pair) { json.member("sourcesForPower80", power.sources) }
  }
}
