import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldScripting
import PinfoldVerbs

/// One line of a listing, with everything that the registry knows of it.
struct ListEntry {
  var name: String
  var summary: String
  /// The file and the version of a plugin; nil for built-ins.
  var plugin: (path: String, version: String)?
  var parameters: [ParameterDescription] = []
  /// The capabilities of a strategy with its defaults, which tests by the contract show, or which a plugin
  /// promises; nil for anything else.
  var capabilities: [String]?
  var measures: [Measure] = []
  /// Further facts, by name.
  var facts: [(name: String, value: String)] = []

  init(name: String, summary: String) {
    self.name = name
    self.summary = summary
  }

  init<Product>(_ registration: Registration<Product>) {
    self.init(name: registration.name, summary: registration.summary)
    parameters = registration.parameters
    if case .plugin(let path, let version, _) = registration.origin { plugin = (path, version) }
  }

  /// Everything about it, for people.
  var text: String {
    var text = "\(name)\n  \(summary)\n"
    for (name, value) in facts { text += "  \(name): \(value)\n" }
    if let plugin { text += "  plugin: \(plugin.path), version \(plugin.version)\n" }
    if let capabilities {
      let verb = plugin == nil ? "keeps" : "promises"
      text += "  \(verb): \(capabilities.isEmpty ? "nothing" : capabilities.joined(separator: ", "))\n"
    }
    if !measures.isEmpty { text += "  measures\n" }
    for measure in measures {
      let unit = measure.unit.map { "\($0), " } ?? ""
      text += "    \(measure.name) (\(unit)\(measure.better.wording))\n      \(measure.help)\n"
    }
    if !parameters.isEmpty { text += "  parameters\n" }
    for parameter in parameters {
      text += "    \(parameter.name)=\(parameter.setting)\n"
      text += "      \(parameter.help)\n"
    }
    return text
  }

  func write(to json: inout JSONWriter, kind: String? = nil) {
    json.object { json in
      if let kind { json.member("kind", kind) }
      json.member("name", name)
      json.member("summary", summary)
      for (name, value) in facts { json.member(name, value) }
      if let plugin {
        json.member("path", plugin.path)
        json.member("version", plugin.version)
      }
      if let capabilities {
        json.key("capabilities")
        json.array { json in for name in capabilities { json.value(name) } }
      }
      if !measures.isEmpty {
        json.key("measures")
        json.array { json in for measure in measures { measure.write(to: &json) } }
      }
      json.key("parameters")
      json.array { json in for parameter in parameters { parameter.write(to: &json) } }
    }
  }
}

extension MeasureDirection {
  var wording: String {
    switch self {
    case .higher: "higher is better"
    case .lower: "lower is better"
    case .descriptive: "only describes"
    }
  }
}

extension Measure {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("unit", unit)
      // JSON has no infinity: null is an open end.
      json.member("low", range.lowerBound)
      json.member("high", range.upperBound)
      json.member("better", better.rawValue)
      json.member("help", help)
    }
  }
}

extension ParameterDescription {
  /// The default and the other possible values: "64 screen points; a number in 1…4096".
  var setting: String {
    let unit = unit.map { " \($0)" } ?? ""
    return "\(defaultValue)\(unit); \(kind.expectation)"
  }

  /// Writes it as an object.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      kind.writeMembers(to: &json)
      json.member("unit", unit)
      json.member("default", defaultValue)
      json.member("help", help)
    }
  }
}
