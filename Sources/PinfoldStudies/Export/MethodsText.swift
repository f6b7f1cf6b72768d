extension ReportFacts {
  /// How the study was made, as the paragraphs of a paper: from the manifest, the log and the tests alone.
  var methods: String {
    let manifest = results.manifest
    let study = manifest.study
    var sentences = [
      "\(list(results.competitors.map { results.strategies[$0].label })) were compared on "
        + "\(counted(results.datasets.count, "data set")) from \(counted(results.sources.count, "source")) "
        + "(\(list(results.datasets.map { "\($0.name), \(ReportNumber.text($0.count)) points" }, by: ";"))), each along "
        + "\(list(results.cameras.map(\.label))) in views of \(ReportNumber.text(study.width)) × "
        + "\(ReportNumber.text(study.height)) screen points, with \(results.seeds.count == 1 ? "the seed" : "the seeds") "
        + "\(list(results.seeds.map { "\($0)" }))."
    ]
    if let wanted = wantedInWords {
      sentences.append(
        "The size of every strategy was tuned to \(wanted) in the first view of each run"
          + (matchedInWords.map { ": \($0)." } ?? ", and met it within a tenth."))
    }
    let anchors = results.strategies.indices.filter { !results.competitors.contains($0) }
    if !anchors.isEmpty {
      sentences.append(
        "\(list(anchors.map { results.strategies[$0].label })) ran along as anchors and were not ranked.")
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
    var statistics =
      "The score of a strategy on a data set is the mean of shares and the median of sizes over the frames and seeds that can "
      + "tell strategies apart; data sets of one source were reduced to one number. Two strategies were compared by Wilcoxon's "
      + "signed-rank test over sources, two-sided at \(ReportNumber.percent(MeasureAnalysis.level)), with Holm's correction for "
      + "all \(counted(testCount, "test")); differences below a thousandth of a share's range, or a hundredth of a screen point, "
      + "were ties."
    if analyses.contains(where: { $0.criterion.margin != nil }) {
      statistics +=
        " That two strategies are alike was tested by two one-sided tests within the stated margin."
    }
    let commit = manifest.tool.commit.value.map { " (commit \($0))" } ?? ""
    let frames = manifest.frames.map { " and that of all \(counted($0.count, "frame")) (\($0.sha256))" } ?? ""
    let origin =
      "Frames and values were computed by pinfold \(manifest.tool.version)\(commit); manifest.json holds the plan (SHA-256 "
      + "\(study.planSHA256)), the SHA-256 of each data set\(frames), and repeats the study with ‘pinfold study run --from "
      + "manifest.json’."
    let paragraphs = [
      sentences.joined(separator: " "), statistics, origin,
      manifest.history ?? "The plan was not registered before the study was run.",
    ]
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  /// "60 markers".
  private var wantedInWords: String? {
    guard case .table(let plan) = results.manifest.definition, case .table(let match)? = plan["match"] else {
      return nil
    }
    switch match["ink"] {
    case .number(let share)?: return "\(ReportNumber.percent(share)) of the view under markers"
    default: return results.wantedMarkers.map { counted($0, "marker") }
    }
  }

  /// "a, b and c".
  private func list(_ items: [String], by separator: String = ",") -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "nothing" }
    return items.dropLast().joined(separator: "\(separator) ") + " and \(last)"
  }
}
