import Pinfold
import PinfoldEvaluation
import PinfoldScripting
import TestSupport

/// A plugin of the folder `Plugins`, by name.
struct ShippedPlugin {
  let name: String

  init(_ name: String) { self.name = name }

  var registry: Registry {
    get throws {
      var workbench = Workbench()
      try workbench.addPlugin(at: "\(packageRoot)/Plugins/\(name).lua")
      return workbench.registry
    }
  }

  /// A clusterer by the strategy.
  func clusterer(_ values: ParameterValues = [:]) throws -> Clusterer {
    Clusterer(try registry.find(name, kind: .strategy)(values))
  }

  /// A few points and views of some of the contract's kinds; `pinfold plugin check` tries them all.
  static func samples() -> [ContractSample] {
    ContractSample.standard().filter { ["clusters", "lattice", "dateLine", "neighbours"].contains($0.name) }
      .map { sample in
        // Neighbours come first, and what is far from them last.
        let rows = 0..<min(sample.columns.count, 20)
        let views = stride(from: 0, to: sample.viewports.count, by: 4).map { sample.viewports[$0] }
        return ContractSample(sample.name, sample.columns.reordered(Array(rows)), viewports: views)
      }
  }

  /// How a frame's clusters differ from those that are expected, of which only those in view count; nil if
  /// they do not.
  static func difference(of frame: Frame, from expected: [[Int]]) -> String? {
    let scan = LinearScan(frame.points)
    let (found, wanted) = (frame.memberListsInView, scan.visible(expected, in: frame.view.rect))
    if found == wanted { return nil }
    let (extra, missing) = (Set(found).subtracting(wanted), Set(wanted).subtracting(found))
    return "\(frame.view.viewport): found \(extra.prefix(3)), expected \(missing.prefix(3))"
  }
}
