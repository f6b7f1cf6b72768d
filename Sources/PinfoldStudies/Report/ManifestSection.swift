extension ReportFacts {
  /// The manifest: the plan, the data, the machine and the programs.
  var manifest: ReportSection {
    let manifest = results.manifest
    func known(_ fact: StudyManifest.Known, _ text: (String) -> String = { $0 }) -> String {
      fact.value.map(text) ?? "unknown: \(fact.reason ?? "")"
    }
    let (tool, machine, study) = (manifest.tool, manifest.machine, manifest.study)
    let facts: [(String, String)] = [
      ("run", "\(manifest.run.id), begun \(manifest.run.began)"), ("plan SHA-256", study.planSHA256),
      (
        "frames SHA-256",
        manifest.frames.map { "\($0.sha256) of \(counted($0.count, "frame"))" }
          ?? "none until every run is finished"
      ),
      (
        "view",
        "\(ReportNumber.text(study.width)) × \(ReportNumber.text(study.height)) points, world of "
          + "\(ReportNumber.text(study.tileSize)) at zoom 0, margin \(ReportNumber.text(study.margin))"
          + (study.bearing.map { ", bearing \(ReportNumber.text($0))°" } ?? "")
      ),
      ("marker style", study.markerStyle),
      (
        "seeds of the study",
        "\(study.seeds.map { String($0) }.joined(separator: ", ")), by \(study.generator); for starts of cameras and for metrics"
      ),
      ("seeds of strategies", seedsOfStrategies.isEmpty ? "none" : seedsOfStrategies),
      (
        "timing",
        study.timedBuilds == 0
          ? "none" : "\(counted(study.timedBuilds, "build")), \(counted(study.timedPasses, "pass", "passes"))"
      ),
      (
        "primary measures",
        study.primaryMeasures.isEmpty ? "none named" : study.primaryMeasures.joined(separator: ", ")
      ),
      ("tool", "pinfold \(tool.version), commit \(known(tool.commit))"),
      ("local changes", known(tool.hasLocalChanges)), ("compiler", "\(tool.compiler), \(tool.optimization)"),
      ("floating-point contraction", tool.floatingPointContraction), ("system", machine.system),
      (
        "processor",
        "\(known(machine.processor)); \(counted(machine.processors, "processor")), "
          + counted(machine.threads, "thread")
      ), ("memory", known(machine.memoryBytes) { Double($0).map(ReportNumber.bytes) ?? $0 }),
      ("governor", known(machine.governor)),
    ]
    return ReportSection(
      "manifest", "Manifest",
      [
        .paragraph(
          "Two runs whose manifests are equal except for the run and the machine have equal frames."),
        .table("The run.", columns: ["fact", "value"], rows: facts.map { [.init($0.0), .init($0.1)] }),
        .table(
          "What was done to the study.", columns: ["when", "what", "finished runs", "plan SHA-256", "added"],
          rows: (manifest.log ?? []).map { event in
            [
              .init(event.at), .init(event.event.rawValue), .number(event.runs), .init(event.planSHA256),
              .init((event.added ?? []).joined(separator: ", ")),
            ]
          }),
        .table(
          "Data sets.",
          columns: [
            "data set", "rows", "points", "file or generator", "source", "projection", "licence", "SHA-256",
          ],
          rows: manifest.datasets.map {
            [
              .init($0.name), .number($0.rows), .number($0.points), .init($0.source),
              .init($0.declaredSource ?? "–"), .init($0.projection), .init($0.licence ?? "not stated"),
              .init($0.sha256),
            ]
          }),
        .table(
          "Strategies.", columns: ["strategy", "name", "version", "parameters", "SHA-256 of its source"],
          rows: manifest.strategies.map { strategy in
            let tuned = tunedSizes(of: strategy.label)
            let parameters = strategy.parameters.sorted { $0.key < $1.key }.map { name, value in
              name == tuned?.name ? "\(tuned?.inWords ?? "") as tuned" : "\(name) = \(value)"
            }
            return [
              .init(strategy.label), .init(strategy.name), .init(strategy.version),
              .init(parameters.joined(separator: ", ")), .init(strategy.sourceSHA256 ?? "built in"),
            ]
          }),
        .table(
          "Camera movements.", columns: ["camera", "SHA-256 of its views"],
          rows: manifest.cameras.map { [.init($0.label), .init($0.viewsSHA256)] }),
        .table(
          "Metrics.", columns: ["metric", "version"],
          rows: manifest.metrics.map { [.init($0.name), .init($0.version)] }),
      ])
  }

  /// The sizes that the runs of a strategy were tuned to; nil where they were not.
  private func tunedSizes(of label: String) -> SizeRange? {
    SizeRange(
      stored.runs.filter { stored.strategies[$0.strategy].label == label }.compactMap(\.size))
  }
}
