package import Pinfold

/// A frame as a file tells it, which may be another program's.
package struct StatedFrame: Sendable {
  /// The clusters, their members and where their markers stand.
  package var frame: Frame

  /// The number of points that each cluster declares, which may differ from that of its members; of those that declare
  /// none, the latter.
  package var counts: [Int]

  /// The radius of each marker in screen points; nil for those of which the file tells none.
  package var radii: [Double?]
}
