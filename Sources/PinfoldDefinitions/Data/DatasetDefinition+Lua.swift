import Pinfold
import PinfoldData

extension DatasetDefinition {
  /// The Lua expression that reads or makes the same points; nil for points that a program made.
  package var lua: String? {
    guard var members = (try? Node(json: Array(json.utf8), source: name))?.members
    else { return nil }
    let (function, key) = path == nil ? ("generate", "generate") : ("dataset", "path")
    guard let index = members.firstIndex(where: { $0.name == key }) else { return nil }
    let first = members.remove(at: index).value
    // Where the name is the path, as on the command line, it says nothing.
    members.removeAll { $0.name == "name" && $0.value.text == first.text }
    if path != nil {
      members = members.map { name, value in
        (name, value.typed(as: Self.fileOptions.first { $0.name == name }?.kind))
      }
    }
    let options = members.isEmpty ? "" : ", " + Node(.table(members), place: name).lua
    return "\(function)(\(first.lua)\(options))"
  }
}

extension Node {
  /// The value of an option with numbers as numbers, truth as truth and lists as lists, where it is a text
  /// that was typed as a flag's.
  fileprivate func typed(as kind: OptionKind?) -> Node {
    switch kind {
    case .list(let element):
      let words = elements.flatMap { $0.text.map { Node(.word($0), place: place).alternatives } ?? [$0] }
      return Node(.list(words.map { $0.typed(as: element) }), place: place)
    case .type(let name, _) where name.hasSuffix("[]"):
      let words = text.map { Node(.word($0), place: place).alternatives } ?? []
      return words.count > 1 ? Node(.list(words), place: place) : self
    case .scalar(let scalar):
      guard let text, let value = Node(.word(text), place: place).accepted(by: scalar) else { return self }
      return Node(parameter: value, place: place)
    default: return self
    }
  }
}
