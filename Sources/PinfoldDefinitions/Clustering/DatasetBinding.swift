package import Pinfold
import PinfoldData

/// A value that a strategy of a study takes from each dataset, rather than from the plan.
package enum DatasetBinding: Hashable, Sendable {
  /// A whole number: how many different values a column has.
  case distinct(parameter: String, column: String, except: String?)

  /// The frames, which another program made: the path of a file, in which `{dataset}` stands for the name.
  case frames(path: String)

  fileprivate static let source = "from"
  fileprivate static let exception = "except"
  fileprivate static let frames = "frames"
}

extension ClustererDefinition {
  /// All strategies that an element of a study's list names. A whole number may come from a column, as in
  /// `{ "name": "kmeans", "k": { "from": "truth" } }`, and frames from a file, as in
  /// `{ "name": "other", "frames": "frames/{dataset}.json" }`.
  static func studied(_ node: Node, in registry: Registry) throws(DefinitionError) -> [ClustererDefinition] {
    guard let members = node.members else { return try all(node, in: registry) }
    if let frames = members.first(where: { $0.name == DatasetBinding.frames }) {
      return [try foreign(node, frames.value, in: registry)]
    }
    func isBound(_ value: Node) -> Bool {
      value.members?.contains { $0.name == DatasetBinding.source } == true
    }
    let rest = Node(.table(members.filter { !isBound($0.value) }), place: node.place)
    var definitions = try all(rest, in: registry)
    for (name, value) in members where isBound(value) {
      let table = try value.table(
        of: "'\(name)'", known: [DatasetBinding.source, DatasetBinding.exception])
      guard let column = table[DatasetBinding.source]?.text, !column.isEmpty else {
        throw value.mistake("'\(name)' takes 'from', the name of a column whose distinct values are counted")
      }
      for index in definitions.indices {
        let registration = definitions[index].choice.registration
        guard case .integer? = registration.parameters.first(where: { $0.name == name })?.kind else {
          throw value.mistake(
            "'\(name)' of \(registration.label) is not a whole number; only whole numbers can be counted 'from' a column"
          )
        }
        definitions[index].bindings.append(
          .distinct(parameter: name, column: column, except: table[DatasetBinding.exception]?.text))
      }
    }
    return definitions
  }

  private static func foreign(
    _ node: Node, _ frames: Node, in registry: Registry
  ) throws(DefinitionError) -> ClustererDefinition {
    let table = try node.table(of: "a strategy with 'frames'", known: ["name", DatasetBinding.frames])
    guard let name = table["name"]?.text, !name.isEmpty else {
      throw node.mistake(
        "a strategy with 'frames' needs 'name', that of the program that made them")
    }
    guard let path = frames.text, !path.isEmpty else {
      throw frames.mistake(
        "'frames' takes the path of a file, in which {dataset} stands for a dataset's name")
    }
    guard !registry.all(.strategy).contains(where: { $0.name == name }) else {
      throw node.mistake("'\(name)' is the name of a strategy; give the frames another name")
    }
    let registration = Registration<any ClusteringStrategy>(
      kind: .strategy, name: name, summary: "", parameters: []
    ) { _ in ForeignStrategy() }
    var definition = try ClustererDefinition(
      Choice(registration: registration, given: []), ClusteringSteps(), at: node)
    definition.bindings = [.frames(path: path)]
    return definition
  }

  /// The file with the frames of a dataset that another program made; nil for a strategy that is run.
  package func framesPath(of dataset: String) -> String? {
    for case .frames(let path) in bindings { return path.replacing("{dataset}", with: dataset) }
    return nil
  }

  /// The clusterer with what it has from a dataset.
  package func clusterer(of points: PointSet) throws -> Clusterer {
    var values: ParameterValues = [:]
    for case .distinct(let parameter, let column, let except) in bindings {
      let column = try points.attribute(named: column)
      let texts = (0..<points.count).compactMap { column.values.text(at: $0) }
      let count = Set(texts.filter { !$0.isEmpty && $0 != except }.map { Array($0.utf8) }).count
      let kind = choice.registration.parameters.first { $0.name == parameter }?.kind
      guard let value = kind?.accepted(.integer(count)) else {
        throw DefinitionError(
          place: label,
          message: "'\(parameter)' would be \(count), the different values of '\(column.name)'; it takes "
            + (kind?.expectation ?? "nothing"))
      }
      values[parameter] = value
    }
    return try clusterer(with: values)
  }

  /// The bindings as a plan writes them.
  var boundMembers: [(name: String, value: Node)] {
    bindings.map { binding in
      switch binding {
      case .distinct(let parameter, let column, let except):
        let members =
          [(name: DatasetBinding.source, value: Node(.text(column)))]
          + (except.map { [(DatasetBinding.exception, Node(.text($0)))] } ?? [])
        return (parameter, Node(.table(members)))
      case .frames(let path): return (DatasetBinding.frames, Node(.text(path)))
      }
    }
  }

  /// The bindings as parameters: "k", "truth but 0".
  var boundParameters: [(name: String, value: String)] {
    bindings.map { binding in
      switch binding {
      case .distinct(let parameter, let column, let except):
        (parameter, column + (except.map { " but \($0)" } ?? ""))
      case .frames(let path): (DatasetBinding.frames, path)
      }
    }
  }
}

/// Stands for a program that made frames elsewhere.
private struct ForeignStrategy: ClusteringStrategy {
  var capabilities: Capabilities { [] }

  func makeIndex(over points: PointSet, context: RunContext) throws(ClusteringError) -> any ClusterIndex {
    throw .plugin(message: "its frames were made elsewhere")
  }
}
