package import Pinfold

extension Frame {
  /// The members of each cluster by canonical index, ascending.
  var sortedMembers: [[Int]] {
    (0..<count).map { cluster in
      var members: [Int] = []
      members.reserveCapacity(memberCount(of: cluster))
      // Most strategies list them so.
      var isAscending = true
      forEachMember(of: cluster) { member in
        if let last = members.last, last >= member { isAscending = false }
        members.append(member)
      }
      if !isAscending { members.sort() }
      return members
    }
  }

  /// The cluster of each point by canonical index; −1 where it is in none.
  var homes: [Int] {
    var homes = [Int](repeating: -1, count: points.count)
    for cluster in 0..<count { forEachMember(of: cluster) { homes[$0] = cluster } }
    return homes
  }

  /// The first difference to another frame; stable ids are not compared.
  ///
  /// - Parameters:
  ///   - isOfOthers: whether the other frame is over other points, some of which have the same ids.
  ///   - factor: the weights here for those there.
  func difference(
    from other: Frame, isOfOthers: Bool = false, weights factor: Double = 1
  ) -> ContractRule.Defect? {
    let (own, there) = (sortedMembers, other.sortedMembers)
    var here = own
    if isOfOthers {
      var places: [PointID: Int] = [:]
      for member in there.joined() { places[other.points.ids[member]] = member }
      here = own.map { members in members.map { places[points.ids[$0]] ?? -1 }.sorted() }
    }
    let isSame = here == there
    let twins =
      isSame ? [:] : Dictionary(zip(there, there.indices), uniquingKeysWith: { first, _ in first })
    for (cluster, members) in here.enumerated() {
      let name = "the cluster \(points.list(own[cluster]))"
      guard let twin = isSame ? cluster : twins[members] else {
        let like = there.filter { !Set($0).isDisjoint(with: members) }
        return ContractRule.Defect(
          name,
          like.isEmpty
            ? "none that holds any of them" : like.prefix(3).map(other.points.list).joined(separator: " and ")
        )
      }
      func text(_ frame: Frame, _ cluster: Int, _ factor: Double = 1) -> [String] {
        [
          "at \(frame.position(of: cluster))", "speaking for \(frame.speaker(of: cluster))",
          frame.isHidden(cluster) ? "hidden" : "shown", "of weight \(frame.weights[cluster] * factor)",
        ]
      }
      let isAlike =
        positions[cluster] == other.positions[twin] && isHidden(cluster) == other.isHidden(twin)
        && weights[cluster] == other.weights[twin] * factor
        && (isOfOthers
          ? speaker(of: cluster) == other.speaker(of: twin)
          : representatives[cluster] == other.representatives[twin])
      if isAlike { continue }
      let unlike = zip(text(self, cluster), text(other, twin, factor)).first { $0 != $1 } ?? ("", "")
      return ContractRule.Defect("\(name) \(unlike.0)", "\(name) \(unlike.1)")
    }
    return here.count == there.count && (isOfOthers || isSame)
      ? nil
      : ContractRule.Defect(
        counted(here.count, "cluster"), "\(there.count) of them, or the same in another order")
  }

  /// A marker's position, to the last bit.
  func position(of cluster: Int) -> String {
    points.projection.unproject(positions[cluster]).shortText
      + " (\(positions[cluster].x), \(positions[cluster].y))"
  }

  private func speaker(of cluster: Int) -> String {
    let point = Int(representatives[cluster])
    return point < 0 ? "none" : "'\(points.ids[point])'"
  }
}

extension PointSet {
  /// Some points by their ids: "{1, 2, 3}", or the first of them and their number.
  func list(_ members: [Int]) -> String {
    let ranks = idRanks
    let ordered = members.count <= 10_000 ? members.sorted { ranks[$0] < ranks[$1] } : members
    let names = ordered.prefix(6).map { "\(ids[$0])" }.joined(separator: ", ")
    return members.count <= 6 ? "{\(names)}" : "{\(names), … \(members.count) in all}"
  }
}

extension Coordinate {
  /// "2.35,48.86", every digit.
  var text: String { "\(ParameterValue.number(longitude)),\(ParameterValue.number(latitude))" }

  /// To seven digits after the point, a centimeter on the globe.
  fileprivate var shortText: String {
    func short(_ number: Double) -> Double { abs(number) < 1e9 ? (number * 1e7).rounded() / 1e7 : number }
    return Coordinate(longitude: short(longitude), latitude: short(latitude)).text
  }
}

extension Viewport {
  /// The view as the command's `--view` takes it, with everything that differs from the defaults.
  package var text: String {
    func short(_ number: Double) -> String { ParameterValue.number(number).description }
    var text = "\(center.text),\(short(zoom)),\(short(width))x\(short(height))"
    if margin != 0 { text += " margin \(short(margin))" }
    if bearing != 0 { text += " bearing \(short(bearing))" }
    if tileSize != 256 { text += " tiles of \(short(tileSize))" }
    return text
  }
}
