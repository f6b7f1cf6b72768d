import Pinfold
import Platform

extension ContractRule {
  /// Quadratic work is sixteen times as much for four times the points. What no points cost is taken off, and
  /// what is fast is not looked at, as a clock says nothing of it.
  static var growth: Self {
    Self(
      "growth", "Four times the points take less than nine times the processor time.",
      on: { $0.columns.count >= 4000 }
    ) { (trial) throws(ClusteringError) in
      let columns = trial.sample.columns
      func seconds(_ count: Int) throws(ClusteringError) -> Double {
        let start = threadSeconds()
        let map = try trial.map(of: columns.reordered(Array(0..<count)))
        for viewport in trial.sample.viewports { _ = try trial.frame(of: map, for: viewport) }
        return threadSeconds() - start
      }
      let all = try seconds(columns.count)
      guard all > 0.1 else { return nil }
      let none = try seconds(0)
      // Whatever else the machine does can only lengthen a time, and a short one by much of it.
      let part = columns.count / 4
      let quarter = try min(seconds(part), seconds(part), seconds(part))
      let growth = (all - none) / max(quarter - none, 1e-6)
      guard growth >= 9 else { return nil }
      return Defect(
        viewports: trial.sample.viewports,
        seen: "\(columns.count) points \(growth.rounded()) times as slow as \(columns.count / 4)",
        expected: "about four times, or less", isLimit: true)
    }
  }

  /// The processor time of this thread, in which other programs have no part.
  private static func threadSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
