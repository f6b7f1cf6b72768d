import PinfoldData

extension StudyStore {
  /// Reads how much of the study is done, and its failures.
  public func status() throws(StudyError) -> StudyStatus {
    try read { db in
      let axes = try StudyAxes(db)
      let runs = try db.readRows(of: .run) { row in
        let (id, run) = try axes.run(row)
        return (id: id, run: run, seconds: try row.number("seconds", in: 0...1e12))
      }
      let messages = Dictionary(
        grouping: try db.readRows(of: .message) { row in
          (run: try row.integer("run", in: 0...Int.max), text: try row.text("text"))
        }, by: \.run)
      let problems = runs.flatMap { id, run, _ in
        func problem(_ message: String, isFailure: Bool) -> StudyStatus.Problem {
          StudyStatus.Problem(
            dataset: axes.datasets[run.dataset], strategy: axes.strategies[run.strategy],
            camera: axes.cameras[run.camera], seed: axes.seeds[run.seed], message: message,
            isFailure: isFailure)
        }
        return (run.failure.map { [problem($0, isFailure: true)] } ?? [])
          + (messages[id] ?? []).map { problem($0.text, isFailure: false) }
      }
      let timings = try db.readRows(of: .timing) { row in
        (
          dataset: axes.datasets[try row.index("dataset", of: axes.datasets.count)],
          strategy: axes.strategies[try row.index("strategy", of: axes.strategies.count)],
          failure: try row.optional("failure", row.text)
        )
      }
      let untimed = timings.compactMap { timing in
        timing.failure.map {
          StudyStatus.Problem(
            dataset: timing.dataset, strategy: timing.strategy, message: "timing: \($0)", isFailure: false)
        }
      }
      let timing = try db.readRows(of: .plan, where: "section = 'timing'") { try $0.text("item") }.first
      let rows = try db.readList(of: .dataset) { try $0.integer("rows", in: 0...Int.max) }
      let losses = try db.losses()
      return StudyStatus(
        name: try db.entry("name"), runs: axes.runCount, finished: runs.count,
        losses: axes.datasets.indices.compactMap { dataset in
          RowLosses(rows: rows[dataset], unusable: losses[dataset] ?? []).inWords.map {
            "\(axes.datasets[dataset]): \($0)"
          }
        },
        problems: problems + untimed,
        timings: timing == "none" ? 0 : axes.datasets.count * axes.strategies.count, timed: timings.count,
        seconds: runs.reduce(0) { $0 + $1.seconds })
    }
  }
}
