import Pinfold
import PinfoldDefinitions
import PinfoldStudies

/// Bell-shaped heaps of points around three cities.
func makeHeaps(_ count: Int, seed: UInt64) throws -> PointSet {
  var random = SplitMix64(seed: seed)
  let cities = [(2.35, 48.86), (4.9, 52.37), (-0.12, 51.5)]
  var columns = PointColumns()
  for _ in 0..<count {
    let city = cities[random.below(3)]
    columns.longitude.append(city.0 + random.bell() * 0.3)
    columns.latitude.append(city.1 + random.bell() * 0.2)
  }
  return try PointSet(columns)
}

/// A strategy that fails as a broken plugin would: at the build, or on views deeper than a zoom.
struct BrokenStrategy: ClusteringStrategy {
  var failsBuild = false
  var deepestZoom = -10.0

  var capabilities: Capabilities { [] }

  func makeIndex(over points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex {
    if failsBuild { throw .plugin(message: "broken.lua:3: no index") }
    return Index(deepestZoom: deepestZoom, grid: GridStrategy().makeIndex(over: points, context: context))
  }

  private struct Index: ClusterIndex {
    let deepestZoom: Double
    let grid: any ClusterIndex
    var byteCount: Int { 0 }

    func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
      if view.viewport.zoom > deepestZoom { throw .plugin(message: "broken.lua:7: no view") }
      return try grid.grouping(in: view, context: context)
    }
  }
}

/// A grid that loses every cluster but its first.
struct LossyStrategy: ClusteringStrategy {
  var capabilities: Capabilities { [] }

  func makeIndex(over points: PointSet, context: RunContext) -> any ClusterIndex {
    Index(grid: GridStrategy().makeIndex(over: points, context: context))
  }

  private struct Index: ClusterIndex {
    let grid: any ClusterIndex
    var byteCount: Int { 0 }

    func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
      let all = try grid.grouping(in: view, context: context)
      return Grouping(order: all.order, ranges: Array(all.ranges.prefix(1)))
    }
  }
}
