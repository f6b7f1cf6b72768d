package import Pinfold

extension ContractRule {
  /// The separation is the host's; what a strategy loses shows here too.
  static var hidden: Self {
    Self(
      "hidden", "A hidden marker is a cluster like any other, under a shown one that prevails over it.",
      waiver: { clusterer, _ in
        clusterer.separation?.collisionMode == .rectangle ? "its markers are boxes" : nil
      }
    ) { (trial) throws(ClusteringError) in
      var separation = trial.clusterer.separation ?? Separation()
      separation.hidesLosers = true
      let map = try trial.askedMap().separating(separation)
      for viewport in trial.sample.viewports {
        let frame = try trial.frame(of: map, for: viewport)
        if let (seen, expected) = trial.loss(of: frame) {
          return Defect(viewports: [viewport], seen: seen, expected: expected)
        }
        if let (seen, expected) = try frame.misplacedHiding(separation, trial.context) {
          return Defect(viewports: [viewport], seen: seen, expected: expected)
        }
      }
      return nil
    }
  }
}

extension Frame {
  /// What is wrong with the hidden markers among discs; nil where nothing is.
  ///
  /// - Complexity: O(*m*), where *m* is the number of markers, for each of a few hidden ones.
  package func misplacedHiding(
    _ separation: Separation, _ context: RunContext
  ) throws(ClusteringError) -> (seen: String, expected: String)? {
    let pairs = try separation.collisions(in: self, context: context)
    if pairs > 0 && !(0..<count).contains(where: isSelected) {
      return ("\(counted(pairs, "pair")) of shown markers that collide", "one of each hidden")
    }
    let padding = separation.padding.at(zoom: view.viewport.standardZoom)
    for loser in hidden.prefix(20) {
      let own = standing(of: loser)
      let isUnder = (0..<count).contains { other in
        let reach =
          (radius(of: loser) + radius(of: other) + padding) * view.unitsPerPoint
        let square = points.projection.squaredDistance(positions[loser], positions[other])
        return !isHidden(other) && Double(square) < reach * reach && own < standing(of: other)
      }
      if !isUnder {
        return (
          "the marker of \(points.list(members(of: loser))) hidden",
          "it shown: it is under none that prevails"
        )
      }
    }
    return nil
  }

  /// What decides which of two markers prevails, in the order of comparison.
  private func standing(of cluster: Int) -> (Int, Double, Int, Int) {
    var (highest, lowest) = (-Double.infinity, Int.max)
    forEachMember(of: cluster) { point in
      if let priority = points.priority { highest = max(highest, priority[point]) }
      lowest = min(lowest, Int(points.idRanks[point]))
    }
    return (isSelected(cluster) ? 1 : 0, highest, memberCount(of: cluster), -lowest)
  }
}
