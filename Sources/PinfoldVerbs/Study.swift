package import Pinfold
package import PinfoldData
package import PinfoldDefinitions
import PinfoldEvaluation
package import PinfoldStudies

/// Runs a study into a folder, or resumes one.
package struct RunStudy: Verb {
  package var source: StudySource
  package var folder: String
  package var options: StudyRunDefinition

  package init(_ source: StudySource, in folder: String, _ options: StudyRunDefinition) {
    (self.source, self.folder, self.options) = (source, folder, options)
  }

  package func run(_ context: VerbContext) throws(VerbError) -> StudyAnswer {
    try VerbError.wrapping {
      let plan = source.plan
      try context.reserve(points: plan.datasets)
      // The number of points of a file is unknown before it is read.
      try context.reserve(
        runsOf: plan.datasets.map { $0.count ?? 0 }, by: try plan.strategies.map { try $0.clusterer() })
      var runner = StudyRunner(source, in: folder)
      runner.part = options.part
      runner.retriesFailures = options.retry
      runner.note = context.note
      let store = try runner.run(context: context.run, progress: context.phases)
      try source.finish(store, context: context.run, note: context.note, progress: context.phases)
      return StudyAnswer(store: store)
    }
  }
}

/// Writes a study's plan into a folder before anything of it is run, and answers its digest.
package struct RegisterStudy: Verb {
  private let source: StudySource
  private let folder: String

  package init(_ source: StudySource, in folder: String) { (self.source, self.folder) = (source, folder) }

  package func run(_ context: VerbContext) throws(VerbError) -> Answer {
    try VerbError.wrapping {
      try context.reserve(points: source.plan.datasets)
      var runner = StudyRunner(source, in: folder)
      runner.note = context.note
      return Answer(sha256: try runner.register(context: context.run).study.planSHA256)
    }
  }

  /// The digest of the plan.
  package struct Answer {
    package let sha256: String

    package var script: ScriptForm { ScriptForm(members: [("sha256", Node(sha256))]) }
  }
}

/// The views of a study, each once for a dataset: those that another program must make frames for.
package struct ListStudyViews: Verb {
  private let plan: StudyDefinition

  package init(of plan: StudyDefinition) { self.plan = plan }

  package func run(_ context: VerbContext) throws(VerbError) -> ScriptForm {
    try VerbError.wrapping {
      try context.reserve(points: plan.datasets)
      var rows: [Node] = []
      for (name, views) in try plan.views(context: context.run) {
        for view in views {
          let members: [(String, Node)] = [
            ("dataset", Node(name)), ("lon", Node(view.center.longitude)),
            ("lat", Node(view.center.latitude)),
            ("zoom", Node(view.zoom)), ("width", Node(view.width)), ("height", Node(view.height)),
            ("tileSize", Node(view.tileSize)), ("margin", Node(view.margin)), ("bearing", Node(view.bearing)),
          ]
          rows.append(Node(.table(members.map { (name: $0.0, value: $0.1) })))
        }
      }
      return ScriptForm(list: rows, members: [])
    }
  }
}

/// Joins the finished runs of several studies in one folder.
package struct MergeStudies: Verb {
  private let plan: StudyDefinition
  private let parts: [String]
  private let folder: String

  /// Describes a merge.
  ///
  /// - Parameters:
  ///   - parts: the folders of the studies.
  ///   - plan: the plan, which has the runs of all parts.
  ///   - folder: the folder of the merged study.
  package init(_ parts: [String], of plan: StudyDefinition, into folder: String) {
    (self.parts, self.plan, self.folder) = (parts, plan, folder)
  }

  package func run(_ context: VerbContext) throws(VerbError) -> StudyAnswer {
    try VerbError.wrapping {
      try context.reserve(points: plan.datasets)
      var merger = StudyMerger(plan, try parts.map { try StudyStore(in: $0) })
      merger.note = context.note
      return StudyAnswer(store: try merger.merge(into: folder, context: context.run))
    }
  }
}

