import PinfoldData
import PinfoldVerbs
import Platform

/// The cost of an input.
struct Stopwatch {
  private let start = ContinuousClock.now
  private let cpu = Self.usage.cpu

  /// "0.42 s, 0.80 s of CPU, 120 MB at most, 2.4 M points/s"; nil for less than a tenth of a second.
  func text(points: Int?) -> String? {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    let wall = Double(seconds) + Double(attoseconds) * 1e-18
    guard wall >= 0.1 else { return nil }
    let usage = Self.usage
    var text =
      "\(Self.duration(wall)), \(Self.duration(usage.cpu - cpu)) of CPU, \(usage.peak / 1_000_000) MB at most"
    if let points, points > 0 { text += ", \(Self.rate(Double(points) / wall)) points/s" }
    return text
  }

  /// "1.25 s", "340 ms", "12.3 µs".
  static func duration(_ seconds: Double) -> String {
    switch seconds {
    case 1...: "\(Numeral.fixed(seconds, digits: 2)) s"
    case 1e-3...: "\(short(seconds * 1e3)) ms"
    case 1e-6...: "\(short(seconds * 1e6)) us"
    default: "\(short(seconds * 1e9)) ns"
    }
  }

  private static func rate(_ value: Double) -> String {
    value >= 1e6 ? "\(Numeral.fixed(value / 1e6, digits: 1)) M" : "\(Numeral.fixed(value / 1e3, digits: 1)) k"
  }

  /// The CPU seconds, and the most bytes, of this process so far.
  private static var usage: (cpu: Double, peak: Int) {
    var usage = rusage()
    // RUSAGE_SELF, which C libraries declare with different types.
    getrusage(0, &usage)
    #if canImport(Darwin)
      let unit = 1
    #else
      let unit = 1024
    #endif
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    return (seconds(usage.ru_utime) + seconds(usage.ru_stime), Int(usage.ru_maxrss) * unit)
  }
}
