extension ParameterError {
  /// Throws for zooms that end before they begin, which no parameter's own bounds exclude.
  static func check(minZoom: Int, maxZoom: Int, owner: String) throws(ClusteringError) {
    guard minZoom <= maxZoom else {
      throw .parameter(
        .unacceptable(
          name: "minZoom", owner: owner, value: "\(minZoom)",
          expectation: "a whole number up to maxZoom, which is \(maxZoom)"))
    }
  }
}
