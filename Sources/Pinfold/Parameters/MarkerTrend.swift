/// How the number of markers in a view changes as the parameter grows that decides it.
public enum MarkerTrend: String, CaseIterable, Hashable, Sendable {
  /// There are more markers, as with a budget.
  case more

  /// There are fewer, as with the size of cells.
  case fewer
}

extension Parameter {
  /// The same parameter, declared to be the one that decides how many markers there are: what is tuned where
  /// strategies are compared at equal numbers of markers. Of several the first declared is taken.
  public func deciding(_ markers: MarkerTrend) -> Self {
    var parameter = self
    parameter.markers = markers
    return parameter
  }
}
