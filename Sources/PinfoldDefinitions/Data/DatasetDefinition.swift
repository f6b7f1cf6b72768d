package import Pinfold
package import PinfoldData

/// A point set: a file with the options of its reading, or a generator with its parameters.
package struct DatasetDefinition: Sendable, Equatable {
  package let name: String

  /// The path, or the generator with its parameters.
  package let source: String

  package let licence: String?

  /// The name of the source that the plan declares; sets of one source are one sample of the statistics.
  package var declaredSource: String?

  /// The definition as JSON, of this one set alone.
  package private(set) var json: String

  private var origin: Origin

  private enum Origin: Sendable {
    case file(String, ReadOptions)
    case generated(Choice<any DatasetGenerator>, count: Int, seed: UInt64)
    case made(NamedPoints)
  }

  /// All point sets that a definition names: one for each combination of a generator's lists.
  ///
  /// - Parameter attributes: the columns of files to keep by default.
  package static func all(
    _ node: Node, in registry: Registry, attributes: AttributeChoice = .none
  ) throws(DefinitionError) -> [DatasetDefinition] {
    if let points = node.object(as: NamedPoints.self) { return [Self(points)] }
    if node.text != nil {
      return [try file(Node(.table([("path", node)]), place: node.place), attributes)]
    }
    guard let members = node.members else {
      throw node.mistake("a dataset is \(node.shown); it takes a path, or a table with 'path' or 'generate'")
    }
    return members.contains { $0.name == "generate" }
      ? try generated(node, registry) : [try file(node, attributes)]
  }

  /// The one point set that a definition names.
  package static func one(
    _ node: Node, in registry: Registry, attributes: AttributeChoice = .none
  ) throws(DefinitionError) -> DatasetDefinition {
    try only(try all(node, in: registry, attributes: attributes), "one dataset", at: node)
  }

  /// The most megabytes that a file may unpack to; 0 for what is no file.
  package var maxUnpacked: Int { if case .file(_, let options) = origin { options.maxUnpacked } else { 0 } }

  /// The same definition with another such limit.
  package func unpacking(atMost megabytes: Int) -> DatasetDefinition {
    guard case .file(let path, var options) = origin else { return self }
    options.maxUnpacked = megabytes
    var copy = self
    copy.origin = .file(path, options)
    return copy
  }

  /// The same definition with further columns to load; its JSON names them too.
  package func reading(_ columns: [ColumnRequest]) -> DatasetDefinition {
    guard case .file(let path, var options) = origin, !columns.isEmpty else { return self }
    options.requests += columns
    var copy = self
    copy.json = json(keeping: columns, options.attributes)
    copy.origin = .file(path, options)
    return copy
  }

  /// Reads bytes as what the file holds, without making a point set of them.
  ///
  /// - Parameter rows: takes those of all rows that count, before the options select.
  package func columns(of bytes: [UInt8], counting rows: (PointData) -> PointData) throws -> PointData {
    guard case .file(_, let options) = origin else { preconditionFailure("only files have rows") }
    return try PointReader.read(bytes: bytes, options: options, source: source, counting: rows)
  }

  /// Whether a share or the first of the rows is read.
  package var isCut: Bool {
    if case .file(_, let options) = origin { options.head != nil || options.sample != nil } else { false }
  }

  /// The definition as JSON, whatever the order in which its members were given.
  package var normalJSON: String {
    (try? Node(json: Array(json.utf8), source: name))?.sorted.json ?? json
  }

  /// The definition as JSON, with further columns that become attributes.
  private func json(keeping columns: [ColumnRequest], _ chosen: AttributeChoice) -> String {
    var names: [String] = []
    switch chosen {
    case .all: return json
    case .named(let given): names = given
    case .none: break
    }
    for column in columns where !names.contains(column.name) { names.append(column.name) }
    guard let document = try? Node(json: Array(json.utf8), source: name) else { return json }
    let others = (document.members ?? []).filter { $0.name != "attributes" }
    return Node(.table(others + [("attributes", Node(.list(names.map { Node(.text($0)) })))])).json
  }

  /// The path of the file that the points are read from; nil for other sources.
  package var path: String? { if case .file(let path, _) = origin { path } else { nil } }

  package var isPlanar: Bool {
    switch origin {
    case .file(_, let options): options.planar
    case .generated: false
    case .made(let named): !named.points.projection.wraps
    }
  }

  /// The origin of the generator; nil for other sources.
  var generatorOrigin: RegistrationOrigin? {
    if case .generated(let choice, _, _) = origin { choice.registration.origin } else { nil }
  }

  package var count: Int? { if case .generated(_, let count, _) = origin { count } else { nil } }

  /// Reads or makes the points.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file, if it was read already.
  ///   - context: when to stop.
  package func load(
    bytes: [UInt8]? = nil, context: RunContext = RunContext()
  ) throws(DatasetError) -> NamedPoints {
    var source = source
    do {
      switch origin {
      case .made(let points): return points
      case .generated(let choice, let count, let seed):
        guard Memory.allows(count * Memory.bytesPerPoint) else { throw DataError.outOfMemory(source) }
        let columns = try choice.make().columns(count: count, seed: seed, context: context)
        return NamedPoints(name, try PointSet(columns, context: context))
      case .file(let path, let options):
        if let index = try IndexFile(path: path, bytes: bytes, options, context) {
          return NamedPoints(name, index.points, report: index.report)
        }
        let data =
          if let bytes {
            try PointReader.read(
              bytes: bytes, options: options, source: path == "-" ? "standard input" : path)
          } else {
            try PointReader.read(path: path, options: options, context: context)
          }
        source = data.report.source
        guard Memory.allows(data.columns.count * Memory.bytesPerPoint) else {
          throw DataError.outOfMemory(source)
        }
        let points = try PointSet(data.columns, isPlanar: options.planar, context: context)
        var report = data.report
        report.crowd = PointCrowd(of: points)
        return NamedPoints(name, points, report: report)
      }
    } catch {
      throw DatasetError(error, of: source)
    }
  }

  /// A file of data as a definition describes it.
  struct File: Definition {
    var path = ""
    var name: String?
    var licence: String?
    var source: String?
    var read = ReadOptions()

    static let owner = "a dataset"

    static let options: [DefinedOption<File>] =
      [
        DefinedOption("path", \.path, value: "file", isRequired: true, "The file."),
        DefinedOption("name", \.name, standard: "the name of the file", "Name in reports."),
        DefinedOption("licence", \.licence, "License of the data."),
        DefinedOption("source", \.source, standard: "the file", sourceHelp),
      ] + ReadOptions.options(in: \.read)
  }

  /// Generated points: the options besides the generator's own parameters.
  struct Generation: Definition {
    var name: String?
    var licence: String?
    var source: String?
    var count = 10_000
    var seed: UInt64 = 1

    static let owner = "a dataset"

    static let options: [DefinedOption<Generation>] = [
      DefinedOption("name", \.name, standard: "the generator with its settings", "Name in reports."),
      DefinedOption("licence", \.licence, "License of the data."),
      DefinedOption("source", \.source, standard: "the generator", sourceHelp),
      DefinedOption("count", \.count, takes: .integer(0...100_000_000), "Number of points."),
      DefinedOption("seed", \.seed, "Seed of the random numbers."),
    ]
  }

  private static let sourceHelp =
    "Name of the source. In a study, datasets of one source, such as several extracts, are one sample."

  /// The options of a file, the path apart.
  package static let fileOptions = Array(File.optionDescriptions.dropFirst())

  package static let generatorOptions = Generation.optionDescriptions

  private static func file(
    _ node: Node, _ attributes: AttributeChoice
  ) throws(DefinitionError) -> DatasetDefinition {
    guard node.members?.isEmpty == false else { throw node.mistake("a dataset needs 'path' or 'generate'") }
    var file = try File(node)
    if node.members?.contains(where: { $0.name == "attributes" }) != true {
      file.read.attributes = attributes
    }
    return DatasetDefinition(
      name: file.name ?? PointReader.dataName(ofPath: file.path), source: file.path,
      licence: file.licence ?? SampleData.licence(ofPath: file.path), declaredSource: file.source,
      json: node.json, origin: .file(file.path, file.read))
  }

  private static func generated(
    _ node: Node, _ registry: Registry
  ) throws(DefinitionError) -> [DatasetDefinition] {
    let extras = generatorOptions.map(\.name)
    let swept = try Choice.sweep(
      node, kind: .generator, in: registry, key: "generate", extras: extras, sweeping: ["count", "seed"])
    return try swept.map { (choice, others) throws(DefinitionError) in
      let own = try Generation(Node(.table(others), place: node.place))
      let numbers = [("count", "\(own.count)"), ("seed", "\(own.seed)")]
      let label = choice.label(numbers.filter { number in others.contains { $0.name == number.0 } })
      let name = swept.count == 1 ? own.name ?? label : own.name.map { "\($0): \(label)" } ?? label
      let members = others.map { member, value in
        switch member {
        case "count": (member, Node(.integer(own.count)))
        case "seed": (member, Node(.integer(Int(own.seed))))
        case "name": (member, Node(.text(name)))
        default: (member, value)
        }
      }
      let single = Node(
        .table(
          [("generate", Node(.text(choice.registration.name)))] + members
            + choice.given.map { ($0.name, Node(parameter: $0.value)) }))
      return DatasetDefinition(
        name: name, source: choice.label(numbers), licence: own.licence,
        declaredSource: own.source, json: single.json,
        origin: .generated(choice, count: own.count, seed: own.seed))
    }
  }

  /// Whether two definitions mean the same points by the same name, however they are written.
  package static func == (one: DatasetDefinition, other: DatasetDefinition) -> Bool {
    guard
      [one.name, one.source, one.licence, one.declaredSource]
        == [other.name, other.source, other.licence, other.declaredSource]
    else { return false }
    switch (one.origin, other.origin) {
    case (.file(let path, let options), .file(let other, let others)):
      return path == other && options == others
    case (.generated(let choice, let count, let seed), .generated(let other, let otherCount, let otherSeed)):
      return choice == other && count == otherCount && seed == otherSeed
    case (.made(let points), .made(let other)): return points.points.isIdentical(to: other.points)
    default: return false
    }
  }
}

