import Dispatch
import PinfoldData
import Platform
import Synchronization

/// A bar on standard error with the completed part of a long run and the remaining time, or for uncounted
/// work its name and the elapsed time.
///
/// It shows only on a terminal, and only after a second.
final class ProgressBar: Sendable {
  private struct State {
    var nextDrawing: ContinuousClock.Instant
    var isShown = false
    var phase = ""
    var phaseStart: ContinuousClock.Instant
    var isCounted = false
    var isFinished = false
  }

  private let start = ContinuousClock.now
  private let isWanted = isatty(STDERR_FILENO) == 1 && System.variable("TERM") != "dumb"
  private let state: Mutex<State>

  init() {
    state = Mutex(State(nextDrawing: start + .seconds(1), phaseStart: start))
    if isWanted { tick() }
  }

  /// Redraws uncounted work as time passes.
  private func tick() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(250)) { [weak self] in
      guard let self, self.drawTime() else { return }
      self.tick()
    }
  }

  private func drawTime() -> Bool {
    state.withLock { state in
      let now = ContinuousClock.now
      if !state.isFinished, !state.isCounted, !state.phase.isEmpty, now >= state.nextDrawing {
        state.isShown = true
        Console.errorText("\r\(Self.line(state.phase, elapsed: now - state.phaseStart))\u{1B}[K")
      }
      return !state.isFinished
    }
  }

  /// Updates how much is done; safe from any thread.
  ///
  /// - Parameters:
  ///   - phase: the thing that is counted, where a run has several parts; the time left is that of this one.
  ///   - before: the part that was done before the run began, and is no measure of its speed.
  func update(_ done: Int, _ total: Int, of phase: String = "", before: Int = 0) {
    guard isWanted else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      if phase != state.phase { (state.phase, state.phaseStart) = (phase, now) }
      state.isCounted = total > 0
      guard state.isCounted, now >= state.nextDrawing else { return }
      state.nextDrawing = now + .milliseconds(200)
      state.isShown = true
      let line = Self.line(done: done, total: total, before: before, elapsed: now - state.phaseStart)
      Console.errorText("\r\(phase.isEmpty ? "" : "\(phase) ")\(line)\u{1B}[K")
    }
  }

  func finish() {
    state.withLock { $0.isFinished = true }
    clear()
  }

  /// Clears the line for other output.
  func clear() {
    state.withLock { state in
      if state.isShown { Console.errorText("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  /// "reading towns.csv, 12 s"
  static func line(_ phase: String, elapsed: Duration) -> String {
    "\(phase.onOneLine(limit: 60)), \(span(elapsed.seconds.rounded(.down)))"
  }

  /// "[#######-------------]  35 %  about 12 s left"
  static func line(done: Int, total: Int, before: Int = 0, elapsed: Duration) -> String {
    let share = total > 0 ? Double(min(done, total)) / Double(total) : 1
    let filled = Int(share * 40)
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: 40 - filled)
    let percent = String(Int(share * 100))
    let padding = String(repeating: " ", count: 3 - percent.utf8.count)
    guard done > before else { return "[\(bar)] \(padding)\(percent) %" }
    let left = elapsed.seconds * Double(max(0, total - done)) / Double(done - before)
    return "[\(bar)] \(padding)\(percent) %  about \(span(left)) left"
  }

  private static func span(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole / 60 % 60) min"
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
