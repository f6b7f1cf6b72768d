import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting

/// The values of options that a Unix shell offers: names of registered things, plugins among them, as long as
/// the words are typed.
extension CompletionKind {
  static let strategies = custom { _, _, prefix in
    // Within parentheses the strategy's parameters.
    if let open = prefix.lastIndex(of: "("), !prefix[open...].contains(")") {
      let name = String(prefix[..<open].split(separator: ",").last ?? "")
      let parameters = (try? registry.find(name, kind: .strategy))?.parameters ?? []
      return parameters.map { prefix[...(prefix.lastIndex { "(,".contains($0) } ?? open)] + $0.name + "=" }
    }
    return list(of: registry.all(.strategy).map(\.name), after: prefix)
  }
  static let representatives = names { $0.all(.representative).map(\.name) }
  static let metrics = names { $0.all(.metric).map(\.name) }
  static let diffs = names { $0.all(.diff).map(\.name) }
  static let generators = names { $0.all(.generator).map(\.name) }

  /// The completion of an option of a definition.
  static func option(_ about: ParameterDescription) -> CompletionKind? {
    switch about.kind {
    case .type("Representative", _): representatives
    case .list(of: .choice(let words)), .choice(let words): list(words)
    default: about.name == "strategies" ? strategies : about.name == "metrics" ? metrics : nil
    }
  }

  /// Names, also at the end of a list that is separated by commas.
  private static func names(_ names: @escaping @Sendable (Registry) -> [String]) -> CompletionKind {
    custom { _, _, prefix in list(of: names(registry), after: prefix) }
  }

  private static func list(of names: [String], after prefix: String) -> [String] {
    let start = prefix.lastIndex(of: ",").map { prefix[...$0] } ?? ""
    return names.map { start + $0 }
  }

  // The command line is not whole yet, so only plugins that are found by themselves are known, and their
  // errors do not matter here.
  private static var registry: Registry {
    (try? PluginOptions.parse([]).workbench(isQuiet: true).registry) ?? .builtIn
  }
}
