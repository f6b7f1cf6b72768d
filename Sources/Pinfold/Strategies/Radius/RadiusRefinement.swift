#if !hasFeature(Embedded)
  extension RadiusStrategy {
    /// The levels that a view shows below those of the index, from the deepest up: with tiles wider than 256
    /// screen points, its zoom may be ``maxZoom`` where that of the levels is beyond it.
    fileprivate func deeperLevels(of viewport: Viewport) -> [Int] {
      guard order == .canonical, !viewport.isBeyond(maxZoom) else { return [] }
      let deepest = Int((viewport.standardZoom * Double(levelsPerZoom)).rounded(.down))
      return deepest > levels.range.upperBound ? (levels.range.upperBound + 1...deepest).reversed() : []
    }
  }

  extension RadiusIndex {
    /// Merges the points of each cluster by themselves at levels below those of the index, if the view shows
    /// such ones. So its clusters have the radius of its zoom, nest in the others, and depend on no view.
    ///
    /// - Complexity: that of a build over the points of these clusters, with the view's own levels.
    func refined(
      _ grouping: Grouping, of points: PointSet, in view: ProjectedView, _ context: RunContext
    ) throws(ClusteringError) -> Grouping {
      let levels = strategy.deeperLevels(of: view.viewport)
      guard let deepest = levels.first else { return grouping }
      var (columns, groups, members) = (PointColumns(), [Int32](), [UInt32]())
      for (cluster, range) in grouping.ranges.enumerated() {
        if cluster & 0xFF == 0 { try context.check() }
        for index in range.map({ grouping.order.index(at: $0) }).sorted() {
          let place = points.coordinate(index)
          columns.longitude.append(place.longitude)
          columns.latitude.append(place.latitude)
          groups.append(Int32(cluster))
          members.append(UInt32(index))
        }
      }
      // A section for each cluster.
      columns.group = groups
      columns.groupNames = grouping.ranges.indices.map { "\($0)" }
      columns.weight = points.weight.map { weight in members.map { weight[Int($0)] } }
      let parts: PointSet
      do throws(PointSetError) {
        parts = try PointSet(columns, projection: points.projection, rows: nil)
      } catch { throw .points(error) }
      let found = try RadiusMerging(parts, minPoints: strategy.minPoints, context: context)
        .dendrogram(of: levels.map { strategy.mergingLevel($0) })
        .grouping(at: RadiusStrategy.time(of: deepest), in: .world, context: context)
      let rows = parts.rows
      let clusters = found.ranges.map { range in
        range.map { members[Int(rows[found.order.index(at: $0)])] }.sorted()
      }
      var refined = Grouping(listing: clusters.sorted { $0[0] < $1[0] }, of: points, in: view)
      refined.effectiveSize = strategy.share(at: deepest) * view.viewport.worldWidth
      return refined
    }
  }
#endif
