import Pinfold

extension Plugin {
  /// Throws unless points have every attribute that the plugin reads with some values, of the type that it
  /// reads; no points need none.
  func checkAttributes(of points: PointSet, with values: ParameterValues) throws(ClusteringError) {
    let needs = attributes + parameters.columns(in: values)
    guard !needs.isEmpty, points.count > 0 else { return }
    let known = points.attributes
    for need in needs {
      let reads = "\(kind.rawValue) '\(name)' (\(path)) reads the attribute '\(need.name)'"
      guard let found = known.first(where: { $0.name == need.name }) else {
        throw .plugin(
          message: "\(reads), which the points do not have"
            + Suggestion.clause(for: need.name, among: known.map(\.name)))
      }
      guard found.values.kind != need.kind else { continue }
      throw .plugin(
        message: found.values.presentRows.isEmpty
          ? "\(reads), which has no values"
          : "\(reads) as \(need.kind.rawValue)s; it holds \(found.values.kind.rawValue)s")
    }
  }
}
