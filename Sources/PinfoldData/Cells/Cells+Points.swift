package import Pinfold

extension Cells {
  /// Points that stand for the cells of the deepest zoom: of each cell, up to four at its mean, whose
  /// weights add up to the cell's.
  ///
  /// A mean is rarely a whole number of units, as a position is. So the weight is spread over the positions
  /// around it such that their weighted mean is exactly it. Clusters of whole cells then have the same
  /// weight and marker as those of the points, as long as weights are whole numbers below 2⁵³.
  ///
  /// Where cells have a box, two of its corners are added without weight, for a quadtree. A cell without
  /// weight stands in its middle. Measures are attributes of the first of a cell's points.
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
        // A row has 28 bits at most, and six positions stand for a cell at most.
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

  /// The positions around a cell's mean, and the corners of its box that are none of them.
  private func stands(for cell: Cell, _ half: Int128) -> [Stand] {
    let mean = stands(forMeanOf: cell, half)
    guard let box = cell.box else { return mean }
    let corners = box.corners.filter { corner in !mean.contains { $0.x == corner.x && $0.y == corner.y } }
    return mean + corners.map { ($0.x, $0.y, Millionths()) }
  }

  /// The positions around a cell's mean, with weights whose mean is exactly it.
  private func stands(forMeanOf cell: Cell, _ half: Int128) -> [Stand] {
    let whole = cell.weight.units
    guard whole > 0 else {
      if let corner = cell.box?.corners.first { return [(corner.x, corner.y, Millionths())] }
      let (x, y) = (Int128(cell.column) * 2 * half + half, Int128(cell.row) * 2 * half + half)
      return [(UInt32(x), UInt32(y), Millionths())]
    }
    let (x, east) = cell.x.units.quotientAndRemainder(dividingBy: whole)
    let (y, south) = cell.y.units.quotientAndRemainder(dividingBy: whole)
    let both = min(east, south)
    return [(0, 0, whole - max(east, south)), (1, 0, east - both), (0, 1, south - both), (1, 1, both)]
      .filter { $0.2 > 0 }.map { (UInt32(x) + $0.0, UInt32(y) + $0.1, Millionths(units: $0.2)) }
  }
}
