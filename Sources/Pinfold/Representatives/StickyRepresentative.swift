/// A member that was a representative in the previous frame stays one; else the marker stands on the member
/// nearest to the middle of the cluster's cell, or of its members' bounds where there is no cell.
///
/// This is the one selection that depends on history: what it returns for a view depends on the frame shown
/// before, so two ways to one view may end with different markers. Its use is that a marker does not jump
/// while its point stays in the cluster. Source: both published answers for grid cells on map views keep the
/// annotation that was shown before.
///
/// - Several members that were representatives, as after a merge: the one nearest to the middle stays.
/// - Ties go to the lowest id.
/// - The previous frame may be one of another point set, such as the points before an edit: points are the
///   same if their ids are, of which 64-bit hashes are compared as in ``ClusterID``.
/// - Markers that spoke for no point, such as centroids, leave nothing to keep.
///
/// - Complexity: O(*p*) for a frame, where *p* is the number of markers before, and O(*m*) for a cluster of
///   *m* members; O(*m* log *m*) without a cell.
public struct StickyRepresentative: RepresentativeSelection, Configurable {
  /// Creates the selection.
  public init() {}

  public static let parameters: [Parameter<Self>] = []

  public func prepared(
    for view: ProjectedView, after previous: Frame?, context: RunContext
  ) throws(ClusteringError) -> AnyRepresentative {
    Prepared(previous)
  }

  public func representative(of cluster: ClusterMembers, after previous: Frame?) -> Representative {
    Prepared(previous).representative(of: cluster, after: previous)
  }

  /// The hashes of the previous representatives.
  private struct Prepared: RepresentativeSelection {
    let previous: IDHashSet?

    init(_ frame: Frame?) {
      previous = frame.map { frame in
        IDHashSet(frame.representatives.lazy.filter { $0 >= 0 }.map { frame.points.idHash(Int($0)) })
      }
    }

    func representative(of cluster: ClusterMembers, after _: Frame?) -> Representative {
      let (center, points) = (cluster.center, cluster.points)
      let kept = previous.flatMap { previous in
        cluster.nearest(to: center) { previous.contains(points.idHash($0)) }
      }
      return cluster.representative(kept ?? cluster.nearest(to: center))
    }
  }
}

/// A set of id hashes by open addressing: twice as many slots, and no hashing of hashes.
private struct IDHashSet: Sendable {
  private var slots: [UInt64]
  private let mask: Int

  init(_ hashes: some Collection<UInt64>) {
    var room = 2
    while room < 2 * hashes.count { room *= 2 }
    slots = [UInt64](repeating: 0, count: room)
    mask = room - 1
    for hash in hashes { slots[slot(of: hash | 1)] = hash | 1 }
  }

  @inline(__always)
  func contains(_ hash: UInt64) -> Bool { slots[slot(of: hash | 1)] != 0 }

  /// The slot of a hash, or a free one; bit 0 is set in all hashes, so 0 marks a free slot.
  @inline(__always)
  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash >> 1) & mask
    while slots[slot] != 0 && slots[slot] != hash { slot = (slot + 1) & mask }
    return slot
  }
}