/// The reason why a definition gives no points.
package enum DatasetError: Error, CustomStringConvertible {
  case data(DataError)

  /// The data are no points.
  case invalid(String)

  case stopped(ClusteringError)

  fileprivate init(_ error: any Error, of source: String) {
    self =
      switch error {
      case ClusteringError.plugin(let message), ClusteringError.pluginLimit(let message): .invalid(message)
      case let error as ClusteringError: .stopped(error)
      case let error as DataError: .data(error)
      default: .invalid("\(source): \(error)")
      }
  }

  package var description: String {
    switch self {
    case .data(let error): "\(error)"
    case .invalid(let message): message
    case .stopped(let error): error.description
    }
  }
}

extension DatasetDefinition {
  package init(_ points: NamedPoints) {
    self.init(name: points.name, source: points.name, licence: nil, json: "", origin: .made(points))
  }

  /// The Lua expression that reads or makes the same points; nil for points that a program made.
  package var lua: String? {
    guard var members = (try? Node(json: Array(json.utf8), source: name))?.members else { return nil }
    let (function, key) = path == nil ? ("generate", "generate") : ("dataset", "path")
    guard let index = members.firstIndex(where: { $0.name == key }) else { return nil }
    let first = members.remove(at: index).value
    // On the command line the name is the path, so it is redundant.
    members.removeAll { $0.name == "name" && $0.value.text == first.text }
    if path != nil {
      let kinds = Dictionary(Self.fileOptions.map { ($0.name, $0.kind) }) { $1 }
      members = members.map { ($0.name, $0.value.typed(as: kinds[$0.name])) }
    }
    let options = members.isEmpty ? "" : ", " + Node(.table(members), place: name).lua
    return "\(function)(\(first.lua)\(options))"
  }
}

extension Node {
  /// The value of an option with its own type, where it is a text that was typed as a flag's value.
  fileprivate func typed(as kind: ParameterKind?) -> Node {
    switch kind {
    case .list(let element):
      let words = elements.flatMap { $0.text.map { Node(.word($0), place: place).values } ?? [$0] }
      return Node(.list(words.map { $0.typed(as: element) }), place: place)
    case .type(let name, _) where name.hasSuffix("[]"):
      let words = text.map { Node(.word($0), place: place).values } ?? []
      return words.count > 1 ? Node(.list(words), place: place) : self
    case let kind?:
      guard let text, let value = kind.accepted(Node(.word(text))) else { return self }
      return Node(parameter: value, place: place)
    case nil: return self
    }
  }
}
