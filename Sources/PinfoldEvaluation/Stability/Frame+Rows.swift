import Pinfold

extension Frame {
  /// The cluster of each row of the columns that the points were made from; −1 for those that the frame does
  /// not show.
  var labelsByRow: [Int32] {
    let labels = labels
    var byRow = [Int32](repeating: -1, count: points.count)
    for (point, row) in points.rows.enumerated() { byRow[Int(row)] = labels[point] }
    return byRow
  }
}
