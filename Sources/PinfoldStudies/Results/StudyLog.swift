import Foundation
import Pinfold
import PinfoldEvaluation

extension StudyManifest {
  /// Something that was done to a study. Events are only ever added: what was planned before anything was
  /// known, and what was added after results had been seen, can be told apart.
  package struct Event: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Sendable { case registered, began, grew, scored, reported, merged }

    package var event: Kind

    /// When, in UTC: "2026-03-01T12:00:00Z".
    package var at: String

    /// SHA-256 of everything in the plan.
    package var planSHA256: String

    /// The number of finished runs.
    package var runs: Int

    /// The additions, each in words; missing for none.
    package var added: [String]?

    /// SHA-256 over the event and the one before: neither can be changed or taken out without a trace in all
    /// that follow.
    package var sha256: String

    fileprivate func digest(after previous: Event?) -> String {
      let content = [event.rawValue, at, planSHA256, String(runs)] + (added ?? [])
      let lengths = content.map { String($0.utf8.count) }
      return Digest(of: ([previous?.sha256 ?? ""] + lengths + content).joined(separator: "\n").utf8)
        .description
    }
  }

  /// Adds an event with this plan.
  mutating func add(_ kind: Event.Kind, runs: Int, added: [String] = [], at time: Date = .now) {
    var event = Event(
      event: kind, at: time.formatted(.iso8601), planSHA256: study.planSHA256, runs: runs,
      added: added.isEmpty ? nil : added, sha256: "")
    event.sha256 = event.digest(after: log?.last)
    log = (log ?? []) + [event]
  }

  /// Puts the events that a log does not have behind it, in their order.
  mutating func putLog(behind other: [Event]) {
    let mine = log ?? []
    let common = zip(mine, other).prefix { $0 == $1 }.count
    guard other.count > common else { return }
    log = other
    for var event in mine[common...] {
      event.sha256 = event.digest(after: log?.last)
      log = (log ?? []) + [event]
    }
  }

  /// Takes over the log of the manifest that this one replaces, and adds what has changed since.
  mutating func continueLog(of other: StudyManifest?, runs: Int, registering: Bool) {
    log = other?.log
    guard let other else { return add(registering ? .registered : .began, runs: runs) }
    guard other.study.planSHA256 != study.planSHA256 else { return }
    func new<Item>(_ noun: String, _ items: KeyPath<StudyManifest, [Item]>, _ name: (Item) -> String)
      -> [String]
    {
      let known = Set(other[keyPath: items].map(name))
      return self[keyPath: items].map(name).filter { !known.contains($0) }.map { "\(noun) \($0)" }
    }
    add(
      .grew, runs: runs,
      added: new("data set", \.datasets, \.name) + new("strategy", \.strategies, \.label)
        + new("camera", \.cameras, \.label) + new("seed", \.study.seeds, \.description)
        + declaredSources.filter { !other.declaredSources.contains($0) })
  }

  /// The sources that the plan names: "source of march: USGS".
  private var declaredSources: [String] {
    datasets.compactMap { dataset in dataset.declaredSource.map { "source of \(dataset.name): \($0)" } }
  }

  /// The faults of the log: an event that differs from its digest, or an unknown plan.
  var logFaults: [String] {
    var faults: [String] = []
    let log = log ?? []
    for (number, event) in log.enumerated()
    where event.sha256 != event.digest(after: number > 0 ? log[number - 1] : nil) {
      faults.append("manifest: event \(number + 1) of the log does not match its SHA-256")
    }
    if let last = log.last, last.planSHA256 != study.planSHA256 {
      faults.append("manifest: the plan does not match the last event of the log")
    }
    return faults
  }

  /// How the plan grew, for readers; nil if nothing was added after a report.
  package var history: String? {
    let log = log ?? []
    var (reports, late, later) = (0, [String](), [String]())
    for event in log {
      switch event.event {
      case .reported: reports += event.runs > 0 ? 1 : 0
      case .grew, .scored:
        let what = (event.added ?? ["something that has no name"]).joined(separator: ", ")
        if reports > 0 {
          late.append("\(what) (\(event.at), after \(counted(reports, "report")))")
        } else {
          later.append("\(what) (\(event.at), before any report)")
        }
      case .merged: late += event.added?.filter { $0.contains(Self.reportedMark) } ?? []
      case .began, .registered: break
      }
    }
    let registration = log.first { $0.event == .registered }.map {
      "Registered at \($0.at), before any run, as the plan of SHA-256 \($0.planSHA256). "
    }
    if let registration, late.isEmpty {
      return registration
        + (later.isEmpty ? "Nothing was added since." : "Added since: \(later.joined(separator: "; ")).")
    }
    guard !late.isEmpty else { return nil }
    return (registration ?? "") + "Added after results had been reported: \(late.joined(separator: "; ")). "
      + "A study that grows until a difference is significant finds one by chance sooner or later."
      + (registration == nil ? " ‘pinfold study register’ records a plan before any run." : "")
  }

  /// The log of a study that was merged into another, in words.
  func pastInWords(as name: String) -> String {
    let reports = (log ?? []).count { $0.event == .reported && $0.runs > 0 }
    return "the runs of \(name), begun \(run.began)"
      + (reports > 0 ? "\(Self.reportedMark)\(counted(reports, "time")) before" : "")
  }

  private static let reportedMark = ", reported "
}
