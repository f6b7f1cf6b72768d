import Lua
import Pinfold
import PinfoldColumns
import Synchronization

/// A representative of a plugin, whose `select` returns the index of a member or a position. All clusters of
/// a frame share one state, which no other frame sees.
struct PluginRepresentative: RepresentativeSelection {
  let plugin: Plugin
  let values: ParameterValues

  func prepared(
    for view: ProjectedView, after previous: Frame?, context: RunContext
  ) throws(ClusteringError) -> any RepresentativeSelection {
    try Prepared(
      plugin: plugin, values: values, context: context, state: try PluginState(plugin, context: context),
      view: view, before: plugin.looksBack ? ShownFrame(previous) : nil)
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
    private let state: PluginState
    private let arguments: PluginState.Arguments

    /// Held during calls: a state serves one cluster at a time.
    private let sorter = Mutex(MemberSorter())

    /// The frame before; nil for those that do not look back.
    private let before: ShownFrame?

    /// The points that were found to have the attributes that are read, those of all clusters of a frame.
    private let checked = Mutex<PointSet?>(nil)

    init(
      plugin: Plugin, values: ParameterValues, context: RunContext, state: PluginState,
      view: ProjectedView, before: ShownFrame?
    ) throws(ClusteringError) {
      arguments = try state.arguments(values, view)
      self.plugin = plugin
      self.values = values
      self.context = context
      self.state = state
      self.before = before
    }

    func representative(
      of cluster: ClusterMembers, after previous: Frame?
    ) throws(ClusteringError) -> Representative {
      try checkAttributes(of: cluster.points)
      return try sorter.withLock { (sorter) throws(ClusteringError) -> Representative in
        let members = PointsObject(
          cluster.points, try sorter.indices(of: cluster, context: context), in: cluster.view,
          isCluster: true, after: before?.previous)
        return try state.call("select", of: plugin, context: context) { function in
          let (parameters, view) = (arguments.parameters, arguments.view)
          return try choice(
            before.map { try function.call(members, parameters, view, $0.object, returning: LuaValue.self) }
              ?? function.call(members, parameters, view, returning: LuaValue.self), members)
        }
      }
    }

    private func checkAttributes(of points: PointSet) throws(ClusteringError) {
      if checked.withLock({ $0?.isIdentical(to: points) == true }) { return }
      try plugin.checkAttributes(of: points, with: values)
      checked.withLock { $0 = points }
    }

    private func choice(_ answer: LuaValue, _ members: PointsObject) throws -> Representative {
      if let table = answer.table {
        try table.refuseFields(butFor: ["x", "y"], "'select' returned")
        let x = try table.get("x", as: Double.self)
        let y = try table.get("y", as: Double.self)
        guard let position = members.view.position(worldX: x, worldY: y) else {
          throw LuaError("'select' returned the position (\(x), \(y))")
        }
        return Representative(position: position)
      }
      guard let offset = answer.offset(in: members.indices.count) else {
        throw LuaError(
          "'select' returned \(answer.numberOrType); it must return the index of a member, 1 to \(members.indices.count), or a table with x and y"
        )
      }
      let index = Int(members.indices[offset])
      return Representative(position: members.points.position(index), point: index)
    }
  }
}
