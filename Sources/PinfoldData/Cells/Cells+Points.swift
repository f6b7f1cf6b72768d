package import Pinfold

extension Cells {
  /// Points that stand for the cells of the deepest zoom: one at the mean of each cell, with its weight.
  ///
  /// The mean is rounded to a position, 2⁻³² of the world, which stays in the cell and in its box. Clusters
  /// of whole cells have the counts and weights of those of the points, and markers within a unit of theirs.
  ///
  /// Where cells have a box, two of its corners are added without weight, for a quadtree. A cell of which no
  /// mean is known stands in its middle. The number of points and measures are attributes of the first of a
  /// cell's points.
  package func columns() -> PointColumns {
    var columns = PointColumns()
    var (ids, weights, counts): ([Int64], [Double], [Double]) = ([], [], [])
    var measures = plan.measures.map { _ in [Double]() }
    var (groups, texts): ([Int32], [String]) = ([], [])
    var names = GroupNumbers()
    let isCut = plan.fit?.means == .parts
    let hasTexts = plan.isGrouped || isCut
    let half = Int128(1) << Int128(31 - plan.level(atZoom: plan.zooms.upperBound))
    for cell in deepest {
      let group = names.number(of: cell.group)
      for (part, corner) in stands(for: cell, half).enumerated() {
        let position = WorldPoint(x: corner.x &- Self.phase, y: corner.y)
        let place = Projection.mercator.unproject(position)
        columns.longitude.append(place.longitude)
        columns.latitude.append(place.latitude)
        // A row has 28 bits at most, and three positions stand for a cell at most.
        ids.append(Int64(cell.column) << 32 | Int64(cell.row) << 3 | Int64(part))
        if hasTexts {
          var names = ["\(cell.column)", "\(cell.row)", "\(part)"]
          if plan.isGrouped { names.insert(cell.group ?? "", at: 0) }
          if isCut { names.append(cell.part.hexadecimal) }
          texts.append(names.joined(separator: "/"))
        }
        weights.append(corner.weight.number)
        counts.append(part == 0 ? Double(cell.count) : .nan)
        groups.append(group)
        for (measure, value) in cell.measures.enumerated() {
          measures[measure].append(part == 0 ? value?.number ?? .nan : .nan)
        }
      }
    }
    columns.ids = hasTexts ? .texts(texts) : .integers(ids)
    columns.weight = weights
    columns.groupNames = names.names
    if plan.isGrouped { columns.group = groups }
    columns.attributes = [Attribute(name: PointTally.attribute, values: .numbers(counts))]
    for (measure, values) in zip(plan.measures, measures) {
      columns.attributes.append(Attribute(name: measure.name, values: .numbers(values)))
    }
    return columns
  }

  private typealias Stand = (x: UInt32, y: UInt32, weight: Millionths)

  /// A cell's mean, and the corners of its box that are not there.
  private func stands(for cell: Cell, _ half: Int128) -> [Stand] {
    let whole = cell.divisor
    let (x, y, box) = (cell.x.units, cell.y.units, cell.box?.corners ?? [])
    let mean: Stand =
      if whole > 0 {
        (Self.rounded(x, whole), Self.rounded(y, whole), cell.weight)
      } else if let corner = box.first {
        (corner.x, corner.y, Millionths())
      } else {
        (
          UInt32(Int128(cell.column) * 2 * half + half), UInt32(Int128(cell.row) * 2 * half + half),
          Millionths()
        )
      }
    let corners = box.filter { $0.x != mean.x || $0.y != mean.y }
    return [mean] + corners.map { ($0.x, $0.y, Millionths()) }
  }

  /// A mean of positions, rounded to the nearest one, the lower of two.
  private static func rounded(_ sum: Int128, _ whole: Int128) -> UInt32 {
    let (low, rest) = sum.quotientAndRemainder(dividingBy: whole)
    return UInt32(low) + (rest > whole - rest ? 1 : 0)
  }
}
