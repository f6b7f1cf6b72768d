package import Pinfold

/// The strategy whose clusters of the cells are those of the points: not grids of larger cells alone, whose
/// are so anyway.
package struct CellFit: Hashable, Sendable {
  /// The strategy as text: `hexgrid(cellSize=70)`.
  package let strategy: String
  package let means: Means

  /// The additional content of cells for a strategy.
  package enum Means: CaseIterable, Sendable {
    /// Squares are cut into parts where the strategy's own cells end, at any of the zooms. A mean of points
    /// in one of its cells is in it too, as those are convex.
    case parts

    /// The box around the points of a cell, which a quadtree needs.
    case boxes

    /// The columns of a file of cells that hold it.
    var columns: [String] { self == .parts ? ["part"] : ["west", "east", "north", "south"] }
  }

  init(strategy: String, means: Means) { (self.strategy, self.means) = (strategy, means) }

  /// Fits cells to a strategy.
  ///
  /// - Throws: ``Mistake`` if a point's cluster depends on other points, or may be smaller than a cell.
  package init(_ strategy: any ClusteringStrategy, named label: String, _ plan: CellPlan) throws(Mistake) {
    self.strategy = label
    if let quadtree = strategy as? QuadtreeStrategy, quadtree.cut == .node {
      means = .boxes
      for zoom in plan.zooms {
        let side = Double(plan.side) * .exp2(Double(zoom - plan.zooms.upperBound))
        let size = quadtree.cellSize.at(zoom: Double(zoom))
        guard size >= side else {
          throw Mistake(
            reason: "its clusters may be \(Numeral.text(size)) pixels wide at zoom \(zoom), where a cell is "
              + "\(Numeral.text(side)) wide; choose a smaller --cell")
        }
      }
      return
    }
    means = .parts
    let one: [UInt64]?
    do {
      let point = try PointSet(PointColumns(longitude: [0], latitude: [0]))
      let index = try strategy.makeIndex(over: point, context: RunContext())
      one = try strategy.cellKeys(
        of: index.grouping(in: .world(atZoom: plan.zooms.lowerBound, of: point), context: RunContext()))
    } catch { throw Mistake(reason: "\(error)") }
    guard one != nil else {
      throw Mistake(
        reason: "which points share a cluster depends on other points; strategies with fixed cells do not, "
          + "as grid, quadtree, geohash and hexgrid")
    }
  }

  /// Why cells cannot fit a strategy.
  package struct Mistake: Error {
    package let reason: String
  }
}

extension CellPlan {
  /// The part of its square that each point is in, by canonical index: equal for points that share a cell
  /// of the strategy at all zooms of the plan.
  package func parts(
    of points: PointSet, by strategy: any ClusteringStrategy, context: RunContext
  ) throws -> [UInt64] {
    var parts = [UInt64](repeating: 0, count: points.count)
    let index = try strategy.makeIndex(over: points, context: context)
    for zoom in zooms {
      let grouping = try index.grouping(in: .world(atZoom: zoom, of: points), context: context)
      guard let keys = strategy.cellKeys(of: grouping) else { continue }
      for (key, range) in zip(keys, grouping.ranges) {
        for offset in range {
          let point = grouping.order.index(at: offset)
          parts[point] = SplitMix64.mix(parts[point] ^ key)
        }
      }
    }
    return parts
  }
}

extension ClusteringStrategy {
  /// A number for each cluster, of its cell, the same in every frame of a zoom; nil where clusters have no
  /// cells that do not depend on other points.
  fileprivate func cellKeys(of grouping: Grouping) -> [UInt64]? {
    func hash(_ words: [UInt64]) -> UInt64 {
      words.reduce(UInt64(words.count)) { SplitMix64.mix($0 ^ $1) }
    }
    if let grid = self as? GridStrategy, grid.anchor != .viewport {
      return grouping.cells?.map { hash([UInt64($0.west), $0.width, UInt64($0.north), $0.height]) }
    }
    guard let names = grouping.details?.fields.first(where: { $0.name == "cell" })?.values,
      names.kind != .boolean
    else { return nil }
    return grouping.ranges.indices.map { cluster in
      switch names.property(at: cluster) {
      case .number(let number): hash([(number + 0).bitPattern])
      case .integer(let number) where number.magnitude <= 1 << 53: hash([Double(number).bitPattern])
      case .integer(let number): hash([UInt64(bitPattern: Int64(number))])
      case .text(let text): hash(text.utf8.map(UInt64.init))
      case .boolean, nil: hash([])
      }
    }
  }
}

extension ProjectedView {
  fileprivate static func world(atZoom zoom: Int, of points: PointSet) throws(ViewportError) -> ProjectedView
  {
    try ProjectedView(.world(atZoom: zoom, of: points.projection), on: points.projection)
  }
}
