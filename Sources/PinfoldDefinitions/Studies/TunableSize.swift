package import Pinfold

/// The parameter of a strategy that decides how many markers a view has, and the values to try.
package struct TunableSize: Sendable {
  package let name: String

  /// The values, from the most markers to the fewest: every whole number where the parameter is a number of
  /// markers; else an eighth of an octave apart, which changes the number of markers in the plane by a sixth.
  package let values: [ParameterValue]

  private let strategy: ClustererDefinition

  /// Values beyond are larger than any screen, or too slow.
  private static let range = 1.0...4096.0

  /// The size of a strategy; nil for one without.
  init?(of strategy: ClustererDefinition) {
    guard let parameter = strategy.choice.registration.parameters.first(where: { $0.markers != nil }) else {
      return nil
    }
    name = parameter.name
    self.strategy = strategy
    if case .integer(let accepted) = parameter.kind, parameter.markers == .more {
      let range = accepted.clamped(to: Int(Self.range.lowerBound)...Int(Self.range.upperBound))
      values = range.reversed().map { .integer($0) }
      return
    }
    let steps = (0...96).map { Self.range.lowerBound * Double.exp(Double($0) / 8 * Double.log(2)) }
    var values: [ParameterValue] = []
    for value in [0] + steps {
      // Three digits, so that a value can be read off a table and typed.
      let digits = value < 1 ? 0 : 2 - Int(Double.log10(value).rounded(.down))
      let (scale, unit) = (Double.pow(10, Double(max(0, digits))), Double.pow(10, Double(max(0, -digits))))
      let rounded = (value * scale / unit).rounded() * unit / scale
      let candidate =
        parameter.kind.accepted(.number(rounded)) ?? parameter.kind.accepted(.integer(Int(rounded)))
      if let candidate, !values.contains(candidate) { values.append(candidate) }
    }
    self.values = parameter.markers == .fewer ? values : values.reversed()
  }

  /// The index to try first between two: of whole numbers that of the number that is wanted, and else of the
  /// geometric mean, because large numbers of clusters take long; of others the middle.
  package func middle(_ low: Int, _ high: Int, wanting target: MatchTarget) -> Int {
    guard case (.integer(let most), .integer(let least)) = (values[low], values[high]), most > least else {
      return (low + high) / 2
    }
    if case .markers(let count) = target, (least...most).contains(count), low == 0, high == values.count - 1 {
      return most - count
    }
    return low + most - Int(Double(most * least).squareRoot())
  }

  package func clusterer(_ value: ParameterValue) throws(ParameterError) -> Clusterer {
    try strategy.clusterer(with: [name: value])
  }
}

extension ClustererDefinition {
  /// The parameter that decides how many markers there are, to be tuned; nil for a strategy without, and one
  /// that sets it.
  package var size: TunableSize? {
    TunableSize(of: self).flatMap { choice.values[$0.name] == nil ? $0 : nil }
  }

  /// The mistake that a strategy has a size of its own where all are tuned; nil for none.
  func mistake(tunedAt node: Node) -> DefinitionError? {
    guard let size = TunableSize(of: self), choice.values[size.name] != nil else { return nil }
    return node.mistake(
      "strategy '\(label)' sets '\(size.name)', which is tuned here; leave it out")
  }
}
