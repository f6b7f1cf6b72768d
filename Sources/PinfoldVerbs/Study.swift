package import Pinfold
package import PinfoldData
package import PinfoldDefinitions
import PinfoldEvaluation
package import PinfoldStudies

extension StudySource {
  /// Runs the study into a folder, or resumes it there.
  package func run(
    in folder: String, _ options: StudyRunDefinition, _ context: VerbContext
  ) throws -> StudyAnswer {
    try context.reserve(points: plan.datasets)
    // The number of points of a file is unknown before it is read.
    try context.reserve(
      runsOf: plan.datasets.map { $0.count ?? 0 }, by: try plan.strategies.map { try $0.clusterer() })
    var runner = StudyRunner(self, in: folder)
    runner.part = options.part
    runner.retriesFailures = options.retry
    runner.note = context.note
    let store = try runner.run(context: context.run, progress: context.phases)
    try finish(store, context: context.run, note: context.note, progress: context.phases)
    return StudyAnswer(store: store)
  }

  /// Writes the plan into a folder before anything of it is run, and answers its SHA-256.
  package func register(in folder: String, _ context: VerbContext) throws -> String {
    try context.reserve(points: plan.datasets)
    var runner = StudyRunner(self, in: folder)
    runner.note = context.note
    return try runner.register(context: context.run).study.planSHA256
  }
}

extension StudyDefinition {
  /// The views, each once for a dataset: those that another program must make frames for.
  package func listViews(_ context: VerbContext) throws -> ScriptForm {
    try context.reserve(points: datasets)
    let rows = try views(context: context.run).flatMap { name, views in
      views.map { view in
        Node([
          "dataset": name, "lon": view.center.longitude, "lat": view.center.latitude, "zoom": view.zoom,
          "width": view.width, "height": view.height, "tileSize": view.tileSize, "margin": view.margin,
          "bearing": view.bearing,
        ])
      }
    }
    return ScriptForm(list: rows)
  }

  /// Joins the finished runs of several studies, all of which this plan has, in one folder.
  package func merge(
    _ parts: [String], into folder: String, _ context: VerbContext
  ) throws -> StudyAnswer {
    try context.reserve(points: datasets)
    var merger = StudyMerger(self, try parts.map { try StudyStore(in: $0) })
    merger.note = context.note
    return StudyAnswer(store: try merger.merge(into: folder, context: context.run))
  }
}

extension StudyStore {
  /// Applies metrics to the stored frames, and answers how many runs were measured.
  ///
  /// - Parameter registry: makes the points of generated datasets.
  package func score(
    by metrics: [MetricDefinition], registry: Registry, _ context: VerbContext
  ) throws -> Int {
    let scorer = StudyScorer(metrics)
    for metric in scorer.rerunning {
      context.note("metric '\(metric)' reruns strategies, so it has no values for stored frames")
    }
    return try scorer.score(self, registry: registry, context: context.run, progress: context.phases)
  }

  /// Reports the results.
  ///
  /// - Parameter registry: makes the points of frames that are drawn; nil for a report without them.
  package func report(drawingBy registry: Registry?, _ context: VerbContext) throws -> StudyReport {
    let results = try StudyAnswer(store: self).reported(context).store.results()
    guard let registry else { return StudyReport(results) }
    let gallery = StudyGallery(restoring: self, results, registry: registry)
    gallery.notes.forEach(context.note)
    return StudyReport(results, gallery: gallery)
  }

  /// Writes the study into a folder for papers and archives, and answers the paths of the files in it.
  package func export(
    to output: String, drawingBy registry: Registry, _ context: VerbContext
  ) throws -> [String] {
    let export = try report(drawingBy: registry, context).export
    try export.write(to: output)
    return export.files.map(\.path)
  }
}

extension StudyVerifier {
  /// Verifies the stored frames and values.
  package func verify(
    _ options: StudyVerifyDefinition, _ context: VerbContext
  ) throws -> StudyVerification {
    try verify(rerunning: options.rerun, seed: options.seed, context: context.run, progress: context.phases)
  }
}

extension VerbContext {
  fileprivate var phases: @Sendable (StudyProgress) -> Void {
    { [progress] in
      progress(VerbProgress(done: $0.done, total: $0.total, phase: $0.phase.rawValue, before: $0.before))
    }
  }
}

extension StudyVerification {
  /// "24 runs: 48 frames decoded, 528 values measured again, 3 runs run again; all hold"
  package var inWords: String {
    let extent =
      "\(counted(runs, "run")): \(counted(frames, "frame")) decoded, \(counted(values, "value")) measured again"
      + (reruns > 0 ? ", \(counted(reruns, "run")) run again" : "")
    return switch outcome {
    case .holds: "\(extent); all hold"
    case .fails: "\(extent); \(counted(problems.count, "fault"))"
    case .incomplete where runs == 0: "nothing could be verified"
    case .incomplete: "\(extent); the rest could not be verified"
    }
  }

