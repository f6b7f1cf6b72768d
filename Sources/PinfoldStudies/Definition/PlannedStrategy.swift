import Pinfold
public import PinfoldEvaluation

/// A strategy with its parameters and the steps after it, as a study's definition names it.
public struct PlannedStrategy: Sendable {
  /// What reports say of it.
  public let about: StudiedStrategy

  /// The version of a plugin; nil for what is built in.
  public let version: String?

  /// The digest of a plugin's file; nil for what is built in.
  public let source: Digest?

  private let make: @Sendable (_ seed: UInt64) throws(StudyPlanError) -> Clusterer

  private static let steps = ["representative", "limits", "separate"]

  /// All strategies that a definition names: one for each combination of its lists.
  static func all(_ node: PlanNode, in registry: Registry) throws(StudyPlanError) -> [PlannedStrategy] {
    let choices = try PlannedChoice.all(
      node, kind: .strategy, in: registry, extras: steps, sweeping: ["representative"])
    return try choices.map { (choice) throws(StudyPlanError) in try PlannedStrategy(choice, registry) }
  }

  private init(_ choice: PlannedChoice<any ClusteringStrategy>, _ registry: Registry) throws(StudyPlanError) {
    let steps = try PlannedSteps(choice, registry)
    let parameters = choice.registration.parameters
    // A strategy that draws at random does so from the cell's seed, unless the plan gives it one of its own.
    let isSeeded =
      parameters.contains { $0.name == "seed" } && !choice.given.contains { $0.name == "seed" }
    make = { (seed) throws(StudyPlanError) in
      steps.clusterer(try choice.make(isSeeded ? ["seed": .integer(Int(seed))] : [:]))
    }
    about = StudiedStrategy(
      label: choice.label(steps.settings), family: choice.registration.name,
      parameters: choice.parameters.map {
        isSeeded && $0.name == "seed" ? StudiedParameter("seed", "the study's") : $0
      } + steps.settings.map { StudiedParameter($0.name, $0.value) },
      capabilities: try make(1).capabilities)
    let plugin = PluginSource(choice.registration.origin)
    version = plugin?.version
    source = plugin?.digest
  }

  /// What makes the clusters of a cell.
  func clusterer(seed: UInt64) throws(StudyPlanError) -> Clusterer { try make(seed) }
}

/// What comes after a strategy: where markers stand, when clusters give way, and how they are kept apart.
private struct PlannedSteps: Sendable {
  private var representative: (any RepresentativeSelection)?
  private var limits = MergeLimits()
  private var separation: Separation?

  /// What the plan sets, for labels.
  private(set) var settings: [(name: String, value: String)] = []

  init(_ choice: PlannedChoice<any ClusteringStrategy>, _ registry: Registry) throws(StudyPlanError) {
    if let node = choice.other("representative") {
      let chosen = try PlannedChoice.all(node, kind: .representative, in: registry)
      representative = try chosen[0].make()
      settings.append(("representative", chosen[0].label()))
    }
    if let node = choice.other("limits") {
      limits = try configured(node, "limits", MergeLimits.self)
    }
    if let node = choice.other("separate") {
      if case .flag(let isWanted) = node.value {
        separation = isWanted ? Separation() : nil
        settings.append(("separate", "\(isWanted)"))
      } else {
        separation = try configured(node, "separate", Separation.self)
      }
    }
  }

  private mutating func configured<Step: Configurable>(
    _ node: PlanNode, _ name: String, _ type: Step.Type
  ) throws(StudyPlanError) -> Step {
    let known = type.parameterDescriptions
    var table = try PlanTable(node, of: "'\(name)'", known: known.map(\.name))
    var values: ParameterValues = [:]
    for parameter in known {
      guard let value = table.value(parameter.name) else { continue }
      let accepted = try value.accepted(by: parameter, of: "'\(name)'")
      values[parameter.name] = accepted
      settings.append(("\(name).\(parameter.name)", accepted.description))
    }
    return try node.placing { () throws(ParameterError) in try type.init(values, owner: "'\(name)'") }
  }

  func clusterer(_ strategy: any ClusteringStrategy) -> Clusterer {
    Clusterer(strategy, representative: representative, limits: limits, separation: separation)
  }
}
