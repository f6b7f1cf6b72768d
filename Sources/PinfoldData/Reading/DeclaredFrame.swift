package import Pinfold

/// A frame as a file declares it; another program may have written it.
package struct DeclaredFrame: Sendable {
  /// The clusters, their members and the positions of their markers.
  package var frame: Frame

  /// The declared number of points of each cluster, which may differ from that of its members; the number of
  /// members where none is declared.
  package var counts: [Int]

  /// The declared radius of each marker in screen points; nil where none is.
  package var radii: [Double?]
}