  package var script: ScriptForm {
    ScriptForm([
      "runs": runs, "frames": frames, "values": values, "reruns": reruns, "outcome": outcome.rawValue,
      "problems": problems, "notes": notes, "unproved": unproved,
    ])
  }
}

extension StudyStatus: ListText {
  /// "12 of 40 runs are finished, 1 failed; 2 of 8 timings"
  package var inWords: String {
    var text = "\(finished) of \(counted(runs, "run")) finished"
    if failed > 0 { text += ", \(failed) failed" }
    if timings > 0 { text += "; \(timed) of \(counted(timings, "timing"))" }
    return text
  }

  package var table: String {
    var table = TextTable()
    let rows = [
      ("study", name), ("runs", "\(runs)"), ("finished", "\(finished)"), ("failed", "\(failed)"),
      ("left", "\(runs - finished)"),
    ]
    for (name, text) in rows { table.row([name, text]) }
    if timings > 0 { table.row(["timings", "\(timed) of \(timings)"]) }
    for loss in losses { table.row(["data", loss]) }
    table.row(["time", "\(short(seconds)) s on one thread"])
    return table.text + problems.map { "\($0)\n" }.joined()
  }

  package func write(to json: inout JSONWriter) {
    json.members([
      "study": name, "runs": runs, "finished": finished, "failed": failed, "left": runs - finished,
      "timings": timings, "timed": timed, "seconds": seconds, "losses": losses,
      "problems": problems.map { problem in
        Node([
          "dataset": problem.dataset, "strategy": problem.strategy, "camera": problem.camera,
          "seed": problem.seed.map { Int($0) }, "message": problem.message, "failed": problem.isFailure,
        ])
      },
    ])
  }
}

/// A study after a run or a merge.
package struct StudyAnswer {
  let store: StudyStore

  /// The same answer, after recording in the study's log that its scores were read.
  package func reported(_ context: VerbContext) -> StudyAnswer {
    if let missing = store.recordReport() { context.note(missing) }
    return self
  }

  package var status: StudyStatus { get throws(StudyError) { try store.status() } }

  /// Rows of values by name for each dataset, strategy and camera, and for each rule by which the plan
  /// combines cameras. For a missing value the reason is at its name followed by `.reason`; `.defined` and
  /// `.frames` are the numbers of frames with a value and in all.
  package var script: ScriptForm {
    get throws(StudyError) {
      let (results, status) = (try store.results(), try store.status())
      let columns =
        ["dataset", "strategy"] + (results.cameras.count > 1 ? ["camera"] : [])
        + results.shownMeasures.map { results.measures[$0].label } + ["verdict"]
      return ScriptForm(
        list: results.scriptRows,
        [
          "name": results.name, "runs": status.finished, "failed": status.failed,
          "frames": results.manifest.frames?.sha256,
          "problems": status.problems.map { problem in
            Node(["dataset": problem.dataset, "strategy": problem.strategy, "message": problem.message])
          },
          "columns": columns,
        ])
    }
  }
}

extension StudyResults {
  /// The measures to show: the primary ones, then the first of each other metric.
  fileprivate var shownMeasures: [Int] {
    func metric(_ measure: Int) -> Substring {
      measures[measure].label.dropLast(measures[measure].measure.name.count)
    }
    let first = primary.map(\.measure).uniqued
    let covered = Set(first.map(metric))
    return first + measures.indices.filter { !covered.contains(metric($0)) }.uniqued(by: metric)
  }

  /// The scores by their cameras: each camera with all measures, then each combination with its own.
  private var sections: [(along: String, criteria: [Criterion])] {
    var sections = cameras.indices.map { camera in
      (
        along: cameras[camera].label,
        criteria: measures.indices.compactMap { criterion($0, camera: camera) }
      )
    }
    for criterion in primary where criterion.cameras.count > 1 {
      if let section = sections.firstIndex(where: { $0.along == criterion.along }) {
        sections[section].criteria.append(criterion)
      } else {
        sections.append((criterion.along, [criterion]))
      }
    }
    return sections
  }

  fileprivate var scriptRows: [Node] {
    let sections = sections
    return datasets.indices.flatMap { dataset in
      strategies.indices.flatMap { strategy in
        sections.map { row(dataset, strategy, along: $0.along, $0.criteria) }
      }
    }
  }

  private func row(_ dataset: Int, _ strategy: Int, along: String, _ criteria: [Criterion]) -> Node {
    var row = [
      (name: "dataset", value: datasets[dataset].name.node), ("strategy", strategies[strategy].label.node),
      ("camera", along.node), ("verdict", verdict(dataset: dataset, strategy: strategy).rawValue.node),
    ]
    for criterion in criteria {
      let label = measures[criterion.measure].label
      let score = score(criterion, dataset: dataset, strategy: strategy)
      if let number = score.value.number { row.append((label, number.node)) }
      if let reason = score.value.reason { row.append(("\(label).reason", reason.code.node)) }
      row += [("\(label).defined", score.defined.node), ("\(label).frames", score.count.node)]
    }
    return Node(.table(row))
  }
}
