import Pinfold

/// Rules for the promises of a strategy.
extension ContractRule {
  static var nested: Self {
    nested(
      "nested", "Clusters are unions of clusters of deeper views inside the view.", promised: .nested,
      steps: [(0.02, 0, 0), (0.5, 0, 0), (1, 0.4, -0.4), (3.7, -0.7, 0.9)]
    ) { $0 > 0 }
  }

  static var nestedByZoom: Self {
    nested(
      "nestedByZoom", "Clusters are unions of clusters of views inside the view that are whole zooms deeper.",
      promised: .nestedByZoom, steps: [(1, 0.4, -0.4), (2, 0, 0), (5, -0.7, 0.9)]
    ) { $0 > 0 && $0 == $0.rounded() }
  }

  /// - Parameters:
  ///   - steps: the zooms deeper, and where the smaller view lies in the room that it has.
  ///   - isStep: whether views that many zooms apart must nest. Where views of a sample lie in each other,
  ///     the next such view is compared: what nests from step to step nests from any to any.
  private static func nested(
    _ name: String, _ demand: String, promised: Capabilities,
    steps: [(zooms: Double, right: Double, down: Double)], isStep: @escaping @Sendable (Double) -> Bool
  ) -> Self {
    Self(name, demand, promised: promised, also: [.zooms, .promises]) { (trial) throws(ClusteringError) in
      let map = try trial.askedMap()
      let frames = try trial.frames()
      for (number, frame) in frames.enumerated() {
        let viewport = frame.view.viewport
        let inner: [Frame]
        if trial.sample.purpose == .zooms {
          inner = frames[number...].first { isStep($0.view.viewport.zoom - viewport.zoom) }.map { [$0] } ?? []
        } else {
          inner = try frame.view.deeperViewports(steps).map { (deeper) throws(ClusteringError) in
            try trial.frame(of: map, for: deeper)
          }
        }
        let home = frame.homes
        for deeper in inner {
          for members in deeper.sortedMembers {
            guard let other = members.first(where: { home[$0] != home[members[0]] }) else { continue }
            return Defect(
              "points \(trial.name(members[0])) and \(trial.name(other)) together in the deeper view, "
                + "apart in the other", "a cluster of the deeper view whole in one of the other",
              in: [viewport, deeper.view.viewport])
          }
        }
      }
      return nil
    }
  }

  /// Views of samples made for it are compared with one of the whole world, which is as if all views were
  /// compared with each other.
  static var panInvariant: Self {
    Self(
      "panInvariant", "Panning changes no cluster that stays in view; nor do the view's size and margin.",
      promised: .panInvariant, also: [.places, .promises]
    ) { (trial) throws(ClusteringError) in
      let map = try trial.askedMap()
      var known: [Viewport: (view: ProjectedView, clusters: Set<[Int]>)] = [:]
      for before in try trial.frames() {
        let lists = before.sortedMembers
        let others =
          trial.sample.purpose == .everyRule
          ? [(0.3, 0), (-0.45, 0.2), (0.01, -0.6)].map { before.view.panned(right: $0, down: $1) }
          : [before.view.wholeWorld]
        for viewport in others {
          if known[viewport] == nil {
            let frame = try trial.frame(of: map, for: viewport)
            known[viewport] = (frame.view, Set(frame.sortedMembers))
          }
          guard let after = known[viewport] else { continue }
          for (cluster, members) in lists.enumerated() where !after.clusters.contains(members) {
            let isStaying =
              after.view.contains(before.positions[cluster])
              || members.contains { after.view.contains(before.points.position($0)) }
            guard isStaying else { continue }
            return Defect(
              "the cluster \(before.points.list(members)) gone in the second view",
              "it unchanged, as it is in both", in: [before.view.viewport, viewport])
          }
        }
      }
      return nil
    }
  }

  static var budgeted: Self {
    Self(
      "budgeted", "Mergeable clusters are no more than the budget, or the groups in view.",
      promised: .budgeted
    ) { (trial) throws(ClusteringError) in
      guard let budget = trial.clusterer.clusterBudget else {
        return Defect("no budget", "one, as it is promised")
      }
      return try trial.firstDefect { frame in
        let mergeable = frame.sortedMembers.filter { trial.isMergeable($0[0]) }
        let groups = Set(mergeable.map { trial.sections[$0[0]] }).count
        if mergeable.count <= max(budget, groups) { return nil }
        return Defect(counted(mergeable.count, "cluster"), "at most \(max(budget, groups))")
      }
    }
  }
}

extension ProjectedView {
  /// Views inside this one, a little or much deeper, and in its middle or at its sides.
  fileprivate func deeperViewports(_ steps: [(zooms: Double, right: Double, down: Double)]) -> [Viewport] {
    steps.compactMap { step, right, down in
      var deeper = viewport
      deeper.zoom += step
      guard deeper.zoom <= Viewport.zoomRange.upperBound else { return nil }
      // The distance that the middle may move before the smaller view sticks out.
      let room = (1 - viewport.worldWidth / deeper.worldWidth) / 2
      let moved = panned(right: right * room, down: down * room)
      deeper.center = moved.center
      return deeper
    }
  }

  /// A view of the same zoom of all points, or of as many as a view can be large.
  fileprivate var wholeWorld: Viewport {
    let side = min(viewport.worldWidth, Viewport.sizeRange.upperBound)
    return Viewport(
      center: projection.unproject(unitX: 0.5, unitY: 0.5), zoom: viewport.zoom, width: side, height: side,
      tileSize: viewport.tileSize)
  }

  /// The viewport moved by shares of its size; not past the world's northern and southern edges.
  fileprivate func panned(right: Double, down: Double) -> Viewport {
    var panned = viewport
    let (east, south) = turn.onMap(right: right * viewport.width, down: down * viewport.height)
    let x = center.unitX + east / viewport.worldWidth
    let y = center.unitY + south / viewport.worldWidth
    panned.center = projection.unproject(
      unitX: projection.wraps ? x : max(0, min(x, 1)), unitY: max(0, min(y, 1)))
    return panned
  }
}
