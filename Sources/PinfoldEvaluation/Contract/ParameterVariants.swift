import Pinfold

extension [ParameterDescription] {
  /// For each parameter that is not given, the values that its default hides: every other choice, both ends
  /// of a range, the other of yes and no; one parameter at a time.
  func variants(besides given: ParameterValues) -> [(name: String, value: ParameterValue)] {
    filter { given[$0.name] == nil }.flatMap { parameter in
      parameter.kind.landmarks.filter { $0 != parameter.defaultValue }.map { (parameter.name, $0) }
    }
  }
}

extension ParameterValue {
  /// Whether it is a number.
  var isNumeric: Bool {
    switch self {
    case .number, .integer, .size: true
    case .flag, .choice, .list: false
    }
  }
}

extension ParameterKind {
  /// The values at which most mistakes show.
  fileprivate var landmarks: [ParameterValue] {
    switch self {
    case .number(let range), .size(let range): [.number(range.lowerBound), .number(range.upperBound)]
    case .integer(let range): [.integer(range.lowerBound), .integer(range.upperBound)]
    case .flag: [.flag(false), .flag(true)]
    case .choice(let words): words.map { .choice($0) }
    case .list(let item): [.list([])] + item.landmarks.map { .list([$0]) }
    case .text, .column, .table, .switched, .type: []
    }
  }
}

extension ContractSample {
  /// A few points and views of some of the standard kinds, for what is tried many times.
  package static func few(of samples: [ContractSample]) -> [ContractSample] {
    samples.filter { ["clusters", "lattice", "spots", "dateLine", "heavy"].contains($0.name) }.map {
      ContractSample(
        $0.name, $0.columns.reordered(Array(0..<Swift.min($0.columns.count, 30))), projection: $0.projection,
        viewports: stride(from: 0, to: $0.viewports.count, by: 4).map { [viewports = $0.viewports] in
          viewports[$0]
        })
    }
  }
}
