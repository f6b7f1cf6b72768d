import Lua
import Pinfold
import Synchronization

/// A representative that a plugin describes.
///
/// Its `select` gets the members of one cluster in the order of their ids, and returns the index of one of
/// them, or `{ x = …, y = … }` for a position of its own. All clusters of a frame share one state, which no
/// other frame sees.
struct PluginRepresentative: RepresentativeSelection {
  let plugin: Plugin
  let values: ParameterValues

  static func registration(_ plugin: Plugin) -> Registration<any RepresentativeSelection> {
    Registration(plugin, kind: .representative) { PluginRepresentative(plugin: plugin, values: $0) }
  }

  func prepared(
    for view: ProjectedView, after previous: Frame?, context: RunContext
  ) throws(ClusteringError) -> any RepresentativeSelection {
    Prepared(
      plugin: plugin, values: values, context: context, state: try PluginState(plugin, context: context))
  }

  func representative(
    of cluster: ClusterMembers, after previous: Frame?
  ) throws(ClusteringError) -> Representative {
    try prepared(for: cluster.view, after: previous, context: RunContext())
      .representative(of: cluster, after: previous)
  }

  private final class Prepared: RepresentativeSelection, @unchecked Sendable {
    private let plugin: Plugin
    private let values: ParameterValues
    private let context: RunContext
    private let state: Mutex<PluginState>

    /// The points that were found to have the attributes that are read, those of all clusters of a frame.
    private let checked = Mutex<PointSet?>(nil)

    init(plugin: Plugin, values: ParameterValues, context: RunContext, state: sending PluginState) {
      self.plugin = plugin
      self.values = values
      self.context = context
      self.state = Mutex(state)
    }

    func representative(
      of cluster: ClusterMembers, after previous: Frame?
    ) throws(ClusteringError) -> Representative {
      try checkAttributes(of: cluster.points)
      let ranks = cluster.points.idRanks
      let indices = (0..<cluster.count).map { UInt32(cluster[$0]) }.sorted { ranks[Int($0)] < ranks[Int($1)] }
      let members = PointsObject(cluster.points, indices, in: cluster.view, isCluster: true)
      return try state.withLock { (state) throws(ClusteringError) -> Representative in
        let chosen = try state.call("select", of: plugin, context: context) { function in
          try choice(
            try function.call(members, state.parameters(values), state.record(cluster.view)), members)
        }
        guard let chosen else { throw .plugin(message: "\(plugin.path): 'select' is gone") }
        return chosen
      }
    }

    private func checkAttributes(of points: PointSet) throws(ClusteringError) {
      if checked.withLock({ $0?.isIdentical(to: points) == true }) { return }
      try plugin.checkAttributes(of: points, with: values)
      checked.withLock { $0 = points }
    }

    private func choice(_ answer: LuaValue, _ members: PointsObject) throws -> Representative {
      if let table = answer.table {
        let x = try table.get("x", as: Double.self)
        let y = try table.get("y", as: Double.self)
        guard let position = members.view.position(worldX: x, worldY: y) else {
          throw LuaError(.runtime, "'select' returned the position (\(x), \(y))")
        }
        return Representative(position: position)
      }
      guard let offset = answer.offset(in: members.indices.count) else {
        let found = answer.number.map { "\(ParameterValue.number($0))" } ?? "a \(answer.typeName)"
        throw LuaError(
          .runtime,
          "'select' returned \(found); it must return the index of a member, 1 to \(members.indices.count), or a table with x and y"
        )
      }
      let index = Int(members.indices[offset])
      return Representative(position: members.points.position(index), point: index)
    }
  }
}
