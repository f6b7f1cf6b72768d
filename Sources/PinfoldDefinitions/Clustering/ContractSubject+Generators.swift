package import Pinfold
import PinfoldData
package import PinfoldEvaluation

extension ContractSubject {
  /// Finds something of any kind by its name.
  ///
  /// - Parameter kind: the singular name of its kind; nil for the first kind that has the name, strategies
  ///   first.
  package static func find(
    _ name: String, kind: String? = nil, in registry: Registry
  ) throws(RegistryError) -> ContractSubject {
    let generators = all(.generator, in: registry, samples: Contract.generatorSamples) {
      (generator: any DatasetGenerator) in
      Contract(generating: { (count, seed, context) throws(ClusteringError) in
        try generator.columns(count: count, seed: seed, context: context)
      })
    }
    return try ContractSubject(named: name, kind: kind, in: registry, or: generators)
  }
}
