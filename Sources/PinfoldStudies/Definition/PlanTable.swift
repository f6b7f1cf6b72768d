import Pinfold

/// The members of a table in a study's definition, taken one by one; every mistake has its place.
struct PlanTable {
  /// The table itself.
  let node: PlanNode

  private let owner: String
  private var rest: [(name: String, value: PlanNode)]

  /// Wraps a table.
  ///
  /// - Parameters:
  ///   - owner: what has the members, for messages: "a study".
  ///   - known: every name that may be taken.
  init(_ node: PlanNode, of owner: String, known: [String]) throws(StudyPlanError) {
    guard case .table(let members) = node.value else { throw node.mistake(owner, takes: "a table") }
    self.node = node
    self.owner = owner
    rest = members
    var seen: Set<String> = []
    for (name, value) in members {
      guard known.contains(name) else {
        throw value.mistake("\(owner) has no '\(name)'" + Suggestion.clause(for: name, among: known))
      }
      guard seen.insert(name).inserted else { throw value.mistake("'\(name)' is given twice") }
    }
  }

  /// Takes a member; nil where it is not given, or null.
  mutating func value(_ name: String) -> PlanNode? {
    guard let place = rest.firstIndex(where: { $0.name == name }) else { return nil }
    let node = rest.remove(at: place).value
    if case .null = node.value { return nil }
    return node
  }

  mutating func text(_ name: String) throws(StudyPlanError) -> String? {
    try take(name, "a text", \.text)
  }

  mutating func flag(_ name: String) throws(StudyPlanError) -> Bool? {
    try take(name, "true or false") { if case .flag(let flag) = $0.value { flag } else { nil } }
  }

  mutating func number(
    _ name: String,
    in range: ClosedRange<Double> = -.greatestFiniteMagnitude ... .greatestFiniteMagnitude
  ) throws(StudyPlanError) -> Double? {
    let kind = ParameterKind.number(range).expectation
    return try take(name, range.upperBound > 1e300 ? "a number" : kind) {
      $0.number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  mutating func integer(_ name: String, in range: ClosedRange<Int>) throws(StudyPlanError) -> Int? {
    try take(name, ParameterKind.integer(range).expectation) {
      $0.integer.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Takes a list; one value alone stands for a list of it.
  mutating func list(_ name: String) -> [PlanNode]? { value(name).map(\.alternatives) }

  private mutating func take<Output>(
    _ name: String, _ expectation: String, _ read: (PlanNode) -> Output?
  ) throws(StudyPlanError) -> Output? {
    guard let node = value(name) else { return nil }
    guard let output = read(node) else { throw node.mistake(name, takes: expectation) }
    return output
  }
}

extension Array where Element == PlanNode {
  /// All ways to take one value for each name; the first name varies slowest.
  static func crossing(
    _ axes: [(name: String, values: [PlanNode])]
  ) -> [[(name: String, value: PlanNode)]] {
    axes.reduce([[]]) { choices, axis in
      choices.flatMap { choice in axis.values.map { choice + [(axis.name, $0)] } }
    }
  }
}

/// "grid(cellSize=80)": a name with what the plan sets.
func label(_ name: String, _ settings: [(name: String, value: String)]) -> String {
  settings.isEmpty ? name : "\(name)(\(settings.map { "\($0.name)=\($0.value)" }.joined(separator: ",")))"
}
