package import Pinfold
import PinfoldData
package import PinfoldDefinitions
import PinfoldEvaluation

/// What all pages look at: points, what there is to cluster them with, and how a page begins.
package actor LiveSubject {
  /// The name of the points.
  nonisolated let name: String

  nonisolated let points: PointSet

  /// The maps of the points.
  nonisolated let maps: MapStore

  /// How a page begins whose address says nothing else.
  nonisolated let beginning: LiveBeginning

  /// Strategies, representatives and diffs, with the plugins as they are now.
  private(set) var registry: Registry

  /// What is wrong with the files of strategies of which an earlier version is in use, by name.
  private(set) var problems: [String: String] = [:]

  private var sessions: [ObjectIdentifier: LiveSession] = [:]

  /// Gathers a subject.
  package init(_ named: NamedPoints, registry: Registry, beginning: LiveBeginning) {
    name = named.name
    points = named.points
    maps = MapStore(named.points, threads: Processors.count)
    self.registry = registry
    self.beginning = beginning
  }

  /// Tells every page of a registry whose plugins have changed.
  ///
  /// - Parameters:
  ///   - changes: a line for each plugin that changed, or could not be read.
  ///   - problems: what is wrong with the files of strategies of which an earlier version is in use, by name.
  package func replace(_ registry: Registry, changes: [String], problems: [String: String]) async {
    (self.registry, self.problems) = (registry, problems)
    await maps.forgetPlugins()
    for session in sessions.values { await session.greet(changes: changes) }
  }

  func join(_ session: LiveSession) { sessions[ObjectIdentifier(session)] = session }

  func leave(_ session: LiveSession) { sessions[ObjectIdentifier(session)] = nil }
}
