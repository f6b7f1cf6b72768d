import Pinfold
import PinfoldEvaluation

extension ReportFacts {
  /// A methods section for a paper, generated from the manifest, the log and the tests alone.
  var methods: String {
    let manifest = results.manifest
    let study = manifest.study
    var sentences = [
      "\(list(results.competitors.map { results.strategies[$0].label })) were compared on "
        + "\(counted(results.datasets.count, "data set")) from \(counted(results.sources.count, "source")) "
        + "(see below), each along "
        + "\(list(results.cameras.map(\.label))) in views of \(ReportNumber.text(study.width)) × "
        + "\(ReportNumber.text(study.height)) screen points, with \(results.seeds.count == 1 ? "the seed" : "the seeds") "
        + "\(list(results.seeds.map { "\($0)" })) of the study, from which starts of cameras and random numbers of metrics are drawn."
    ]
    let drawing = seedsOfStrategies
    if !drawing.isEmpty {
      sentences.append("Strategies that draw at random ran with seeds of their own: \(drawing).")
    }
    if !repeated.isEmpty {
      sentences.append(
        "Values of those with several are means of shares and medians of sizes over their seeds.")
    }
    sentences.append(
      "That makes \(counted(stored.runs.count, "run")), one for each data set, strategy, strategy seed, camera movement and study "
        + "seed" + (tuning == nil ? "." : ", those for tuning among them."))
    if let wanted = wantedInWords {
      sentences.append(
        "The size of every strategy was tuned to \(wanted), as the median over the views of each run"
          + (results.wantedMarkers == nil ? "" : " with as many points, where there are any")
          + (matchedInWords.map { "; \($0)." } ?? "."))
      let sizes = results.strategies.indices.compactMap { strategy in
        SizeRange(results.runs.filter { $0.strategy == strategy }.compactMap(\.size)).map {
          "\(results.strategies[strategy].label) \($0.inWords)"
        }
      }
      if !sizes.isEmpty {
        sentences.append(
          "The sizes, as medians over runs with their ranges, were \(list(sizes, by: ";")); the column run.size of the study's "
            + "database has that of each run.")
      }
    }
    let controls = results.strategies.indices.filter { !results.competitors.contains($0) }
    if !controls.isEmpty {
      sentences.append(
        "\(list(controls.map { results.strategies[$0].label })) were run as controls, which show the scores of making no "
          + "decisions, and were not ranked.")
    }
    if let tuning {
      sentences.append(
        "Settings were chosen on \(list(tuning.datasets)) by \(tuning.measure), and judged on the others.")
    }
    sentences.append(
      (isExploratory
        ? "No measure was named before the study was run; looked at were " : "The primary measures were ")
        + "\(list(judged.map(results.label)))."
    )
    let paragraphs = [
      sentences.joined(separator: " "), data, definitions, reduction, tests, origin, bibliography,
      results.manifest.history ?? "The plan was not registered before the study was run.",
    ]
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  /// The options that select rows, in words before their values.
  private static let selections = [
    ("within", "within the box"), ("where", "where"), ("sample", "a random sample of"),
    ("sampleSeed", "with the seed"),
    ("head", "the first"),
  ]

  /// The data sets: how many points of which file, how they were selected, and the terms.
  private var data: String {
    let plans = results.manifest.definition["datasets"]?.elements ?? []
    let lines = results.datasets.map { set -> String in
      let plan = plans.first { $0["name"] == .text(set.name) }
      let lost = set.losses.unusable.reduce(0) { $0 + $1.count }
      var text = "- \(set.name): \(counted(set.count, "point"))"
      if let file = plan?["path"]?.shown.split(separator: "/").last {
        text += " from \(file), which has \(counted(set.losses.rows, "row"))"
        if lost > 0 { text += ", \(ReportNumber.text(lost)) without usable coordinates or values" }
      } else {
        text += " from \(set.source)"
      }
      for (option, words) in Self.selections {
        if let value = plan?[option] { text += "; \(words) \(value.shown)" }
      }
      return text + "; license: \(set.licence ?? "not stated")."
    }
    return "Data sets:\n\n" + lines.joined(separator: "\n")
  }

  /// The definitions of the judged measures.
  private var definitions: String {
    let measures = judged.map(\.measure).reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
    let lines = measures.map { index -> String in
      let record = results.measures[index]
      let ends = [record.measure.range.lowerBound, record.measure.range.upperBound].map {
        ReportNumber.text($0)
      }
      let range = ends.joined(separator: " to ") + (record.measure.unit.map { " \($0)" } ?? "")
      let metric = results.manifest.metrics.first { record.label.hasPrefix("\($0.name).") }
      let formula = metric.map { $0.formula ?? Bibliography.formula(of: $0.name) ?? "" } ?? ""
      return "- \(record.label) (version \(record.version)): \(record.measure.help) "
        + "A value for each \(record.scope.noun), \(range); \(record.direction)."
        + (formula.isEmpty
          ? "" : " Formula: " + formula.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
    return
      "Definitions of the measures (‘pinfold explain’ with the name before the point says more):\n\n"
      + lines.joined(separator: "\n")
  }

  /// "kmeans 1, 2 and 3; random 1".
  var seedsOfStrategies: String {
    results.strategies.indices.compactMap { strategy -> String? in
      let seeds = seeds(of: strategy)
      return seeds.isEmpty ? nil : "\(results.strategies[strategy].labelWithoutSeed) \(list(seeds))"
    }.joined(separator: "; ")
  }

  /// How values become scores, and scores of data sets those of sources.
  private var reduction: String {
    let shared = results.sharedSources
    return
      "The score of a strategy on a data set is the mean of shares and the median of sizes over the frames, or frame pairs, and "
      + "seeds in which a strategy of the study had something to decide. The scores on the data sets of one source were reduced to "
      + "one number by the same rule, and the sources are the samples. Data sets count as one source where the plan says so, or "
      + "where they have the same points, half of the smaller one's positions in common (closer than 2⁻²⁵ of the map's width, "
      + "1.2 m at the equator; copies that were moved further are not seen) or, unless the plan names two sources, the same file "
      + "or the same generator; and where each of them is one with a third. "
      + "There \(sources.count == 1 ? "is" : "are") \(counted(sources.count, "source"))"
      + (shared.isEmpty
        ? ", of one data set each." : "; of several data sets: \(shared.joined(separator: "; ")).")
  }

  /// What strategies, metrics and tests are taken from, each once.
  private var bibliography: String {
    let strategies = results.manifest.strategies.filter { strategy in
      results.strategies.contains { $0.family == strategy.name }
    }.uniqued(by: \.name).map { strategy -> String in
      let plugin = strategy.sourceSHA256.map { digest in
        strategy.source.map { "\($0) Its plugin has the SHA-256 \(digest)." }
          ?? "a plugin, or frames of another program, of SHA-256 \(digest)."
      }
      return "\(strategy.name) (version \(strategy.version)): "
        + (plugin ?? strategy.source ?? Bibliography.source(of: strategy.name, .strategy)
          ?? "no source is stated.")
    }
    let metrics = results.manifest.metrics.map { metric -> String in
      let name = String(metric.name.prefix { $0 != "(" })
      let plugin =
        results.manifest.plugins.isEmpty
        ? "no source is stated." : "a plugin, whose text is in manifest.json."
      let source = metric.formula == nil ? Bibliography.source(of: name, .metric) : metric.source
      return "\(name) (version \(metric.version)): \(source.flatMap { $0.isEmpty ? nil : $0 } ?? plugin)"
    }.uniqued
    let tests =
      Bibliography.tests
      + (analyses.contains { $0.criterion.margin != nil } ? [Bibliography.equivalence] : [])
    return [("strategies", strategies), ("metrics", metrics), ("tests", tests)].filter { !$0.1.isEmpty }.map {
      "References for the \($0.0):\n\n" + $0.1.map { "- \($0)" }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private var tests: String {
    guard testCount > 0 else { return "No pair of strategies could be tested." }
    var text =
      "Two strategies were compared by Wilcoxon's "
      + "signed-rank test over sources, two-sided at \(ReportNumber.percent(MeasureAnalysis.level)), with Holm's correction for "
    text +=
      "\(all(testCount, "test")); differences below a thousandth of a share's range, or a hundredth of a screen point, "
      + "were ties. Effect sizes are the median difference, with the sign test's interval of at least 95 %, which is not "
      + "corrected; the chance to be better on a source, ties by half (Grissom and Kim 2012); and the matched-pairs "
      + "rank-biserial correlation (Kerby 2014). "
    let margins = analyses.compactMap { criterion, _ in
      criterion.margin.map { "\(results.label(criterion)) ± \(ReportNumber.text($0))" }
    }
    guard !margins.isEmpty else {
      return text
        + "No margin of equivalence was stated, so that a difference that is not significant does not show equivalence."
    }
    return text
      + "Equivalence was tested by two one-sided signed-rank tests (Wellek 2010), with Holm's correction among themselves, "
      + "within the margins stated in the plan: \(list(margins))."
  }

  private var origin: String {
    let manifest = results.manifest
    let commit = manifest.tool.commit.value.map { " (commit \($0))" } ?? ""
    let frames = manifest.frames.map { " and that of \(all($0.count, "frame")) (\($0.sha256))" } ?? ""
    let plugins = manifest.plugins.map { "\($0.name) \($0.version) (SHA-256 \($0.sha256))" }
    return
      "Frames and values were computed by pinfold \(manifest.tool.version)\(commit); manifest.json holds the plan (SHA-256 "
      + "\(manifest.study.planSHA256)), the SHA-256 of each data set\(frames), and repeats the study with ‘pinfold study run "
      + "--from manifest.json’." + (plugins.isEmpty ? "" : " Plugins: \(list(plugins)).")
  }

  /// "60 markers".
  private var wantedInWords: String? {
    if case .number(let share)? = results.manifest.definition["match"]?["ink"] {
      return "\(ReportNumber.percent(share)) of the view under markers"
    }
    return results.wantedMarkers.map { counted($0, "marker") }
  }

  /// "a, b and c".
  private func list(_ items: [String], by separator: String = ",") -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "nothing" }
    return items.dropLast().joined(separator: "\(separator) ") + " and \(last)"
  }
}
