public import Pinfold

/// A broken rule, on a sample as small as could be found.
public struct Violation: Sendable, CustomStringConvertible {
  /// The rule.
  public let rule: ContractRule

  /// The counterexample.
  public let sample: ContractSample

  /// The number of points of the sample before it was shrunk.
  public let originalCount: Int

  /// The views in question.
  public let viewports: [Viewport]

  /// The observation, in plain English.
  public let seen: String

  /// The expectation.
  public let expected: String

  /// The parameter that shows it, as "cellSize=4096"; nil if the given values do.
  public internal(set) var setting: String?

  init(rule: ContractRule, sample: ContractSample, defect: ContractRule.Defect, originalCount: Int) {
    self.rule = rule
    self.sample = sample
    self.originalCount = originalCount
    viewports = defect.viewports
    seen = defect.seen
    expected = defect.expected
  }

  /// The points of the counterexample in the order of the input.
  public var points: [ContractPoint] {
    (0..<sample.columns.count).map { ContractPoint(sample.columns, row: $0) }
  }

  /// The points in full where they are few, else the first of them.
  package var shownPoints: [ContractPoint] {
    let count = sample.columns.count
    return (0..<(count <= 20 ? count : 4)).map { ContractPoint(sample.columns, row: $0) }
  }

  public var description: String {
    let few = shownPoints.map(\.description).joined(separator: "; ")
    return """
      \(rule.name) is broken\(setting.map { " with \($0)" } ?? "") on \(counted(sample.columns.count, "point")) (\(sample.name), \(originalCount) \
      at first): seen \(seen), expected \(expected); views \(viewports.map(\.text)); points \(few)
      """
  }
}

/// One point of a counterexample.
public struct ContractPoint: Sendable, CustomStringConvertible {
  /// The id.
  public let id: PointID

  /// The coordinate.
  public let coordinate: Coordinate

  /// The group's name; nil for none.
  public let group: String?

  /// Whether it may join clusters.
  public let isMergeable: Bool

  /// The weight.
  public let weight: Double

  /// The priority; 0 where points have none.
  package let priority: Double

  /// The attributes that have a value, by name: those that the subject reads.
  package let attributes: [(name: String, value: String)]

  init(_ columns: PointColumns, row: Int) {
    id = columns.ids?[row] ?? .integer(Int64(row))
    coordinate = columns.coordinate(row)
    let number = columns.group?[row] ?? -1
    group = number < 0 ? nil : columns.groupNames[Int(number)]
    isMergeable = columns.mergeable?[row] ?? true
    weight = columns.weight?[row] ?? 1
    priority = columns.priority?[row] ?? 0
    attributes = columns.attributes.compactMap { attribute in
      attribute.values.text(row).map { (attribute.name, $0) }
    }
  }

  public var description: String {
    "\(id) at \(coordinate.text)" + (group.map { " of '\($0)'" } ?? "")
      + (isMergeable ? "" : ", never merging")
      + attributes.map { ", \($0.name) \($0.value)" }.joined()
  }
}

extension Attribute.Values {
  /// Nil where the value is missing.
  fileprivate func text(_ row: Int) -> String? {
    switch self {
    case .numbers(let values): values[row].isNaN ? nil : "\(ParameterValue.number(values[row]))"
    case .integers(let values): values[row].isMissing ? nil : "\(values[row])"
    case .booleans(let values): values[row].map { "\($0)" }
    case .texts(let values): values[row].map { "'\($0)'" }
    }
  }
}
