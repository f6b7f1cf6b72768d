/// Clusters of a ``DendrogramEditLevel``, to be asked which may have items in a rectangle.
struct ClustersByNorth {
  private var clusters: [DendrogramEditLevel.Cluster?] = []

  /// The boxes and numbers of clusters by their north edges, but for those that came last.
  private var sorted: [(box: Box, number: UInt32)] = []
  private var tallest: UInt32 = 0

  init() {}

  init(_ clusters: [DendrogramEditLevel.Cluster]) {
    for cluster in clusters { append(cluster) }
    sort()
  }

  /// Those that are left.
  var all: [DendrogramEditLevel.Cluster] { clusters.compactMap { $0 } }

  mutating func append(_ cluster: DendrogramEditLevel.Cluster) {
    var cluster = cluster
    cluster.number = clusters.count
    sorted.append((cluster.box, UInt32(clusters.count)))
    clusters.append(cluster)
    tallest = max(tallest, cluster.box.height)
  }

  /// Takes a cluster out, if it is one of these.
  mutating func remove(_ cluster: DendrogramEditLevel.Cluster) {
    if let number = cluster.number { clusters[number] = nil }
  }

  /// Notes of which merge a cluster of these came as it is.
  mutating func note(_ cluster: DendrogramEditLevel.Cluster, merge: Int) {
    if let number = cluster.number { clusters[number]?.merge = merge }
  }

  /// Makes ready to be asked.
  mutating func sort() { sorted.sort { $0.box.north < $1.box.north } }

  /// Calls `body` with each that may have an item in a rectangle.
  func forEach(meeting rect: WorldRect, _ body: (DendrogramEditLevel.Cluster) -> Void) {
    let south = UInt64(rect.north) + rect.height
    var place = sorted.indices.partitioningIndex {
      UInt64(sorted[$0].box.north) + UInt64(tallest) >= UInt64(rect.north)
    }
    while place < sorted.count, UInt64(sorted[place].box.north) < south {
      let (box, number) = sorted[place]
      if box.mayHoldMean(in: rect), let cluster = clusters[Int(number)] { body(cluster) }
      place += 1
    }
  }
}
