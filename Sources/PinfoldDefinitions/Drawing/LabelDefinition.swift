package import Pinfold

/// How counts are written beside or in markers.
package struct LabelDefinition: Definition, Hashable, Sendable {
  package private(set) var label = CountLabel(.abbreviated)

  package init() {}

  package static let owner = "a label"

  package static let options: [DefinedOption<LabelDefinition>] =
    DefinedOption.parameters(of: \.label) + [
      DefinedOption(
        "buckets", \.label.buckets, takes: .list(of: .integer(1...Int(Int32.max))),
        "Counts that the bucketed style writes.")
    ]
}
