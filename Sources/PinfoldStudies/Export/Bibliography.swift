import Pinfold
import PinfoldEvaluation

/// The publications and other sources behind the tests of a study; strategies and metrics are registered with
/// theirs.
enum Bibliography {
  /// The sources of the tests that reports make.
  static let tests = [
    "F. Wilcoxon, \"Individual comparisons by ranking methods\", Biometrics Bulletin, 1945.",
    "S. Holm, \"A simple sequentially rejective multiple test procedure\", Scandinavian Journal of Statistics, 1979.",
    "A. Benavoli, G. Corani and F. Mangili, \"Should we really use post-hoc tests based on mean-ranks?\", JMLR, 2016.",
    "W. Conover, \"Practical nonparametric statistics\", 1999 (intervals of the sign test).",
    "R. Grissom and J. Kim, \"Effect sizes for research\", 2012.",
    "D. S. Kerby, \"The simple difference formula: an approach to teaching nonparametric correlation\", 2014.",
  ]

  /// The source of tests of equivalence.
  static let equivalence =
    "S. Wellek, \"Testing statistical hypotheses of equivalence and noninferiority\", 2010."

  /// The source that a built-in strategy or metric is registered with; nil for others.
  static func source<Product>(of name: String, _ kind: RegistryKind<Product>) -> String? {
    (try? builtIn.find(name, kind: kind))?.source
  }

  /// The formula of a built-in metric, whose name may have parameters; nil for others.
  static func formula(of metric: String) -> String? {
    let name = String(metric.prefix { $0 != "(" })
    return (try? builtIn.find(name, kind: .metric)([:]))?.about.formula
  }

  private static let builtIn: Registry = {
    var registry = Registry.builtIn
    registry.registerMetrics()
    return registry
  }()
}
