import Pinfold
import TestSupport
import Testing

/// Defects of animations that were seen in other libraries.
@Suite struct FieldDefectDiffTests {
  private static let diffs: [any AnimationDiff] = [MembershipDiff(), AncestryDiff(), IdentityDiff()]

  private func map(_ name: String, shuffled seed: UInt64? = nil) throws -> ClusterMap {
    let columns = SamplePoints.clusters.columns(count: 300).decorated(seed: 81)
    let strategy = try Registry.builtIn.find(name, kind: .strategy)()
    return try Clusterer(strategy).build(PointSet(seed.map { columns.shuffled(seed: $0) } ?? columns))
  }

  @Test(
    "hash differs for equal clusters: every pan re-adds every marker",
    arguments: Registry.builtIn.all(.strategy).map(\.name))
  func panning(name: String) throws {
    let map = try map(name)
    guard map.clusterer.capabilities.contains([.panInvariant, .permutationInvariant]) else { return }
    // The same data, read again in another order.
    let reloaded = try self.map(name, shuffled: 82)
    let old = try map.frame(for: Viewport(center: Coordinate(longitude: 2, latitude: 48), zoom: 3))
    var staying = 0
    for (east, north) in [(0.0, 0.0), (5, 0), (-11, 3), (40, -20), (170, 0)] {
      let center = Coordinate(longitude: 2 + east, latitude: 48 + north)
      for map in [map, reloaded] {
        let new = try map.frame(for: Viewport(center: center, zoom: 3))
        let common = Set(old.ids).intersection(new.ids)
        staying += common.count
        for diff in Self.diffs {
          let transition = try diff.transition(from: old, to: new)
          let kept = transition.markers.filter { $0.kind == .keep }
          #expect(Set(kept.compactMap { $0.old.map { old.ids[$0] } }) == common)
          #expect(kept.allSatisfy { $0.addedAt == nil && $0.removedAt == nil })
          // All others come into view or leave it.
          #expect(transition.markers.allSatisfy { [.keep, .appear, .disappear].contains($0.kind) })
          #expect(kept.count == common.count)
        }
      }
    }
    #expect(staying > 20)
  }

  @Test(
    "counts do not add up while a split or merge plays",
    arguments: Registry.builtIn.all(.strategy).map(\.name),
    [MembershipDiff(), AncestryDiff()] as [any AnimationDiff])
  func playing(name: String, diff: any AnimationDiff) throws {
    let map = try map(name)
    guard diff is MembershipDiff || map.clusterer.capabilities.contains(.nested) else { return }
    // All points in view at both zooms, so that the sum never changes.
    func frame(_ zoom: Double) throws -> Frame {
      try map.frame(
        for: Viewport(
          center: Coordinate(longitude: 0, latitude: 0), zoom: zoom, width: 20_000, height: 20_000))
    }
    let (far, near) = (try frame(1), try frame(4))
    for (old, new) in [(far, near), (near, far)] {
      let transition = try diff.transition(from: old, to: new)
      for step in -8...72 {
        #expect(transition.count(at: Double(step) / 64) == map.points.count)
      }
    }
    if name == "grid" || map.clusterer.capabilities.contains(.nested) && near.count > far.count {
      #expect(try diff.transition(from: far, to: near).markers.contains { $0.kind == .split })
      #expect(try diff.transition(from: near, to: far).markers.contains { $0.kind == .merge })
    }
  }
}
