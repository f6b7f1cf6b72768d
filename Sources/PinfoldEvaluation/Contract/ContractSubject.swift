package import Pinfold
import Platform

/// A registered thing that has a contract, which are things of all kinds.
package struct ContractSubject: Sendable {
  /// The singular name of its kind, and its own.
  private let kind, name: String

  /// The name in messages: "strategy 'grid'".
  package let label: String

  package let origin: RegistrationOrigin
  package let parameters: [ParameterDescription]

  private let needsWith: @Sendable (ParameterValues) -> [AttributeNeed]
  private let contract: @Sendable (ParameterValues) throws(ParameterError) -> Contract
  /// The samples to use instead of the standard ones.
  private let ownSamples: [ContractSample]?

  private init<Product>(
    _ registration: Registration<Product>, samples: [ContractSample]?,
    _ contract: @escaping @Sendable (Product) -> Contract
  ) {
    kind = registration.kind.name
    name = registration.name
    label = registration.label
    origin = registration.origin
    parameters = registration.parameters
    needsWith = { registration.needs(with: $0) }
    self.contract = { (values) throws(ParameterError) in contract(try registration(values)) }
    ownSamples = samples
  }

  /// The subjects of a kind.
  ///
  /// - Parameters:
  ///   - samples: the samples to use instead of the standard ones.
  ///   - contract: the contract of one.
  package static func all<Product>(
    _ kind: RegistryKind<Product>, in registry: Registry, samples: [ContractSample]? = nil,
    contract: @escaping @Sendable (Product) -> Contract
  ) -> [ContractSubject] { registry.all(kind).map { ContractSubject($0, samples: samples, contract) } }

  /// Finds a subject by its name.
  ///
  /// - Parameters:
  ///   - kind: the singular name of its kind; nil for the first kind that has the name, strategies first.
  ///   - others: further subjects besides the kinds that this module knows.
  package init(
    named name: String, kind: String? = nil, in registry: Registry, or others: [ContractSubject] = []
  ) throws(RegistryError) {
    let subjects =
      Self.all(.strategy, in: registry) { Contract(of: Clusterer($0)) }
      + Self.all(.representative, in: registry) { Contract(of: $0) }
      + Self.all(.metric, in: registry) { Contract(of: $0) }
      + Self.all(.diff, in: registry) { Contract(of: $0) }
      + Self.all(.camera, in: registry) { Contract(of: $0) } + others
    let known = subjects.filter { kind == nil || $0.kind == kind }
    guard let found = known.first(where: { $0.name == name }) else {
      throw RegistryError(
        name: name, kind: kind ?? "strategy, representative, metric, diff, camera or generator",
        known: known.map(\.name))
    }
    self = found
  }

  /// The attributes of points that it reads with some values.
  package func needs(with values: ParameterValues = [:]) -> [AttributeNeed] { needsWith(values) }

  /// The standard samples, and for plugins one that is queried repeatedly, a chain and two of many points.
  package func samples(seed: UInt64, thorough: Bool) -> [ContractSample] {
    ownSamples ?? ContractSample.standard(seed: seed, thorough: thorough)
      + (origin == .builtIn ? [] : [.askedOften, .chain, .many, .pairsOfMany])
  }

  /// The contract with some values; if the process crashes, standard error says what was being tried.
  private func contract(announcing values: ParameterValues, setting: String = "") throws -> Contract {
    var contract = try contract(values)
    contract.announce = { rule, sample in
      let trial = "rule '\(rule.name)', points '\(sample.name)'"
      CrashNote.set("\nThis happened while \(label)\(setting) was tried: \(trial).")
    }
    return contract
  }

  /// Checks every rule of the kind's contract, on points with attributes made up where they lack those that
  /// are read; where all hold, with other values of the parameters too, on fewer points, until one of these
  /// breaks a rule. It ends when the context's time is over, and the report tells what was not tried.
  ///
  /// - Parameters:
  ///   - values: parameters by name; the rest has its defaults.
  ///   - samples: nil for those of the kind.
  ///   - progress: called with the number of trials done, and of all.
  /// - Throws: ``ParameterError`` for invalid values, ``ClusteringError`` if the context stops the call.
  package func report(
    _ values: ParameterValues = [:], on samples: [ContractSample]? = nil,
    context: RunContext = RunContext(), progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> ContractReport {
    let needs = needs(with: values)
    let samples = (samples ?? ownSamples ?? ContractSample.standard()).map { $0.having(needs) }
    let contract = try contract(announcing: values)
    defer { CrashNote.set("") }
    let atReach = contract.clusterer.samplesAtReach.map { $0.having(needs) }
    var report = try contract.report(on: samples + atReach, context: context, progress: progress)
    guard report.violations.isEmpty else { return report }
    for (name, value) in parameters.variants(besides: values) {
      let setting = "\(name)=\(value)"
      if context.isLate {
        report.untried.append(setting)
        continue
      }
      let other = try possible {
        var contract = try self.contract(
          announcing: values.merging([name: value]) { $1 }, setting: " with \(setting)")
        // A choice may be to merge nothing; a size is none.
        if value.isNumeric, report.held(.stacks) { contract = contract.keepingStacks }
        let few = ContractSample.few(of: samples) + contract.clusterer.samplesAtReach.map { $0.having(needs) }
        return try contract.report(on: few, context: context)
      }
      guard let other else { continue }
      if !other.violations.isEmpty { return report.breaking(other, with: setting) }
      if !other.untried.isEmpty { report.untried.append(setting) }
    }
    return report
  }

  /// A report, or nil where one parameter's value is against another's.
  private func possible(_ report: () throws -> ContractReport) throws -> ContractReport? {
    do {
      return try report()
    } catch is ParameterError {
      return nil
    } catch ClusteringError.parameter {
      return nil
    }
  }
}

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
