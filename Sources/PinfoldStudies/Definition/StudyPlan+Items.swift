import Pinfold
import PinfoldData
import PinfoldEvaluation

extension StudyPlan {
  /// Everything that the plan says, as texts by section: what a study is recognised by, and what it is told to differ in.
  ///
  /// - Parameter digests: of each dataset's points.
  func items(digests: [Digest]) -> [(section: String, items: [String])] {
    [
      ("name", [name]),
      ("datasets", zip(datasets, digests).map { "\($0.name): \($0.node.json), sha256 \($1)" }),
      ("strategies", strategies.map(\.description)),
      ("cameras", cameras.map(\.description)),
      ("seeds", seeds.map(\.description)),
      ("metrics", metrics.map { "\($0.label), version \($0.version)" }),
      ("primary", primary),
      (
        "views",
        [
          "\(Numeral.text(screen.width)) × \(Numeral.text(screen.height)), tile size "
            + "\(Numeral.text(screen.tileSize)), margin \(Numeral.text(screen.margin))"
        ]
      ),
      ("style", [style.id]),
      ("rerunFrames", [String(rerunFrames)]),
      ("timeout", [timeout.map { "\(Numeral.text($0)) s" } ?? "none"]),
      (
        "timing",
        [timing.map { "\($0.builds) builds, \($0.passes) passes, seed \($0.seed)" } ?? "none"]
      ),
    ]
  }

  /// The number of cells.
  public var cellCount: Int { datasets.count * strategies.count * cameras.count * seeds.count }
}

extension PlannedStrategy: CustomStringConvertible {
  /// All that makes a difference to the strategy's clusters.
  public var description: String {
    let parameters = about.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    let plugin = source.map { ", version \(version ?? ""), sha256 \($0)" } ?? ""
    return "\(about.label): \(about.family)(\(parameters))\(plugin)"
  }
}

extension PlannedCamera: CustomStringConvertible {
  /// All that makes a difference to the views.
  public var description: String {
    let parameters = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    return "\(about.label): \(about.name)(\(parameters))"
  }
}
