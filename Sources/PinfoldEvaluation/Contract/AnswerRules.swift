import Pinfold

/// Rules about queries of a map other than its frames.
extension ContractRule {
  static var hierarchy: Self {
    Self(
      "hierarchy", "A cluster splits into clusters of its points, at the first zoom at which they separate.",
      promised: [.nested, .nestedByZoom]
    ) { (trial) throws(ClusteringError) in
      let map = try trial.askedMap()
      // One cluster of a sample, because each takes dozens of frames.
      guard let (frame, cluster) = try trial.largestCluster else {
        trial.isIdle = true
        return nil
      }
      let members = frame.sortedMembers[cluster]
      let name = "the cluster \(frame.points.list(members))"
      let zoom = try map.expansionZoom(of: cluster, in: frame, context: trial.context)
      guard let parts = try map.expansion(of: cluster, in: frame, context: trial.context), let zoom else {
        return zoom == nil
          ? nil
          : Defect("\(name) whole for ever", "parts at its zoom", in: [frame.view.viewport])
      }
      let lists = parts.sortedMembers
      let viewport = parts.view.viewport
      let viewports = [frame.view.viewport, viewport]
      guard lists.count > 1, lists.joined().sorted() == members, viewport.zoom == zoom else {
        return Defect(
          "\(name) in \(counted(lists.count, "part")) of \(counted(lists.joined().count, "point"))",
          "two parts or more that hold each of its points once, at zoom \(ParameterValue.number(zoom))",
          in: viewports)
      }
      let whole = Set(try trial.frame(of: map, for: viewport).sortedMembers)
      if let part = lists.first(where: { !whole.contains($0) }) {
        return Defect(
          "the part \(frame.points.list(part)) no cluster of its view", "it as one of them", in: viewports)
      }
      guard zoom > frame.view.viewport.zoom else { return nil }
      // At zooms between, clusters that nest at whole steps are others.
      guard map.clusterer.capabilities.contains(.nested) else { return nil }
      var before = viewport
      before.zoom = max(frame.view.viewport.zoom, zoom - 0x1p-19)
      let home = try trial.frame(of: map, for: before).sortedMembers.first { $0.contains(members[0]) }
      if let home, Set(home).isSuperset(of: members) { return nil }
      return Defect("\(name) in parts before that zoom", "it whole up to it", in: viewports)
    }
  }

  static var selected: Self {
    Self(
      "selected", "A selected point is a marker by itself; no other point moves to another cluster.",
      on: \.hasPoints,
      waiver: { clusterer, _ in clusterer.separation == nil ? nil : "a separation merges what is left" }
    ) { (trial) throws(ClusteringError) in
      let map = try trial.askedMap()
      trial.isIdle = true
      for frame in try trial.frames() {
        let lists = frame.sortedMembers
        let large = lists.sorted { $0.count > $1.count }.prefix(2)
        let chosen = Set(large.flatMap { [$0[0], $0[$0.count - 1]] }.filter(trial.isMergeable))
        guard !chosen.isEmpty else { continue }
        trial.isIdle = false
        let selecting = try map.selecting(chosen.sorted().map { frame.points.id($0) })
        let found = try trial.frame(of: selecting, for: frame.view.viewport).sortedMembers
        func isInView(_ members: [Int]) -> Bool {
          members.contains { frame.view.contains(frame.points.position($0)) }
        }
        let expected = lists.map { $0.filter { !chosen.contains($0) } } + chosen.map { [$0] }
        // Others are listed for their markers, which move where a point is taken out.
        let wanted = Set(expected.filter(isInView))
        let inView = found.filter(isInView)
        guard Set(inView) != wanted || inView.count != wanted.count || !Set(found).isSubset(of: expected)
        else { continue }
        let other = found.first { !wanted.contains($0) } ?? wanted.first { !found.contains($0) } ?? []
        return Defect(
          "with \(frame.points.list(chosen.sorted())) selected, the cluster \(frame.points.list(other))",
          "the clusters without these points, and each of these by itself", in: [frame.view.viewport])
      }
      return nil
    }
  }
}

extension ContractTrial {
  /// The cluster with the most points that is no stack, in the first frame that has one.
  fileprivate var largestCluster: (frame: Frame, cluster: Int)? {
    get throws(ClusteringError) {
      for frame in try frames() {
        let clusters = (0..<frame.count).filter { !frame.isStack($0) }
        if let largest = clusters.max(by: { frame.memberCount(of: $0) < frame.memberCount(of: $1) }) {
          return (frame, largest)
        }
      }
      return nil
    }
  }
}
