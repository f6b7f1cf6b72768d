import Pinfold
import PinfoldStudies

/// Strategies made from what the user wrote.
extension Registry {
  /// The strategies of a list; the usual ones where there is none.
  func clusterers(
    _ text: String?, option: String, _ clustering: ClusteringOptions
  ) throws -> [NamedClusterer] {
    let specifications =
      try text.map { try Specification.list($0, option: option) }
      ?? usualStrategies.map { Specification(name: $0) }
    var seen: Set<String> = []
    return try specifications.map { specification in
      guard seen.insert(specification.label).inserted else {
        throw Failure.usage("\(option): '\(specification.label)' is given twice")
      }
      let strategy = try make(specification, kind: .strategy).product
      return NamedClusterer(specification.label, try clustering.clusterer(strategy, registry: self))
    }
  }
}
