public import Pinfold

/// What of a marker's position goes into a hash.
public enum PositionPrecision: Sendable {
  /// Screen points, rounded to 1/256: what an eye could see.
  case screen

  /// The exact fixed-point position on the world.
  case exact
}

extension Frame {
  /// The SHA-256 of the frame's canonical text: equal frames have equal hashes, in whatever order they were made.
  ///
  /// A line for each cluster, `members|x,y`, lines parted by a newline and sorted by their smallest member; members
  /// are ids in ascending order, parted by commas, texts in quotes. Positions are whole numbers: 256ths of a screen
  /// point from the view's north-west corner, or fixed-point units.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of members.
  public func canonicalHash(_ precision: PositionPrecision = .screen) -> Digest {
    var hash = SHA256()
    forEachCanonicalLine(precision) { hash.update($0) }
    return hash.finish()
  }

  /// The text that ``canonicalHash(_:)`` is of, for a look at what differs.
  public func canonicalText(_ precision: PositionPrecision = .screen) -> String {
    var bytes: [UInt8] = []
    forEachCanonicalLine(precision) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func forEachCanonicalLine(_ precision: PositionPrecision, _ body: ([UInt8]) -> Void) {
    let ranks = points.idRanks
    let ids = points.ids
    func smallest(_ cluster: Int) -> UInt32 {
      var least = UInt32.max
      forEachMember(of: cluster) { least = min(least, ranks[$0]) }
      return least
    }
    // A broken strategy may give one point to two clusters; their own order then settles the tie.
    let order = (0..<count).map { (smallest($0), $0) }.sorted { $0 < $1 }
    for (line, (_, cluster)) in order.enumerated() {
      var text: [UInt8] = line == 0 ? [] : [UInt8(ascii: "\n")]
      for (place, member) in members(of: cluster).enumerated() {
        if place > 0 { text.append(UInt8(ascii: ",")) }
        text.append(contentsOf: ids[member].canonicalText.utf8)
      }
      let place = place(of: cluster, precision)
      text.append(contentsOf: "|\(place.x),\(place.y)".utf8)
      body(text)
    }
  }

  private func place(of cluster: Int, _ precision: PositionPrecision) -> (x: Int, y: Int) {
    let position = positions[cluster]
    guard precision == .screen else { return (Int(position.x), Int(position.y)) }
    let place = view.screenPosition(of: position)
    return (Self.quantised(place.x), Self.quantised(place.y))
  }

  /// A length in 256ths of a screen point.
  static func quantised(_ length: Double) -> Int { Int((length * 256).rounded(.toNearestOrEven)) }
}

extension PointID {
  /// The id as text that no other id has: numbers bare, texts in quotes.
  fileprivate var canonicalText: String {
    switch self {
    case .integer(let value): String(value)
    case .text(let value): "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
  }
}
