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

  /// The first difference to another frame over the same points; stable ids are not compared.
  func difference(from other: Frame) -> ContractRule.Defect? {
    let here = sortedMembers
    let there = other.sortedMembers
    if here != there {
      let known = Set(there)
      guard let cluster = here.first(where: { !known.contains($0) }) else {
        return ContractRule.Defect(
          counted(here.count, "cluster"), "\(there.count) of them, or the same in another order")
      }
      let like = there.filter { !Set($0).isDisjoint(with: cluster) }
      return ContractRule.Defect(
        "the cluster \(points.list(cluster))",
        like.isEmpty
          ? "none that holds any of them" : like.prefix(3).map(points.list).joined(separator: " and "))
    }
    for (cluster, members) in here.enumerated() {
      func defect(_ text: (Frame) -> String) -> ContractRule.Defect {
        let name = "the cluster \(points.list(members))"
        return ContractRule.Defect("\(name) \(text(self))", "\(name) \(text(other))")
      }
      if positions[cluster] != other.positions[cluster] {
        return defect { "at \($0.position(of: cluster))" }
      }
      if representatives[cluster] != other.representatives[cluster] {
        return defect { "speaking for \($0.speaker(of: cluster))" }
      }
      if isHidden(cluster) != other.isHidden(cluster) {
        return defect { $0.isHidden(cluster) ? "hidden" : "shown" }
      }
      if weights[cluster].bitPattern != other.weights[cluster].bitPattern {
        return defect { "of weight \($0.weights[cluster])" }
      }
    }
    return nil
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
