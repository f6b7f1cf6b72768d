import Pinfold
import PinfoldData
package import PinfoldDefinitions

/// Makes what is saved as an index: points with their columns, and the indexes of strategies over them.
package struct Index: Verb, Sendable {
  private let source: Source

  private enum Source: Sendable {
    case made(NamedMap)
    case asked(DatasetDefinition, [ClustererDefinition])
  }

  /// An index of a map that there is.
  package init(_ map: NamedMap) { source = .made(map) }

  package init(_ dataset: DatasetDefinition, by strategies: [ClustererDefinition]) {
    source = .asked(dataset, strategies)
  }

  package func answer(_ context: VerbContext) throws -> IndexContent {
    switch source {
    case .made(let named):
      let data = named.data
      return IndexContent(
        data: NamedPoints(data.name, named.map.points, report: data.report), maps: [named],
        origin: data.report?.source ?? data.name, context: context.run)
    case .asked(let dataset, let strategies):
      let clusterers = try strategies.map { try $0.clusterer() }
      try context.reserve(points: [dataset])
      let data = try context.load(dataset)
      try context.reserve(runsOf: [data.points.count], by: clusterers)
      let maps = try zip(strategies, clusterers).compactMap { strategy, clusterer -> NamedMap? in
        guard clusterer.strategy.savesIndex else {
          context.note("an index of \(strategy.label) is not saved, only the points")
          return nil
        }
        context.begin("clustering by \(strategy.label)")
        return NamedMap(
          try clusterer.build(data.points, context: context.run), by: strategy, over: data)
      }
      return IndexContent(
        data: data, maps: maps, origin: dataset.normalJSON, context: context.run)
    }
  }
}

/// The content of an index file.
package struct IndexContent {
  package let data: NamedPoints
  package let maps: [NamedMap]
  fileprivate let origin: String
  fileprivate let context: RunContext

  /// Writes the file, which appears when it is complete.
  ///
  /// - Returns: its size in bytes.
  @discardableResult
  package func write(to path: String) throws -> Int {
    try IndexFile.write(
      maps.map(\.map), over: data.points, rows: data.rows, origin: origin, to: path, context: context)
  }
}
