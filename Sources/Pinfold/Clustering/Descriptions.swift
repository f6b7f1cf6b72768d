// Descriptions for `print` of values that hold columns: summaries rather than all values.
#if !hasFeature(Embedded)
  extension PointSet: CustomStringConvertible {
    public var description: String { "PointSet of \(count) points" }
  }

  extension ClusterMap: CustomStringConvertible {
    public var description: String { "ClusterMap of \(points.count) points by \(clusterer.strategy.label)" }
  }

  extension Frame: CustomStringConvertible {
    public var description: String {
      "Frame of \(count) clusters of \(points.count) points at zoom \(view.viewport.zoom)"
    }
  }

  extension MarkerTransitions: CustomStringConvertible {
    public var description: String {
      let kinds = MarkerTransition.Kind.allCases.compactMap { kind in
        let count = markers.count { $0.kind == kind }
        return count == 0 ? nil : "\(count) \(kind.rawValue)"
      }
      return "MarkerTransitions of \(markers.count) markers: \(kinds.joined(separator: ", "))"
    }
  }

  extension MarkerTransition: CustomStringConvertible {
    public var description: String {
      let clusters = "\(old.map(String.init) ?? "none") to \(new.map(String.init) ?? "none")"
      let added = addedAt.map { ", added at \($0)" } ?? ""
      let removed = removedAt.map { ", removed at \($0)" } ?? ""
      return "\(kind.rawValue) from cluster \(clusters), \(count) points\(added)\(removed)"
    }
  }
#endif
