import ArgumentParser
import Pinfold
import PinfoldData
import PinfoldDefinitions

/// The points that a command works on: files, or generated ones.
struct DataOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "\(PointFormats.inWords), gzip'd or not; others by ogr2ogr; - for standard input.",
      valueName: "data"),
    completion: .file())
  var files: [String] = []

  @Option(
    name: .customLong("generate"),
    help: ArgumentHelp(
      "Generated points, as in cities,count=20000,seed=7 or 'cities(count=20000)'; 'pinfold list generators' "
        + "shows the parameters. May be given more than once.", valueName: "generator"),
    completion: .generators)
  var generators: [String] = []

  func nodes(_ reading: Flags<ReadOptions>) throws -> [Node] {
    if files.isEmpty, let option = reading.members.first {
      throw Failure.usage(
        "--\(option.name) applies to files, and none is given; generated points have no columns")
    }
    return files.map { path in
      // Reports name files as the user did.
      let name = Node(.text(path), place: path)
      return Node(.table([("path", name), ("name", name)] + reading.members), place: path)
    }
      + generators.map {
        Node(.table([("generate", Node(.word($0), place: "--generate"))]), place: "--generate")
      }
  }

  /// The data set of a command that takes only one.
  ///
  /// - Parameters:
  ///   - usual: the generator if no data are named; nil if data are required.
  ///   - attributes: the columns of a file to keep if no option says which.
  ///   - columns: the columns that the operations on the points read.
  func one(
    _ reading: Flags<ReadOptions>, _ registry: Registry, usual: String? = nil,
    attributes: AttributeChoice = .none, with columns: [ColumnRequest] = []
  ) throws -> DatasetDefinition {
    var data = self
    if let usual, files.isEmpty, generators.isEmpty { data.generators = [usual] }
    let all = try data.all(reading, registry, attributes: attributes, with: columns)
    guard all.count == 1 else { throw Failure.usage("expected one data set, not \(all.count)") }
    return all[0]
  }

  /// The data sets of a command that takes several, at least one.
  func all(
    _ reading: Flags<ReadOptions>, _ registry: Registry, attributes: AttributeChoice = .none,
    with columns: [ColumnRequest] = []
  ) throws -> [DatasetDefinition] {
    let all = try nodes(reading).each { (node) throws(DefinitionError) in
      try DatasetDefinition.all(node, in: registry, attributes: attributes)
    }
    guard !all.isEmpty else { throw Failure.usage("no data: name a file, or say --generate cities") }
    return all.map { $0.reading(columns) }
  }
}

/// The words of a command line that say which data to read, and how, for the line that reproduces a view.
enum DataWords {
  /// The words behind the subcommand, but for the flags of some definitions and their values.
  ///
  /// - Parameter others: flags with a value that no definition declares.
  static func all(of arguments: [String], without flags: [DefinedFlag], others: [String]) -> [String] {
    var words: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let declared = flags.first { $0.flag == name || "--no-" + $0.flag.dropFirst(2) == name }
      guard declared != nil || others.contains(name) else {
        words.append(word)
        continue
      }
      let takesValue = declared.map { $0.form == .value || $0.form == .values } ?? true
      if takesValue, parts.count == 1 { rest = rest.dropFirst() }
    }
    return words
  }
}
