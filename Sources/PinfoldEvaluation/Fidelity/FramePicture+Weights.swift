extension FramePicture {
  /// Why a measure that counts points by their weights has no value.
  var reasonWithoutWeights: UndefinedReason { .withoutWeights(weights, of: count) }

  /// For each point the sum of the weights of the other points of its cluster: added up from both ends, as a
  /// difference would lose small weights beside a large one.
  ///
  /// - Complexity: O(*n* + *K*).
  func massesOfOthers(_ weights: [Double]) -> [Double] {
    var others = [Double](repeating: 0, count: count)
    var sums = [Double](repeating: 0, count: sizes.count)
    for (point, label) in labels.enumerated() {
      others[point] = sums[Int(label)]
      sums[Int(label)] += weights[point]
    }
    sums = [Double](repeating: 0, count: sizes.count)
    for (point, label) in labels.enumerated().reversed() {
      others[point] += sums[Int(label)]
      sums[Int(label)] += weights[point]
    }
    return others
  }
}

extension UndefinedReason {
  /// Why a measure by weight of so many points has no value.
  static func withoutWeights(_ weights: [Double]?, of count: Int) -> UndefinedReason {
    count == 0 ? .noPoints : weights == nil ? .noWeights : .noSpread
  }
}
