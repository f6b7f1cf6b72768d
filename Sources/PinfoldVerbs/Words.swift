package import Pinfold
package import PinfoldDefinitions

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
    case .list: value.elements.flatMap { [flag, $0.word] }
    default:
      switch value.value {
      case .flag(let isOn): [isOn ? flag : "--no-" + flag.dropFirst(2)]
      default: [flag, value.word]
      }
    }
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
