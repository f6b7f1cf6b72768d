package import Pinfold

/// The contract of every generator: what makes points of a count and a seed.
package struct GeneratorContract: Sendable {
  package typealias Generate =
    @Sendable (_ count: Int, _ seed: UInt64, RunContext) throws(ClusteringError) -> PointColumns

  private let generate: Generate

  package init(_ generate: @escaping Generate) { self.generate = generate }

  private struct Request {
    let count: Int
    let seed: UInt64

    var sample: ContractSample {
      ContractSample("\(counted(count, "point")), seed \(seed)", PointColumns(), viewports: [])
    }
  }

  private static let requests = [
    Request(count: 0, seed: 1), Request(count: 1, seed: 1), Request(count: 2, seed: .max),
    Request(count: 1000, seed: 1), Request(count: 1000, seed: 2), Request(count: 20_000, seed: 3),
  ]

  /// The requests as samples without points.
  static var samples: [ContractSample] { requests.map(\.sample) }

  private static let answers = ContractRule("answers", "Any count and seed gives points.") { _ in nil }
  private static let count = ContractRule("count", "There are as many points as asked for.") { _ in nil }
  private static let bounds = ContractRule("bounds", "Points are within ±180° and ±90°.") { _ in nil }
  private static let usable = ContractRule("usable", "They make a set: ids are unique.") { _ in nil }
  private static let repetition = ContractRule("repetition", "Equal seeds give equal points.") { _ in nil }

  func report(
    context: RunContext, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(ClusteringError) -> ContractReport {
    var violations: [String: Violation] = [:]
    var tried = 0
    let untried =
      try context.unlessLate { () throws(ClusteringError) in
        for (place, request) in Self.requests.enumerated() {
          progress(place, Self.requests.count)
          for (rule, defect) in try defects(of: request, context) where violations[rule.name] == nil {
            violations[rule.name] = Violation(
              rule: rule, sample: request.sample, defect: defect, originalCount: 0)
          }
          tried += 1
        }
      } ? [] : Self.requests[tried...].map(\.sample.name)
    let rules = [Self.answers, Self.count, Self.bounds, Self.usable, Self.repetition]
    return ContractReport(
      findings: rules.map { rule in
        let held = ContractVerdict.held(tried: tried, of: Self.requests.count)
        return ContractFinding(rule: rule, verdict: violations[rule.name].map { .broken($0) } ?? held)
      }, untried: untried)
  }

  private func defects(
    of request: Request, _ context: RunContext
  ) throws(ClusteringError) -> [(ContractRule, ContractRule.Defect)] {
    func defect(_ rule: ContractRule, _ seen: String, _ expected: String) -> (
      ContractRule, ContractRule.Defect
    ) {
      (rule, ContractRule.Defect(seen, expected))
    }
    let columns: PointColumns
    do {
      columns = try generate(request.count, request.seed, context)
    } catch {
      try context.check()
      return [defect(Self.answers, "\(error)", "no error")]
    }
    var defects: [(ContractRule, ContractRule.Defect)] = []
    if columns.count != request.count || columns.latitude.count != request.count {
      defects.append(defect(Self.count, counted(columns.count, "point"), "\(request.count)"))
    }
    let isOutside = zip(columns.longitude, columns.latitude).contains {
      !($0.magnitude <= 180 && $1.magnitude <= 90)
    }
    if isOutside { defects.append(defect(Self.bounds, "a point beyond", "degrees of the globe")) }
    do { _ = try PointSet(columns) } catch {
      defects.append(defect(Self.usable, "\(error)", "a set of points"))
    }
    let again = try? generate(request.count, request.seed, context)
    try context.check()
    if again.map(columns.isSame) != true {
      defects.append(defect(Self.repetition, "other points when asked again", "the same"))
    }
    return defects
  }
}

extension PointColumns {
  fileprivate func isSame(as other: PointColumns) -> Bool {
    longitude == other.longitude && latitude == other.latitude && ids == other.ids && weight == other.weight
      && group == other.group && groupNames == other.groupNames && mergeable == other.mergeable
      && priority == other.priority
  }
}
