import Pinfold
import PinfoldData
import PinfoldEvaluation

/// A registration without the type of its product.
struct NamedThing: Hashable, Sendable {
  var kind: String
  /// The kind's name in the plural.
  var plural: String
  var name: String
  var summary: String
  var parameters: [ParameterDescription]
  /// The plugin's file; nil for built-ins.
  var path: String?

  var call: String { "\(kind == "generator" ? "generate" : kind)(\"\(name)\")" }

  fileprivate init<Product>(_ registration: Registration<Product>) {
    (kind, plural) = (registration.kind.name, registration.kind.plural)
    name = registration.name
    summary = registration.summary
    parameters = registration.parameters
    if case .plugin(let path, _, _) = registration.origin { self.path = path }
  }
}

extension Registry {
  var things: [NamedThing] {
    all(.strategy).map { NamedThing($0) } + all(.representative).map { NamedThing($0) }
      + all(.metric).map { NamedThing($0) } + all(.diff).map { NamedThing($0) }
      + all(.generator).map { NamedThing($0) } + all(.camera).map { NamedThing($0) }
  }

  /// The parameters of the product of a function such as `strategy`; nil where there is no such product.
  func parameters(of name: String, for function: String) -> [ParameterDescription]? {
    let kind = function == "generate" ? "generator" : function
    return things.first { $0.name == name && ($0.kind == kind || function == "check") }?.parameters
  }
}
