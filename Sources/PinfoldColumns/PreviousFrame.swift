package import Pinfold

/// The frame shown before, as plugins see it that declare `previous`: one call at a time.
package final class PreviousFrame: @unchecked Sendable {
  /// The frame; nil on the first.
  package let frame: Frame?

  package init(_ frame: Frame?) { self.frame = frame }

  private(set) lazy var shown: Set<PointID> = {
    guard let frame else { return [] }
    return Set(frame.representatives.lazy.filter { $0 >= 0 }.map { frame.points.id(Int($0)) })
  }()

  /// The number of the cluster that held each point of a set, counted from 1; 0 for none.
  ///
  /// - Complexity: O(*n*) for the first call, where *n* is the number of points.
  func clusters(of points: PointSet) -> [UInt32] {
    if let known, known.points.isIdentical(to: points) { return known.clusters }
    var clusters = [UInt32](repeating: 0, count: points.count)
    if let frame {
      let isSame = frame.points.isIdentical(to: points)
      for cluster in 0..<frame.count {
        frame.forEachMember(of: cluster) { member in
          // For points edited since, use the one with the same id.
          guard let point = isSame ? member : points.index(of: frame.points.id(member)) else { return }
          clusters[point] = UInt32(cluster + 1)
        }
      }
    }
    known = (points, clusters)
    return clusters
  }

  private var known: (points: PointSet, clusters: [UInt32])?
}
