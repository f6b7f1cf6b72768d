/// A strategy whose index is a dendrogram, which may have been saved with the points.
protocol DendrogramStrategy: ClusteringStrategy, Configurable {}

extension PointSet {
  /// The dendrogram that was saved with the points for a strategy with the same parameters, by the same
  /// version; nil for none, and for one that does not fit the points.
  func savedDendrogram(of strategy: some DendrogramStrategy) -> Dendrogram? {
    #if hasFeature(Embedded)
      return nil
    #else
      guard let saved else { return nil }
      let key = strategy.savedKey.map { Array($0.utf8) }
      return (0...).lazy.map { "index \($0)" }.prefix { saved.file.has($0) }
        .first { (try? saved.file.bytes(of: $0)) == key }.flatMap { try? Dendrogram(saved, $0 + " ") }
    #endif
  }
}

#if !hasFeature(Embedded)
  extension ClusteringStrategy {
    /// Whether files of points hold the index, rather than that it is built when they are opened.
    package var savesIndex: Bool { self is any DendrogramStrategy }

    /// What a saved index depends on: all parameters, and the version, as another may merge in another way.
    fileprivate var savedKey: String? {
      guard let values = (self as? any Configurable)?.parameterValues else { return nil }
      let sorted = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      return "\(label) \(sorted.joined(separator: " ")) version=\(Version.current)"
    }
  }

  extension Dendrogram {
    fileprivate init(_ saved: SavedPoints, _ prefix: String) throws(SectionFileError) {
      let permutation: FrozenColumn<UInt32> = try saved.file.column("\(prefix)permutation")
      nodes = try saved.file.column("\(prefix)nodes")
      let count = UInt32(saved.count)
      guard !saved.file.isChecked || permutation.allSatisfy({ $0 < count }) else {
        throw .damaged("\(prefix)permutation")
      }
      order = try saved.order(prefix, permutation: permutation)
    }

    fileprivate func save(_ prefix: String, to file: inout SectionWriter) {
      file.add("\(prefix)nodes", StoredColumn(nodes))
      order.save(prefix, to: &file)
    }
  }

  extension ClusterMap {
    /// The sections of a file from which maps are opened again: the points with all their columns, and the
    /// indexes that are dendrograms. Others are built fast.
    ///
    /// - Parameters:
    ///   - maps: over the points, or over edits of them.
    ///   - points: the points to save.
    package static func sections(
      of maps: [ClusterMap], over points: PointSet, context: RunContext
    ) throws(ClusteringError) -> SectionWriter {
      var file = SectionWriter()
      let points = points.merged
      points.save(to: &file)
      var number = 0
      for map in maps where map.clusterer.strategy.savesIndex {
        let whole =
          map.savable != nil && map.points.isIdentical(to: points)
          ? map : try map.clusterer.build(points, context: context)
        guard let dendrogram = whole.savable, let key = map.clusterer.strategy.savedKey else { continue }
        file.add("index \(number)", Array(key.utf8))
        dendrogram.save("index \(number) ", to: &file)
        number += 1
      }
      return file
    }

    private var savable: Dendrogram? { (index as? any ReplayedIndex)?.dendrogram }
  }
#endif
