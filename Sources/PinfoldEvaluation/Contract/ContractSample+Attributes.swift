package import Pinfold

extension ContractSample {
  /// The same sample with made-up values of the attributes that it lacks: numbers of either sign and any
  /// size, few different texts, and some missing.
  package func having(_ needs: [AttributeNeed]) -> ContractSample {
    var sample = self
    for need in needs where !sample.columns.attributes.contains(where: { $0.name == need.name }) {
      var random = SplitMix64(seed: UInt64(sample.columns.attributes.count) &+ 977)
      sample.columns.attributes.append(
        Attribute(name: need.name, values: .made(need.kind, count: columns.count, &random)))
    }
    return sample
  }

  /// The most points of a data set that are tried.
  package static func largestReal(thorough: Bool) -> Int { thorough ? 20_000 : 1000 }

  /// A sample of a data set: all points, or as many as are wanted, drawn with a seed.
  ///
  /// - Parameters:
  ///   - name: the name of the data in reports.
  ///   - most: the most points to take.
  package static func real(
    _ name: String, _ points: PointSet, most: Int, seed: UInt64
  ) -> ContractSample {
    var random = SplitMix64(seed: seed)
    let chosen = random.permutation(of: points.count).prefix(most)
    return ContractSample(
      name, points.columns(in: Array(chosen)), projection: points.projection, views: 6, seed: seed)
  }
}

extension Attribute.Values {
  fileprivate static func made(_ kind: AttributeKind, count: Int, _ random: inout SplitMix64) -> Self {
    switch kind {
    case .number:
      return .numbers(
        (0..<count).map { _ in
          switch random.below(10) {
          case 0: .nan
          case 1: 0
          case 2: -1e9 * random.unit()
          case 3: 1e9 * random.unit()
          default: (random.unit() * 2000).rounded() - 500
          }
        })
    case .boolean:
      return .booleans((0..<count).map { _ in [true, false, nil][random.below(3)] })
    case .text:
      let words = ["a", "b", "été", "two words", ""]
      var texts = TextColumn()
      for _ in 0..<count {
        let number = random.below(words.count + 1)
        if number < words.count { texts.append(words[number]) } else { texts.appendMissing(1) }
      }
      return .texts(texts)
    }
  }
}
