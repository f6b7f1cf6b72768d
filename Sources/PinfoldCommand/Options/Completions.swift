import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting

/// What a shell offers as values of options: names of what there is, plugins among them, as long as the words are typed.
extension CompletionKind {
  static let strategies = names { $0.all(.strategy).map(\.name) }
  static let representatives = names { $0.all(.representative).map(\.name) }
  static let metrics = names { $0.all(.metric).map(\.name) }
  static let diffs = names { $0.all(.diff).map(\.name) }
  static let generators = names { $0.all(.generator).map(\.name) }

  /// What an option of a definition takes.
  static func option(_ about: OptionDescription) -> CompletionKind? {
    switch about.kind {
    case .type("Representative", _): representatives
    case .list(.scalar(.choice(let words))), .scalar(.choice(let words)): list(words)
    default: about.name == "strategies" ? strategies : about.name == "metrics" ? metrics : nil
    }
  }

  /// Names, also at the end of a list that is separated by commas.
  private static func names(_ names: @escaping @Sendable (Registry) -> [String]) -> CompletionKind {
    custom { _, _, prefix in
      let start = prefix.lastIndex(of: ",").map { prefix[...$0] } ?? ""
      return names(registry).map { start + $0 }
    }
  }

  // The command line is not whole yet, so only plugins that are found by themselves are known, and
  // what is wrong with one is no matter here.
  private static var registry: Registry {
    (try? PluginOptions.parse([]).workbench(isQuiet: true).registry) ?? .builtIn
  }
}
