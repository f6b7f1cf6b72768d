import PinfoldData
import PinfoldEvaluation

extension ReportFacts {
  /// What the report tests and claims, for programs: numbers are in full, and each claim comes with its
  /// evidence.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("study", results.name)
      json.member("run", results.manifest.run.id)
      json.member("planSHA256", results.manifest.study.planSHA256)
      json.array("datasets") { json in
        for (dataset, points) in results.datasets.enumerated() {
          json.object { json in
            json.member("name", points.name)
            json.member("points", points.count)
            json.member("sha256", "\(points.digest)")
            json.member("source", results.sources.firstIndex { $0.contains(dataset) })
          }
        }
      }
      json.array("strategies") { json in
        for (strategy, about) in results.strategies.enumerated() {
          json.object { json in
            json.member("name", about.label)
            json.member("anchor", results.anchor(strategy))
            json.member("mismatch", results.mismatch(of: strategy))
            json.member("markers", markers(of: strategy))
            json.member("drawn", 1 - results.hiddenShare(of: strategy))
          }
        }
      }
      json.member("level", MeasureAnalysis.level)
      json.member("tests", testCount)
      json.array("criteria") { json in
        for (criterion, analysis) in analyses { json.object { write(criterion, analysis, to: &$0) } }
      }
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
    json.array("wonByAnchors") { json in
      for strategy in gaming(criterion) { json.value(results.strategies[strategy].label) }
    }
    json.array("notRanked") { json in
      for (strategy, reason) in results.ranked(by: criterion).excluded {
        json.object { json in
          json.member("strategy", results.strategies[strategy].label)
          json.member("reason", reason)
        }
      }
    }
    guard let analysis else { return json.member("undefined", reason(criterion).code) }
    json.member("sources", analysis.table.rows.count)
    json.member("datasets", analysis.datasetCount)
    json.member("saturated", analysis.isSaturated)
    json.array("strategies") { json in
      for (column, name) in analysis.table.strategies.enumerated() {
        json.object { json in
          json.member("name", name)
          json.member("meanRank", analysis.table.meanRanks[column])
          json.array("scores") { json in for row in analysis.table.rows { json.value(row[column]) } }
          let passes = analysis.passes[column]
          json.member("exposed", passes.exposed)
          json.member("failed", passes.failed)
          json.member("worst", passes.worst)
        }
      }
    }
    if let friedman = analysis.friedman, !analysis.isSaturated {
      json.object("friedman") { json in
        json.member("chiSquared", friedman.chiSquared)
        json.member("p", friedman.p)
        json.member("f", friedman.f.isFinite ? friedman.f : nil)
        json.member("fisherP", friedman.fisherP)
      }
    }
    let names = analysis.table.strategies
    func list(_ name: String, _ columns: [Int], _ json: inout JSONWriter) {
      json.array(name) { json in for column in columns { json.value(names[column]) } }
    }
    json.array("claims") { json in
      guard let claim = Claim(self, criterion, analysis) else { return }
      for finding in claim.findings {
        json.object { json in
          list("better", finding.better, &json)
          list("worse", finding.worse, &json)
          let evidence = claim.evidence.filter {
            finding.better.contains($0.first) && finding.worse.contains($0.second)
          }
          json.member("sources", evidence.map(\.scores.count).min())
          json.member("holmP", evidence.map(\.corrected).max())
          json.member("leastMedianDifference", evidence.map(\.difference.magnitude).min())
          json.member("leads", gaming(criterion).isEmpty)
        }
      }
    }
    guard !analysis.isSaturated else { return }
    json.array("pairs") { json in
      for pair in analysis.pairs {
        json.object { json in
          json.member("first", names[pair.first])
          json.member("second", names[pair.second])
          write(pair, to: &json)
        }
      }
    }
  }

  private func write(_ pair: MeasureAnalysis.Pair, to json: inout JSONWriter) {
    json.member("sources", pair.scores.count)
    json.member("wins", pair.outcomes.wins)
    json.member("ties", pair.outcomes.ties)
    json.member("losses", pair.outcomes.losses)
    json.member("medianDifference", pair.difference)
    if let interval = pair.interval {
      json.array("interval") { json in for end in [interval.low, interval.high] { json.value(end) } }
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
