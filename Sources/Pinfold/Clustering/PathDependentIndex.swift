/// An index whose clusters may depend on the previous frame, and on nothing else: the same previous frame
/// gives the same clusters.
///
/// Promises about single views, such as that clusters nest, hold if there is no previous frame.
public protocol PathDependentIndex: ClusterIndex {
  /// The clusters of mergeable points that have a member in the view, as without a frame before.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - previous: the frame shown before; nil on the first. It may be of other points.
  ///   - context: when to stop.
  /// - Throws: ``ClusteringError/cancelled`` or ``ClusteringError/deadlineExceeded`` if the context stops the
  ///   call.
  func grouping(
    in view: ProjectedView, after previous: Frame?, context: RunContext
  ) throws(ClusteringError) -> Grouping
}

extension ClusterIndex {
  /// The index itself if its clusters depend on the frame before, else nil.
  var pathDependent: (any PathDependentIndex)? {
    #if hasFeature(Embedded)
      // Plugins alone look back.
      nil
    #else
      self as? any PathDependentIndex
    #endif
  }
}
