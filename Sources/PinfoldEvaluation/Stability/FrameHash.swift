package import Pinfold

/// Hashes of a frame: equal frames have equal ones, in whatever order they were made.
package struct FrameHashes: Hashable, Sendable {
  /// With positions in 256ths of a screen point: what an eye could see.
  package var screen: Digest

  /// With exact positions on the world.
  package var exact: Digest

  package init(screen: Digest, exact: Digest) {
    self.screen = screen
    self.exact = exact
  }
}

extension Frame {
  /// The SHA-256 of the frame's canonical texts.
  ///
  /// A line for each cluster, `members|x,y`, lines separated by a newline and sorted by their smallest
  /// member; members are ids in ascending order, separated by commas, texts in quotes. Positions are in
  /// 256ths of a screen point from the screen's left upper corner; in the exact text, fixed-point units. The
  /// line of a hidden marker ends in `|hidden`.
  package var canonicalHashes: FrameHashes {
    var screen = SHA256()
    var exact = SHA256()
    forEachCanonicalLine { members, cluster in
      screen.update(members)
      screen.update(screenPlace(of: cluster).utf8)
      exact.update(members)
      exact.update(exactPlace(of: cluster).utf8)
    }
    return FrameHashes(screen: screen.finish(), exact: exact.finish())
  }

  /// Calls `body` with the start of each line, a newline before all but the first, and the line's cluster.
  package func forEachCanonicalLine(_ body: ([UInt8], Int) -> Void) {
    let ids = points.ids
    // A broken strategy may give one point to two clusters; their own order then settles the tie.
    let lines = (0..<count).map { (cluster: $0, members: membersByRank(of: $0)) }
      .sorted { ($0.members.first ?? 0, $0.cluster) < ($1.members.first ?? 0, $1.cluster) }
    for (place, line) in lines.enumerated() {
      var text: [UInt8] = place == 0 ? [] : [UInt8(ascii: "\n")]
      for (place, member) in line.members.enumerated() {
        if place > 0 { text.append(UInt8(ascii: ",")) }
        text += ids[Int(UInt32(truncatingIfNeeded: member))].canonicalText.utf8
      }
      body(text, line.cluster)
    }
  }

  /// The members by id, each with its rank in the upper half, because numbers sort fast.
  private func membersByRank(of cluster: Int) -> [UInt64] {
    let ranks = points.idRanks
    var members: [UInt64] = []
    members.reserveCapacity(memberCount(of: cluster))
    forEachMember(of: cluster) { members.append(UInt64(ranks[$0]) << 32 | UInt64($0)) }
    members.sort()
    return members
  }

  /// The end of a cluster's line in the text of the screen hash.
  package func screenPlace(of cluster: Int) -> String {
    let place = view.screenPosition(of: positions[cluster])
    let (x, y) = ((place.x * 256).rounded(.toNearestOrEven), (place.y * 256).rounded(.toNearestOrEven))
    return "|\(Int(x)),\(Int(y))\(hiding(of: cluster))"
  }

  private func exactPlace(of cluster: Int) -> String {
    "|\(positions[cluster].x),\(positions[cluster].y)\(hiding(of: cluster))"
  }

  private func hiding(of cluster: Int) -> String { isHidden(cluster) ? "|hidden" : "" }
}

extension PointID {
  /// The id as a text that no other id has: numbers bare, texts in quotes.
  fileprivate var canonicalText: String {
    switch self {
    case .integer(let value): String(value)
    case .text(let value): "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
  }
}
