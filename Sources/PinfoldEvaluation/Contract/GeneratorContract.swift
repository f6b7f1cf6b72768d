package import Pinfold

extension Contract {
  package typealias Generate =
    @Sendable (_ count: Int, _ seed: UInt64, RunContext) throws(ClusteringError) -> PointColumns

  /// The contract of a generator: what makes points of a count and a seed.
  package init(generating generate: @escaping Generate) {
    self.init(rules: [
      .ofGenerator("answers", "Any count and seed gives points.", generate) { _, _ in nil },
      .ofGenerator("count", "There are as many points as asked for.", generate) { columns, request in
        columns.count == request.count && columns.latitude.count == request.count
          ? nil : ContractRule.Defect(counted(columns.count, "point"), "\(request.count)")
      },
      .ofGenerator("bounds", "Points are within ±180° and ±90°.", generate) { columns, _ in
        zip(columns.longitude, columns.latitude).allSatisfy { $0.magnitude <= 180 && $1.magnitude <= 90 }
          ? nil : ContractRule.Defect("a point beyond", "degrees of the globe")
      },
      .ofGenerator("usable", "They make a set: ids are unique.", generate) { columns, _ in
        do { _ = try PointSet(columns) } catch {
          return ContractRule.Defect("\(error)", "a set of points")
        }
        return nil
      },
      .ofGenerator("repetition", "Equal seeds give equal points.", generate) {
        (columns, request) throws(ClusteringError) in
        columns.isSame(as: try request.columns(generate))
          ? nil : ContractRule.Defect("other points when asked again", "the same")
      },
    ])
  }

  /// The requests as samples without points.
  package static let generatorSamples = GeneratorRequest.all.map {
    ContractSample($0.name, PointColumns(), viewports: [])
  }
}

private struct GeneratorRequest {
  let count: Int
  let seed: UInt64
  var context = RunContext()

  var name: String { "\(counted(count, "point")), seed \(seed)" }

  static let all = [
    Self(count: 0, seed: 1), Self(count: 1, seed: 1), Self(count: 2, seed: .max),
    Self(count: 1000, seed: 1), Self(count: 1000, seed: 2), Self(count: 20_000, seed: 3),
  ]

  func columns(_ generate: Contract.Generate) throws(ClusteringError) -> PointColumns {
    try generate(count, seed, context)
  }
}

extension ContractRule {
  fileprivate static func ofGenerator(
    _ name: String, _ demand: String, _ generate: @escaping Contract.Generate,
    _ check: @escaping @Sendable (PointColumns, GeneratorRequest) throws(ClusteringError) -> Defect?
  ) -> Self {
    Self(name, demand) { (trial) throws(ClusteringError) in
      guard var request = GeneratorRequest.all.first(where: { $0.name == trial.sample.name }) else {
        return nil
      }
      request.context = trial.context
      return try check(try request.columns(generate), request)
    }
  }
}

extension PointColumns {
  fileprivate func isSame(as other: PointColumns) -> Bool {
    longitude == other.longitude && latitude == other.latitude && ids == other.ids && weight == other.weight
      && group == other.group && groupNames == other.groupNames && mergeable == other.mergeable
      && priority == other.priority
  }
}
