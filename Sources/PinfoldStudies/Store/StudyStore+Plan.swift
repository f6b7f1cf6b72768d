import Foundation
public import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

extension StudyStore {
  /// Writes a plan into an empty database, or over the one that the study had where it only adds to that.
  ///
  /// - Throws: ``StudyError/otherPlan(_:differences:)`` where it does more than add.
  func begin(_ content: StudyContent) throws(StudyError) {
    let items = content.items
    let isEmpty = try schema() == 0
    try write { db in
      if isEmpty {
        try db.execute(StudySchema.tables)
        try db.set("run", UUID().uuidString.lowercased())
        try db.set("began", Date.now.formatted(.iso8601))
      } else {
        let differences = try db.differences(from: items)
        if !differences.isEmpty { throw StudyError.otherPlan(folder, differences: differences) }
        try db.makeRoom(for: items, runs: content.runDigests)
      }
      try db.insert(content)
    }
  }

  /// The points of a dataset, read or made again from its definition, with a registry for its generator.
  ///
  /// - Throws: ``StudyError/otherPoints(dataset:source:)`` where they are no longer those of the study.
  public func points(
    of dataset: Int, registry: Registry, context: RunContext = RunContext()
  ) throws(StudyError) -> PointSet {
    let stored = try read { db in
      try db.readRows(of: .dataset, where: "id = ?", [dataset]) { row in
        (
          name: try row.text("name"), source: try row.text("source"),
          definition: try row.text("definition"), digest: try row.digest("sha256")
        )
      }.first
    }
    guard let stored else { throw .damaged(folder, reason: "table 'dataset' has no row with id \(dataset)") }
    let data = try StudyError.wrapping {
      let node = try Node(json: Array(stored.definition.utf8), source: folder)
      return try StudyData(try DatasetDefinition.one(node, in: registry), context: context)
    }
    guard data.digest == stored.digest else {
      throw .otherPoints(dataset: stored.name, source: stored.source)
    }
    return data.points
  }
}

extension SQLiteDatabase {
  /// Inserts the content of a study's tables before anything has run.
  func insert(_ content: StudyContent) throws {
    let plan = content.plan
    try set("name", plan.name)
    try set("style", "\(plan.style.smallest) \(plan.style.largest) \(plan.style.saturation)")
    try set("rerun frames", "\(plan.rerunFrames)")
    for (section, items) in content.items {
      for (number, item) in items.enumerated() {
        try insert(.plan, [section, number, item])
      }
    }
    for (id, (dataset, about)) in zip(plan.datasets, content.datasets).enumerated() {
      try insert(
        .dataset,
        [
          id, dataset.name, dataset.source, dataset.normalJSON, about.rows, about.points, about.sha256,
          about.isPlanar, dataset.licence,
        ])
      for (reason, count) in about.unusable {
        try insert(.unusable, [id, reason, count])
      }
    }
    for (id, strategy) in plan.strategies.enumerated() { try insert(strategy, id: id) }
    for (id, camera) in plan.cameras.enumerated() {
      try insert(.camera, [id, camera.label, camera.choice.registration.name, camera.start.description])
    }
    for (id, seed) in plan.seeds.enumerated() {
      try insert(.seed, [id, Int(bitPattern: UInt(seed))])
    }
    for measure in plan.metrics.flatMap(\.measures) { _ = try id(of: measure) }
  }

  /// The id of a measure, which is entered if it is new.
  func id(of measure: MeasureRecord) throws -> Int {
    let found = try values(
      "SELECT id FROM measure WHERE label = ? AND version = ?", [measure.label, measure.version])
    if let found = found.first?.integer { return found }
    let id = try values("SELECT count(*) FROM measure").first?.integer ?? 0
    let about = measure.measure
    let (low, high) = (about.range.lowerBound, about.range.upperBound)
    try insert(
      .measure,
      [
        id, measure.label, measure.version, measure.id, measure.scope.rawValue, about.name, about.unit,
        low.isFinite ? low : nil, high.isFinite ? high : nil, about.better.rawValue, about.help,
      ])
    return id
  }

  private func insert(_ strategy: ClustererDefinition, id: Int) throws {
    try insert(
      .strategy,
      [
        id, strategy.label, strategy.choice.registration.name, strategy.plugin?.version,
        strategy.plugin?.digestWithUses?.description, strategy.capabilities.names.joined(separator: ","),
      ])
    for (number, parameter) in strategy.parameters.enumerated() {
      try insert(.strategyParameter, [id, number, parameter.name, parameter.value])
    }
  }
}
