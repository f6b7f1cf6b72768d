import Pinfold
import PinfoldData
import PinfoldEvaluation
import PinfoldScripting
import PinfoldVerbs

/// The kinds of things that have names.
enum ListKind: String, CaseIterable {
  case strategies, representatives, diffs, metrics, generators, cameras, plugins

  var singular: String { self == .strategies ? "strategy" : String(rawValue.dropLast()) }

  /// The kind of a name, in the plural or the singular.
  init(named name: String) throws(Failure) {
    guard let kind = Self.allCases.first(where: { $0.rawValue == name || $0.singular == name }) else {
      let known = Self.allCases.map(\.rawValue)
      throw .usage("cannot list '\(name)'" + Suggestion.clause(for: name, among: known))
    }
    self = kind
  }
}

extension ListKind {
  /// Everything of this kind, by name.
  func entries(of workbench: Workbench) -> [ListEntry] {
    let registry = workbench.registry
    switch self {
    case .strategies:
      return registry.all(.strategy).map { registration in
        var entry = ListEntry(registration)
        // Defaults are within their ranges; a plugin that fails nevertheless is listed without promises.
        entry.capabilities = try? registration().capabilities.names
        if let size = try? registration().effectiveSizeAtWholeZooms {
          entry.facts.append(("effective size", "\(short(size)) points at whole zooms"))
        }
        return entry
      }
    case .representatives: return registry.all(.representative).map { ListEntry($0) }
    case .diffs: return registry.all(.diff).map { ListEntry($0) }
    case .generators: return registry.all(.generator).map { ListEntry($0) }
    case .cameras: return registry.all(.camera).map { ListEntry($0) }
    case .metrics:
      return registry.explainedMetrics.map(\.entry)
    case .plugins:
      return workbench.plugins.compactMap { file in
        guard let plugin = file.plugin else { return nil }
        var entry = ListEntry(name: plugin.name, summary: plugin.summary)
        entry.plugin = (file.path, plugin.version)
        entry.facts = [("kind", plugin.kind.rawValue)]
        if let other = file.shadowedBy { entry.facts.append(("shadowed", "\(other) comes first")) }
        return entry
      }
    }
  }
}

extension ClusteringStrategy {
  /// The size that clusters are made with at whole zooms where a tile is 256 screen points wide; nil where
  /// the strategy has none.
  fileprivate var effectiveSizeAtWholeZooms: Double? {
    get throws {
      let nothing = try PointSet(PointColumns())
      return try Clusterer(self).build(nothing)
        .frame(for: Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 12)).effectiveSize
    }
  }
}

extension MetricScope {
  var wording: String {
    switch self {
    case .frame: "one frame"
    case .pair: "two frames"
    case .sequence: "a sequence of frames"
    }
  }
}
