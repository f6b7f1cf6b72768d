import CBuild
import Foundation
import Pinfold
import PinfoldEvaluation

extension StudyManifest.Machine {
  /// The machine of this process.
  static func current(threads: Int) -> Self {
    let information = ProcessInfo.processInfo
    return Self(
      system: information.operatingSystemVersionString, processor: processor,
      processors: Processors.count, threads: threads,
      memoryBytes: .init(String(information.physicalMemory)), governor: governor)
  }

  private static var processor: StudyManifest.Known {
    #if os(Linux)
      let lines = text(of: "/proc/cpuinfo")?.split(separator: "\n") ?? []
      let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
      return .init(
        model.map { $0.trimmingCharacters(in: .whitespaces) }, else: "/proc/cpuinfo names no model")
    #else
      return .init(unknown: "not available on this system")
    #endif
  }

  private static var governor: StudyManifest.Known {
    #if os(Linux)
      let path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
      return .init(
        text(of: path)?.trimmingCharacters(in: .whitespacesAndNewlines),
        else: "the system does not report its frequency governor")
    #else
      return .init(unknown: "not available on this system")
    #endif
  }

  private static func text(of path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}

extension StudyManifest.Tool {
  /// "0.2.0", and of a build that states its commit "0.2.0 (0a1b…)", or "0.2.0 (0a1b…, changed)".
  package var line: String {
    guard let commit = commit.value else { return version }
    return "\(version) (\(commit)\(hasLocalChanges.value == "yes" ? ", changed" : ""))"
  }

  /// The running program, as far as it can be determined.
  package static var current: Self {
    let (commit, hasLocalChanges) = unsafe commit(of: String(cString: pinfold_commit()))
    return Self(
      version: Version.current, commit: commit, hasLocalChanges: hasLocalChanges, compiler: compiler,
      optimization: optimization,
      floatingPointContraction: "off: Swift fuses no products and sums by itself")
  }

  /// The commit that a build states, "0a1b…", or "0a1b…+changes" where files differed from it.
  static func commit(
    of text: String
  ) -> (commit: StudyManifest.Known, hasLocalChanges: StudyManifest.Known) {
    let digits = text.prefix { $0.isHexDigit }
    let rest = text[digits.endIndex...].filter { $0 != " " }
    guard digits.utf8.count >= 40, ["", "+changes"].contains(rest) else {
      let reason = "the build does not state it; 'make build' in a repository does"
      return (.init(unknown: reason), .init(unknown: reason))
    }
    return (.init(String(digits)), .init(rest.isEmpty ? "no" : "yes"))
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  private static var optimization: String {
    #if DEBUG
      "none: a debug build"
    #else
      "a release build"
    #endif
  }
}
