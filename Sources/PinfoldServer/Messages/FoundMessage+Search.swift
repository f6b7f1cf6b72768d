import Pinfold

extension FoundMessage {
  /// The most matches that a search returns.
  private static let most = 20

  /// Looks for the point with an id, and then for points that have a text in a column, in any case of ASCII
  /// letters; by canonical index.
  ///
  /// - Complexity: O(length of all texts), less where enough is found earlier.
  init(_ text: String, in points: PointSet) {
    self.text = text
    self.points = points
    matches = []
    isCut = false
    let ids = [Int64(text).map { PointID.integer($0) }, .text(text)].compactMap(\.self)
    if let point = ids.lazy.compactMap({ points.index(of: $0) }).first { matches.append((point, text)) }
    let pattern = Self.folded(text)
    guard !pattern.isEmpty else { return }
    for attribute in points.attributes {
      guard case .texts(let column) = attribute.values else { continue }
      for row in attribute.values.presentRows {
        guard let value = column[row], Self.folded(value).contains(pattern) else { continue }
        guard matches.count < Self.most else {
          isCut = true
          return
        }
        if !matches.contains(where: { $0.point == row }) { matches.append((row, value)) }
      }
    }
  }

  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (65...90).contains($0) ? $0 | 32 : $0 }
  }
}
