public import Pinfold

extension Frame {
  /// All that a frame says, as bytes: equal for equal frames, down to the last bit.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func put(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    put(count)
    for cluster in 0..<count {
      put(ids[cluster].bits)
      put(positions[cluster].x)
      put(positions[cluster].y)
      put(weights[cluster].bitPattern)
      put(representatives[cluster])
      put(memberCount(of: cluster))
      forEachMember(of: cluster) { bytes.append(contentsOf: points.id($0).description.utf8) }
    }
    return bytes
  }

  /// The members of each cluster by canonical index, ascending.
  public var memberLists: [[Int]] {
    (0..<count).map { cluster in
      var members: [Int] = []
      forEachMember(of: cluster) { members.append($0) }
      return members.sorted()
    }
  }

  /// The same of the clusters with a member in view.
  public var memberListsInView: [[Int]] {
    memberLists.filter { $0.contains { view.contains(points.position($0)) } }
  }

  /// The members of each cluster by id.
  public var partition: Set<Set<PointID>> { points.ids(of: memberLists) }

  /// One line for each cluster, to be read and compared by people.
  public var lines: String {
    var text = ""
    for cluster in 0..<count {
      let position = positions[cluster]
      text += "\(ids[cluster]) x=\(position.x) y=\(position.y) count=\(memberCount(of: cluster))\n"
    }
    return text
  }
}
