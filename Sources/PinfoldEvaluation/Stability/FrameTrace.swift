import Pinfold

/// The part of a frame that is kept to compare it with others: small, so that many fit beside one another.
struct FrameTrace {
  let hashes: FrameHashes
  let labels: [Int32]
  let positions: [WorldPoint]

  init(_ frame: Frame) {
    hashes = frame.canonicalHashes
    labels = frame.labels
    positions = frame.positions
  }

  /// The largest distance of a marker from the marker of the other trace with which it shares the most
  /// points, in fixed-point units.
  func drift(to other: FrameTrace, _ table: Contingency, on projection: Projection) -> Double {
    var best = [Contingency.Cell?](repeating: nil, count: table.firstSizes.count)
    for cell in table.cells where cell.count > best[cell.first]?.count ?? 0 { best[cell.first] = cell }
    let squares = best.compactMap { $0 }.map {
      projection.squaredDistance(positions[$0.first], other.positions[$0.second])
    }
    return Double(squares.max() ?? 0).squareRoot()
  }
}
