import Pinfold
import PinfoldData
import PinfoldStudies
import PinfoldVerbs

extension StudyStatus {
  /// "12 of 40 runs are finished, 1 failed; 2 of 8 timings"
  var inWords: String {
    var text = "\(finished) of \(counted(runs, "run")) finished"
    if failed > 0 { text += ", \(failed) failed" }
    if timings > 0 { text += "; \(timed) of \(counted(timings, "timing"))" }
    return text
  }

  /// The status as people read it.
  var lines: String {
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

  /// The status as JSON.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("study", name)
      json.member("runs", runs)
      json.member("finished", finished)
      json.member("failed", failed)
      json.member("left", runs - finished)
      json.member("timings", timings)
      json.member("timed", timed)
      json.member("seconds", seconds)
      json.key("losses")
      json.array { json in for loss in losses { json.value(loss) } }
      json.key("problems")
      json.array { json in
        for problem in problems {
          json.object { json in
            json.member("dataset", problem.dataset)
            json.member("strategy", problem.strategy)
            json.member("camera", problem.camera)
            json.member("seed", problem.seed.map { Int($0) })
            json.member("message", problem.message)
            json.member("failed", problem.isFailure)
          }
        }
      }
    }
  }
}

extension StudyVerification {
  /// "24 runs: 48 frames decoded, 528 values measured again, 3 runs run again; all hold"
  var inWords: String {
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
}

/// The progress of a study on standard error: a bar for each phase.
final class StudyProgressBar: Sendable {
  private let bar = ProgressBar()

  func update(_ progress: StudyProgress) {
    bar.update(progress.done, progress.total, of: progress.phase.rawValue, before: progress.before)
  }

  func finish() { bar.finish() }
}
