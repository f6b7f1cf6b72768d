import Pinfold
import PinfoldEvaluation
import Testing

/// Holds every strategy of the registry, with every word of its choices, to the contract.
@Suite struct StrategyContractTests {
  /// A strategy with one parameter off its default, or none.
  struct Variant: Sendable, CustomTestStringConvertible {
    var name: String
    var values: ParameterValues = [:]

    var testDescription: String { "\(name) \(values.map { "\($0.key)=\($0.value)" }.joined())" }

    /// Every strategy with its defaults, and with each choice and flag turned to each other value.
    static let all: [Variant] = Registry.builtIn.all(.strategy).flatMap { registration in
      var variants = [Variant(name: registration.name)]
      for parameter in registration.parameters {
        let values: [ParameterValue] =
          switch parameter.kind {
          case .choice(let words): words.map { .choice($0) }
          case .flag: [.flag(true), .flag(false)]
          case .number, .integer: []
          }
        for value in values where value != parameter.defaultValue {
          variants.append(Variant(name: registration.name, values: [parameter.name: value]))
        }
      }
      return variants
    }

    func clusterer() throws -> Clusterer {
      Clusterer(try Registry.builtIn.find(name, kind: .strategy)(values))
    }
  }

  static let samples = ContractSample.standard()

  @Test("keeps what it promises and what is asked of all", arguments: Variant.all, samples)
  func contract(variant: Variant, sample: ContractSample) throws {
    let violations = try StrategyContract.violations(of: variant.clusterer(), on: [sample])
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test(
    "keeps it with any representative and with limits",
    arguments: Registry.builtIn.all(.representative).map(\.name))
  func representatives(name: String) throws {
    var clusterer = Clusterer(
      .grid(), representative: try Registry.builtIn.find(name, kind: .representative)())
    let few = Self.samples.filter { ["clusters", "dateLine", "poles", "seam", "spots"].contains($0.name) }
    #expect(try StrategyContract.violations(of: clusterer, on: few).isEmpty)
    clusterer.limits = MergeLimits(minPoints: 4, maxZoom: 9)
    #expect(try StrategyContract.violations(of: clusterer, on: few).isEmpty)
  }
}
