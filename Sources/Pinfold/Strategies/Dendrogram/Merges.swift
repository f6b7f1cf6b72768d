/// What merged into what, in columns, for a ``DendrogramLayout``: nodes are numbers, leaves first, in
/// canonical order, and clusters have higher numbers than what they are made of.
struct Merges: @unchecked Sendable {
  /// The index of each leaf's first point, and the number of points.
  let leafStarts: UnsafePointer<UInt32>
  let leafCount: Int
  let clusterCount: Int

  /// The parent of each node; `UInt32.max` for none. A ``MergeTree`` changes it, and leaves it empty.
  let parents: UnsafeMutablePointer<UInt32>

  /// When each cluster was formed, counted without the leaves.
  let times: UnsafePointer<Int32>

  /// The nodes that lie some windings farther east when seen from their parent.
  let windings: [NodeWinding]
}

/// A node that lies some windings farther east when seen from its parent.
struct NodeWinding {
  let node: UInt32
  let windings: Int32
}
