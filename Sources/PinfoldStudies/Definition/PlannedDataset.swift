public import Pinfold
import PinfoldData
import PinfoldEvaluation

/// A set of points as a study's definition names it: a file, or a generator.
public struct PlannedDataset: Sendable {
  /// The name in reports.
  public let name: String

  /// The path, or the generator with its parameters.
  public let source: String

  /// The terms under which the data may be used.
  public let licence: String?

  /// The definition, one set alone.
  let node: PlanNode

  private let origin: Origin

  private enum Origin: Sendable {
    case file(String, ReadOptions)
    case generated(any DatasetGenerator, count: Int, seed: UInt64)
  }

  private static let fileMembers = [
    "path", "name", "licence", "lon", "lat", "id", "weight", "group", "priority", "delimiter", "header",
    "planar",
    "strict", "attributes",
  ]

  /// All sets that a definition names: one for each combination of a generator's lists.
  static func all(_ node: PlanNode, in registry: Registry) throws(StudyPlanError) -> [PlannedDataset] {
    switch node.value {
    case .text(let path): return [try file(PlanNode(.table([("path", node)]), place: node.place), path: path)]
    case .table(let members):
      if members.contains(where: { $0.name == "generate" }) { return try generated(node, registry) }
      return [try file(node, path: nil)]
    default: throw node.mistake("a dataset", takes: "a path, or a table with 'path' or 'generate'")
    }
  }

  /// Reads or makes the points.
  ///
  /// - Throws: ``StudyError`` for data that cannot be read, or that are no points.
  public func points() throws(StudyError) -> PointSet {
    do {
      switch origin {
      case .generated(let generator, let count, let seed):
        return try PointSet(generator.columns(count: count, seed: seed))
      case .file(let path, let options):
        let columns = try PointReader.read(path: path, options: options).columns
        let plane = options.planar ? PlanarExtent(enclosing: columns.longitude, columns.latitude) : nil
        return try PointSet(columns, projection: plane.map { .planar($0) } ?? .mercator)
      }
    } catch let error as DataError {
      throw .data(error.description)
    } catch {
      throw .data("\(source): \(error)")
    }
  }

  private static func file(_ node: PlanNode, path: String?) throws(StudyPlanError) -> PlannedDataset {
    var table = try PlanTable(node, of: "a dataset", known: fileMembers)
    guard let path = try table.text("path") else {
      throw node.mistake("a dataset without 'path' or 'generate'")
    }
    var options = ReadOptions()
    options.longitude = try table.text("lon")
    options.latitude = try table.text("lat")
    options.id = try table.text("id")
    options.weight = try table.text("weight")
    options.group = try table.text("group")
    options.priority = try table.text("priority")
    if let delimiter = try table.text("delimiter") {
      options.delimiter = try node.placing { () throws(DataError) in
        try ReadOptions.delimiter(named: delimiter)
      }
    }
    options.header = try table.flag("header")
    options.planar = try table.flag("planar") ?? false
    options.strict = try table.flag("strict") ?? false
    if let names = table.list("attributes") {
      options.attributes = .named(
        try names.map { (name) throws(StudyPlanError) in
          guard let text = name.text else { throw name.mistake("attributes", takes: "names of columns") }
          return text
        })
    }
    let name = try table.text("name") ?? fileName(path)
    return PlannedDataset(
      name: name, source: path, licence: try table.text("licence"), node: node, origin: .file(path, options))
  }

  private static func generated(
    _ node: PlanNode, _ registry: Registry
  ) throws(StudyPlanError) -> [PlannedDataset] {
    let choices = try PlannedChoice.all(
      node, kind: .generator, in: registry, key: "generate", extras: ["name", "licence", "count", "seed"],
      sweeping: ["count", "seed"])
    var datasets: [PlannedDataset] = []
    for choice in choices {
      let members =
        choice.others + choice.given.map { ($0.name, PlanNode(parameter: $0.value, place: node.place)) }
      var table = try PlanTable(
        PlanNode(.table(members), place: node.place), of: "a dataset", known: members.map(\.name))
      let name = try table.text("name")
      let licence = try table.text("licence")
      let count = try table.integer("count", in: 0...100_000_000) ?? 10_000
      let seed = try table.integer("seed", in: 0...Int.max) ?? 1
      let source = choice.label([("count", "\(count)"), ("seed", "\(seed)")])
      let label = choice.label(
        choice.others.filter { $0.name == "count" || $0.name == "seed" }
          .map { ($0.name, $0.value.parameter?.description ?? "") })
      let single = PlanNode(
        .table([("generate", PlanNode(.text(choice.registration.name), place: node.place))] + members),
        place: node.place)
      datasets.append(
        PlannedDataset(
          name: choices.count == 1 ? name ?? label : name.map { "\($0): \(label)" } ?? label, source: source,
          licence: licence, node: single,
          origin: .generated(try choice.make(), count: count, seed: UInt64(seed))))
    }
    return datasets
  }

  /// The part of a path that names the data: neither folders nor endings.
  private static func fileName(_ path: String) -> String {
    let last = path.split(separator: "/").last ?? Substring(path)
    return String(last.prefix { $0 != "." })
  }
}
