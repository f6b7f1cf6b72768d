import PinfoldData

/// The progress of a study that is stored in a folder.
public struct StudyStatus: Hashable, Sendable {
  /// The study's name.
  public var name: String

  /// The runs of the plan.
  public var runs: Int

  /// The runs that are finished, failed ones among them.
  public var finished: Int

  /// A sentence for each dataset some of whose rows became no points.
  public var losses: [String]

  /// The runs whose strategy failed, and the messages of metrics that failed.
  public var problems: [Problem]

  /// The strategies to be timed on the datasets: all of them, or none.
  public var timings: Int

  /// The strategies that are timed already.
  public var timed: Int

  /// The seconds that the finished runs took, on one thread.
  public var seconds: Double

  /// Whether nothing is left to do.
  public var isComplete: Bool { finished == runs && timed == timings }

  /// The runs that failed.
  public var failed: Int { problems.count { $0.isFailure } }

  /// A failure in a run, or in the timing of a strategy.
  public struct Problem: Hashable, Sendable {
    /// The dataset's name.
    public var dataset: String

    /// The strategy's label.
    public var strategy: String

    /// The camera's label; nil for a timing.
    public var camera: String?

    /// The seed; nil for a timing.
    public var seed: UInt64?

    /// The error message.
    public var message: String

    /// Whether the strategy failed, rather than a metric.
    public var isFailure: Bool
  }
}

extension StudyStatus.Problem: CustomStringConvertible {
  /// "towns, grid, pan from fit, seed 1: what went wrong"
  public var description: String {
    let place = [dataset, strategy, camera, seed.map { "seed \($0)" }].compactMap { $0 }
    return "\(place.joined(separator: ", ")): \(message)"
  }
}

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
          (run: try row.count("run"), text: try row.text("text"))
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
      let rows = try db.readList(of: .dataset) { try $0.count("rows") }
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
