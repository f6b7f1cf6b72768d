public import Pinfold
public import PinfoldData

/// A value in the definition of a study, with its place: what JSON files and Lua tables both come down to.
public struct PlanNode: Sendable {
  /// What it is.
  public let value: Value

  /// Where it is, for messages: "study.json:7".
  public let place: String

  /// The kinds of values.
  public enum Value: Sendable {
    case null
    case flag(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([PlanNode])
    case table([(name: String, value: PlanNode)])
  }

  /// Places a value.
  public init(_ value: Value, place: String) {
    self.value = value
    self.place = place
  }

  /// A document.
  ///
  /// - Parameter source: what messages call it, usually its path.
  public init(_ json: JSONNode, source: String) {
    place = "\(source):\(json.line)"
    value =
      switch json.value {
      case .null: .null
      case .flag(let flag): .flag(flag)
      case .integer(let integer): .integer(integer)
      case .number(let number): .number(number)
      case .text(let text): .text(text)
      case .list(let values): .list(values.map { PlanNode($0, source: source) })
      case .table(let members): .table(members.map { ($0.name, PlanNode($0.value, source: source)) })
      }
  }
}

extension PlanNode {
  /// A name with parameters, in the order of their names.
  public init(name: String, values: ParameterValues, place: String) {
    let members = values.sorted { $0.key < $1.key }.map {
      ($0.key, PlanNode(parameter: $0.value, place: place))
    }
    self.init(.table([("name", PlanNode(.text(name), place: place))] + members), place: place)
  }

  /// A parameter's value as it would be written.
  init(parameter: ParameterValue, place: String) {
    let value: Value =
      switch parameter {
      case .number(let number): .number(number)
      case .integer(let integer): .integer(integer)
      case .flag(let flag): .flag(flag)
      case .choice(let word): .text(word)
      }
    self.init(value, place: place)
  }
}

/// What is wrong with the definition of a study.
public struct StudyPlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where: "study.json:7".
  public var place: String

  /// What is wrong, and what would be right.
  public var message: String

  /// Places a mistake.
  public init(place: String, message: String) {
    self.place = place
    self.message = message
  }

  public var description: String { "\(place): \(message)" }
}

extension PlanNode {
  /// What is wrong with this value.
  func mistake(_ message: String) -> StudyPlanError { StudyPlanError(place: place, message: message) }

  /// That this is not what is asked for.
  func mistake(_ name: String, takes expectation: String) -> StudyPlanError {
    mistake("'\(name)' is \(kind); it takes \(expectation)")
  }

  /// Calls something that throws errors without a place.
  func placing<Output, Failure: Error & CustomStringConvertible>(
    _ body: () throws(Failure) -> Output
  ) throws(StudyPlanError) -> Output {
    do { return try body() } catch { throw mistake(error.description) }
  }

  private var kind: String {
    switch value {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(ParameterValue.number(number))"
    case .text(let text): "'\(text)'"
    case .list: "a list"
    case .table: "a table"
    }
  }

  /// The text; nil for what is none.
  var text: String? { if case .text(let text) = value { text } else { nil } }

  /// The number, whole or not; nil for what is none.
  // Never inlined, as Swift 6.3's optimiser fails on the switch ("found outside of lifetime use") where it is.
  @inline(never)
  var number: Double? {
    switch value {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The whole number; nil for what is none.
  @inline(never)
  var integer: Int? {
    switch value {
    case .integer(let number): number
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  /// Several values: those of a list, or this one alone.
  var alternatives: [PlanNode] { if case .list(let nodes) = value { nodes } else { [self] } }

  /// The value as a parameter's; nil for what cannot be one.
  var parameter: ParameterValue? {
    switch value {
    case .flag(let flag): .flag(flag)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .text(let text): .choice(text)
    case .null, .list, .table: nil
    }
  }

  /// The value in the form that a parameter takes.
  func accepted(
    by parameter: ParameterDescription, of owner: String
  ) throws(StudyPlanError) -> ParameterValue {
    guard let accepted = self.parameter.flatMap({ parameter.kind.accepted($0) }) else {
      let error = ParameterError.unacceptable(
        name: parameter.name, owner: owner, value: kind, expectation: parameter.kind.expectation)
      throw mistake(error.description)
    }
    return accepted
  }

  /// Writes the value as JSON.
  func write(to json: inout JSONWriter) {
    switch value {
    case .null: json.null()
    case .flag(let flag): json.value(flag)
    case .integer(let number): json.value(number)
    case .number(let number): json.value(number)
    case .text(let text): json.value(text)
    case .list(let nodes): json.array { json in for node in nodes { node.write(to: &json) } }
    case .table(let members):
      json.object { json in
        for (name, value) in members {
          json.key(name)
          value.write(to: &json)
        }
      }
    }
  }

  /// The value as JSON on one line.
  var json: String {
    var json = JSONWriter()
    write(to: &json)
    return json.text
  }
}
