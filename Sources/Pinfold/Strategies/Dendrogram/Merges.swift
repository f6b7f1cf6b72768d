/// The merges of nodes, in columns, for a ``DendrogramLayout``: nodes are numbers, leaves first, in canonical
/// order, and clusters have higher numbers than their parts.
struct Merges: Sendable {
  /// The index of each leaf's first point, and the number of points.
  let leafStarts: Column<UInt32>
  let leafCount: Int
  let clusterCount: Int

  /// The parent of each node; `UInt32.max` for none. A ``MergeTree`` changes it, and discards it.
  let parents: Column<UInt32>

  /// When each cluster was formed, counted without the leaves.
  let times: Column<Int32>

  /// The nodes that lie some windings farther east when seen from their parent.
  let windings: [NodeWinding]
}

/// A node that lies some windings farther east when seen from its parent.
struct NodeWinding {
  let node: UInt32
  let windings: Int32
}
