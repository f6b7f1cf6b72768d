package import Pinfold
package import PinfoldData

extension ParameterKind {
  /// Writes the members that say which values it takes: `type`, with `low` and `high`, `words` or `holds`.
  package func writeMembers(to json: inout JSONWriter) {
    switch self {
    case .number(let range):
      json.member("type", "number")
      json.member("low", range.lowerBound)
      json.member("high", range.upperBound)
    case .integer(let range):
      json.member("type", "integer")
      json.member("low", range.lowerBound)
      json.member("high", range.upperBound)
    case .size(let range):
      json.member("type", "size")
      json.member("low", range.lowerBound)
      json.member("high", range.upperBound)
    case .flag: json.member("type", "flag")
    case .choice(let words):
      json.member("type", "choice")
      json.key("words")
      json.array { json in for word in words { json.value(word) } }
    case .text: json.member("type", "text")
    case .column(let kind):
      json.member("type", "column")
      json.member("holds", kind.rawValue)
    case .list: json.member("type", "list")
    }
  }
}
