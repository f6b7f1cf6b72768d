import ArgumentParser
import Foundation
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldScripting
import PinfoldVerbs

struct AggregateCommand: ParsableCommand {
  static let configuration = CommandConfiguration("aggregate")

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "Cells") var cells: Flags<CellsDefinition>
  @OptionGroup(title: "Cells") var output: OutputOptions
  @OptionGroup(title: "Reading the data") var reading: Flags<ReadOptions>
  @OptionGroup(title: "Plugins") var plugins: PluginOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func run() throws {
    let context = try running.context()
    _ = try CellFormat.chosen(by: output.path)
    if try reading.definition().planar {
      throw Failure.usage("cells need coordinates on the globe; leave out --planar")
    }
    let registry = try plugins.workbench().registry
    let definition = try cells.definition(registry: registry)
    let datasets = try data.all(reading, registry, with: definition.requests)
    Console.noteRepeats(of: datasets.map(\.source))
    let all = try VerbContext.command(context).showingProgress { surroundings in
      try Cells.added(datasets.map(\.source)) { index in
        let source = datasets[index].source
        let named = try surroundings.load(datasets[index])
        noteRounding(of: named.points, from: source, surroundings)
        surroundings.begin("adding up \(source)")
        return try definition.cells(of: named, context: context)
      }
    }
    try all?.deliver(to: output.path)
  }

  private func noteRounding(of points: PointSet, from source: String, _ context: VerbContext) {
    let changed = (points.weight ?? []).filter { weight in
      Millionths(weight).map { $0.number != weight } ?? false
    }
    guard let least = changed.min(), let rounded = Millionths(least)?.text else { return }
    context.note(
      "\(source): cells round weights to the millionth, which changes \(changed.count) of \(points.count): \(least) "
        + "becomes \(rounded)")
  }
}

extension Console {
  static func noteRepeats(of paths: [String]) {
    var known: [Int: [String]] = [:]
    for path in paths {
      guard let real = Folder.realPath(path) else { continue }
      let size = Folder.size(ofFile: real)
      let same = known[size, default: []].first {
        $0 == real || size > 0 && FileManager.default.contentsEqual(atPath: $0, andPath: real)
      }
      if let same {
        let what = same == real ? "is given twice" : "has the same bytes as \(same)"
        note("\(path) \(what), and its points count twice")
      } else {
        known[size, default: []].append(real)
      }
    }
  }
}

extension Cells {
  func deliver(to path: String?) throws(DataError) {
    try Output.deliver(csv(), to: path)
    if let path, path != "-" {
      Console.note(
        "\(path): \(counted(cells.count, "cell")) of \(counted(pointCount, "point")), \(plan.inWords)")
    }
  }
}

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration("merge")

  @Argument(
    help: .value("cells", "Files of cells, gzip'd or not; - for standard input."), completion: .file())
  var parts: [String]

  @OptionGroup(title: "Result") var output: OutputOptions
  @OptionGroup(title: "Running") var running: Flags<RunDefinition>

  func run() throws {
    let context = try running.context()
    _ = try CellFormat.chosen(by: output.path)
    Console.noteRepeats(of: parts)
    let all = try Cells.added(parts) { index in
      do { return try Cells.read(path: parts[index], context: context) } catch DataError.noRows {
        Console.note("\(parts[index]): no rows")
        return nil
      }
    }
    guard let all else { throw Failure.failed("no cells in \(parts.joined(separator: ", "))") }
    try all.deliver(to: output.path)
  }
}
