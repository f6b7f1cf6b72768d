import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldVerbs

struct ClusterCommand: VerbCommand {
  static let configuration = CommandConfiguration("cluster")

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "Strategy and markers") var choice: Flags<StrategiesDefinition>
  @OptionGroup(title: "View") var view: ViewOptions
  @OptionGroup(title: "View") var clip: Flags<ClipDefinition>
  @OptionGroup(title: "Result") var result: ResultOptions<FrameFormat>
  @Flag(name: .customLong("all"), help: "Show every cluster in the table, not only the 20 largest.")
  var showsAll = false

  @OptionGroup(title: "Result") var writing: Flags<WritingDefinition>
  @OptionGroup(title: "Result") var parts: Flags<PartsDefinition>
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func verb(_ registry: Registry) throws -> PinfoldVerbs.Cluster {
    let planar = try reading.definition().planar
    let strategy = try choice.one(in: registry)
    let writing = try writing.definition()
    var cluster = PinfoldVerbs.Cluster(.made([]), writing, as: try result.chosen())
    cluster.parts = try parts.definition()
    cluster.showsAll = showsAll
    var request = FrameRequest(
      try data.one(
        reading, registry, attributes: cluster.attributes, with: strategy.columns + writing.requests),
      by: [strategy])
    request.view = try view.definition(planar: planar)
    request.screen = try view.screen.definition().viewport
    request.clip = try clip.definition().clip ?? writing.clip
    cluster.frame = .asked(request)
    return cluster
  }

  func deliver(_ answer: [UInt8]) throws { try Output.deliver(answer, to: result.output.path) }
}

extension FrameFormat: FileFormat {
  static let usual = table

  var endings: [String] { self == .table ? ["txt"] : [rawValue] }

  var isText: Bool { self != .gpkg && self != .fgb }
}