/// Applies metrics to the stored frames of a study, and answers how many runs were measured.
package struct ScoreStudy: Verb {
  private let folder: String
  private let metrics: [MetricDefinition]
  private let registry: Registry

  /// Describes the scoring of a study.
  ///
  /// - Parameter registry: makes the points of generated datasets.
  package init(_ folder: String, by metrics: [MetricDefinition], registry: Registry) {
    (self.folder, self.metrics, self.registry) = (folder, metrics, registry)
  }

  package func run(_ context: VerbContext) throws(VerbError) -> Int {
    try VerbError.wrapping {
      let store = try StudyStore(in: folder)
      let scorer = StudyScorer(metrics)
      for metric in scorer.rerunning {
        context.note("metric '\(metric)' reruns strategies, so it has no values for stored frames")
      }
      return try scorer.score(store, registry: registry, context: context.run, progress: context.phases)
    }
  }
}

/// Verifies the stored frames and values of a study.
package struct VerifyStudy: Verb {
  private let verifier: StudyVerifier
  private let options: StudyVerifyDefinition

  package init(_ verifier: StudyVerifier, _ options: StudyVerifyDefinition) {
    (self.verifier, self.options) = (verifier, options)
  }

  package func run(_ context: VerbContext) throws(VerbError) -> StudyVerification {
    try VerbError.wrapping {
      try verifier.verify(
        rerunning: options.rerun, seed: options.seed, context: context.run, progress: context.phases)
    }
  }
}

/// Reports the results of a study.
package struct ReportStudy: Verb {
  private let folder: String
  private let registry: Registry?

  /// Describes a report.
  ///
  /// - Parameter registry: makes the points of frames that are drawn; nil for a report without them.
  package init(_ folder: String, drawingBy registry: Registry?) {
    (self.folder, self.registry) = (folder, registry)
  }

  package func run(_ context: VerbContext) throws(VerbError) -> StudyReport {
    try VerbError.wrapping {
      let store = try StudyStore(in: folder)
      let results = try StudyAnswer(store: store).reported(context).store.results()
      guard let registry else { return StudyReport(results) }
      let gallery = StudyGallery(restoring: store, results, registry: registry)
      gallery.notes.forEach(context.note)
      return StudyReport(results, gallery: gallery)
    }
  }
}

/// Writes a study into a folder for papers and archives, and answers how many files there are.
package struct ExportStudy: Verb {
  private let report: ReportStudy
  private let output: String

  /// Describes an export.
  ///
  /// - Parameter registry: makes the points of frames that are drawn.
  package init(_ folder: String, to output: String, drawingBy registry: Registry) {
    report = ReportStudy(folder, drawingBy: registry)
    self.output = output
  }

  package func run(_ context: VerbContext) throws(VerbError) -> Answer {
    let export = try report.run(context).export
    try VerbError.wrapping { try export.write(to: output) }
    return Answer(files: export.files.map(\.path))
  }

  /// The written files.
  package struct Answer {
    /// The files by their paths in the folder.
    package let files: [String]

    package var script: ScriptForm { ScriptForm(members: [("files", Node(files))]) }
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
    ScriptForm(members: [
      ("runs", Node(runs)), ("frames", Node(frames)), ("values", Node(values)), ("reruns", Node(reruns)),
      ("outcome", Node(outcome.rawValue)), ("problems", Node(problems)), ("notes", Node(notes)),
      ("unproved", Node(unproved)),
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
    table.row(["study", name])
    table.row(["runs", "\(runs)"])
    table.row(["finished", "\(finished)"])
    table.row(["failed", "\(failed)"])
    table.row(["left", "\(runs - finished)"])
    if timings > 0 { table.row(["timings", "\(timed) of \(timings)"]) }
    for loss in losses { table.row(["data", loss]) }
    table.row(["time", "\(short(seconds)) s on one thread"])
    return table.text + problems.map { "\($0)\n" }.joined()
  }

  package func write(to json: inout JSONWriter) {
    json.member("study", name)
    json.member("runs", runs)
    json.member("finished", finished)
    json.member("failed", failed)
    json.member("left", runs - finished)
    json.member("timings", timings)
    json.member("timed", timed)
    json.member("seconds", seconds)
    json.member("losses", losses)
    json.member("problems", objects: problems) { problem, json in
      json.member("dataset", problem.dataset)
      json.member("strategy", problem.strategy)
      json.member("camera", problem.camera)
      json.member("seed", problem.seed.map { Int($0) })
      json.member("message", problem.message)
      json.member("failed", problem.isFailure)
    }
  }
}
