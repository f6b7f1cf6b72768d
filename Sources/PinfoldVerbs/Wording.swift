package import Pinfold
import PinfoldData
package import PinfoldDefinitions
import Platform

/// A number with three or four significant digits, for tables, a very small one as a power of ten; "-" where
/// there is none.
package func short(_ value: Double?) -> String {
  guard let value, value.isFinite else { return "-" }
  if value == value.rounded() { return Numeral.text(value) }
  switch value.magnitude {
  case ..<1e-6:
    let scale = pow(10, 2 - floor(log10(value.magnitude)))
    return scale.isFinite ? ((value * scale).rounded() / scale).description : value.description
  case ..<0.001:
    return Numeral.fixed(value, digits: value.magnitude < 1e-5 ? 8 : value.magnitude < 1e-4 ? 7 : 6)
  case ..<1: return Numeral.fixed(value, digits: 4)
  case ..<10: return Numeral.fixed(value, digits: 3)
  case ..<100: return Numeral.fixed(value, digits: 2)
  case ..<1000: return Numeral.fixed(value, digits: 1)
  default: return Numeral.fixed(value, digits: 0)
  }
}

extension Viewport {
  /// "-3.70000, 40.40000 at zoom 6.00, 1280 × 800"
  package var inWords: String {
    let place = [center.longitude, center.latitude].map { Numeral.fixed($0, digits: 5) }
    return "\(place.joined(separator: ", ")) at zoom \(Numeral.fixed(zoom, digits: 2)), "
      + [width, height].map { Numeral.text(($0 * 10).rounded() / 10) }.joined(separator: " × ")
      + (bearing == 0 ? "" : ", bearing \(Numeral.text(bearing))")
  }
}

extension Definition {
  /// The words of a command line that give options; members that are no options are left out.
  package static func words(_ members: [(name: String, value: Node)]) -> [String] {
    optionDescriptions.words(members)
  }
}

extension [ParameterDescription] {
  fileprivate func words(_ members: [(name: String, value: Node)]) -> [String] {
    flatMap { option in
      members.first { $0.name == option.name }.map { option.words($0.value) } ?? []
    }
  }
}

extension ParameterDescription {
  /// The name of the flag for parameters of a switch, as "separation" of `--separate`.
  package var settingsName: String {
    kind.luaType.split(separator: "|").last.map { $0.lowercased() } ?? name
  }

  fileprivate func words(_ value: Node) -> [String] {
    switch kind {
    case .table(_, let inner): inner.words(value.members ?? [])
    case .switched:
      [flag]
        + (value.members ?? []).flatMap { [Self.flag(settingsName), "\($0.name)=\($0.value.word)"] }
    // The parentheses of a strategy keep its commas.
    case .list(let element) where element.luaType.contains("table"):
      value.elements.flatMap { words(giving: $0.word) }
    case .list: value.elements.flatMap { words(giving: $0.text.map(Node.quoted) ?? $0.word) }
    default:
      switch value.value {
      case .flag(let isOn): [isOn ? flag : "--no-" + flag.dropFirst(2)]
      default: value.text == nil ? [flag, value.word] : words(giving: value.word)
      }
    }
  }

  /// A word of its own would be a flag if it began with a hyphen.
  private func words(giving word: String) -> [String] {
    word.hasPrefix("-") ? ["\(flag)=\(word)"] : [flag, word]
  }
}

extension Node {
  fileprivate var word: String {
    switch value {
    case .number(let number): ParameterValue.number(number).description
    case .integer(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    default: text ?? ""
    }
  }
}
