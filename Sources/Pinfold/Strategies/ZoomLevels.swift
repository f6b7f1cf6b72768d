/// The levels at which a strategy merges clusters: whole zooms, or equal parts of them, numbered from zoom 0
/// of maps with tiles of 256 screen points.
struct ZoomLevels {
  /// The levels, the deepest last; they fill the deepest zoom too.
  let range: ClosedRange<Int>

  private let perZoom: Int

  /// The levels from the start of one zoom to the end of another.
  init(minZoom: Int, maxZoom: Int, perZoom: Int) {
    range = minZoom * perZoom...maxZoom * perZoom + perZoom - 1
    self.perZoom = perZoom
  }

  /// The zoom at which a level begins.
  func zoom(of level: Int) -> Double { Double(level) / Double(perZoom) }

  /// The level of a zoom, rounded down; the first for zooms before it, and the last beyond it.
  func level(at zoom: Double) -> Int {
    let level = Int((zoom * Double(perZoom)).rounded(.down))
    return min(max(level, range.lowerBound), range.upperBound)
  }
}
