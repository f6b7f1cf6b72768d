package import Pinfold
import PinfoldData

extension Node {
  /// Names with settings, as people write them on one line: `grid`, `grid(cellSize=80),pca`, or
  /// `grid,cellSize=80,pca` without the parentheses, which a Unix shell requires to be quoted.
  ///
  /// - Returns: for each name a string, or if it has settings a table with the member `key`.
  static func forms(
    _ text: String, place: String, key: String = "name"
  ) throws(DefinitionError) -> [Node] {
    var forms: [[(name: String, value: Node)]] = []
    for (item, isInside) in try items(of: text, place: place) {
      guard let sign = item.firstIndex(of: "=") else {
        // The next value of a list, or the next stop of a size by zoom, as in cellSize=0:80,12:40.
        if isInside || isNumeric(item), let last = forms.last?.last, forms[forms.count - 1].count > 1 {
          let value = Node(.word("\(last.value.text ?? ""),\(item)"), place: place)
          forms[forms.count - 1][forms[forms.count - 1].count - 1] = (last.name, value)
          continue
        }
        forms.append([(key, Node(.text(item), place: place))])
        continue
      }
      let name = String(item[..<sign].trimmed())
      guard !forms.isEmpty, !name.isEmpty else {
        throw DefinitionError(place: "\(place) '\(text)'", message: "expected a name before '\(item)'")
      }
      let value = Node(.word(String(item[item.index(after: sign)...].trimmed())), place: place)
      forms[forms.count - 1].append((name, value))
    }
    return forms.map { $0.count == 1 ? $0[0].value : Node(.table($0), place: place) }
  }

  /// Whether a text is a number, or two with a colon between them, as no name is.
  private static func isNumeric(_ text: String) -> Bool {
    let sides = text.split(separator: ":", omittingEmptySubsequences: false)
    return sides.count <= 2 && sides.allSatisfy { Double($0) != nil }
  }

  /// One name with settings, as in `grid(cellSize=80)`.
  ///
  /// - Returns: the name, and a table of the settings.
  package static func form(
    _ text: String, place: String
  ) throws(DefinitionError) -> (name: String, settings: Node) {
    // Without settings it may be a path, whose commas are its own.
    guard text.hasSuffix(")") else { return (text, Node(.table([]), place: place)) }
    let form = try only(try forms(text, place: place), "one name", at: Node(.text(text), place: place))
    let members = form.members ?? []
    return (members.first?.value.text ?? text, Node(.table(Array(members.dropFirst())), place: place))
  }

  // Parentheses only group, and must begin with a setting: splits at commas and at "(".
  private static func items(
    of text: String, place: String
  ) throws(DefinitionError) -> [(text: String, isInside: Bool)] {
    var items: [(text: String, isInside: Bool)] = []
    let malformed = DefinitionError(
      place: "\(place) '\(text)'",
      message: "expected names with optional settings, as in 'grid,grid(cellSize=80)'")
    var (rest, isInside, isClosed) = (text[...], false, false)
    while true {
      let end = rest.firstIndex { "(),".contains($0) }
      let item = String(rest[..<(end ?? rest.endIndex)].trimmed())
      if isClosed {
        guard item.isEmpty else { throw malformed }
      } else {
        guard !item.isEmpty, !isInside || item.contains("=") || items.last?.isInside == true else {
          throw malformed
        }
        items.append((item, isInside))
      }
      guard let end else { break }
      switch rest[end] {
      case "(" where !isInside && !isClosed && !item.contains("="): isInside = true
      case ")" where isInside: (isInside, isClosed) = (false, true)
      case ",": isClosed = false
      default: throw malformed
      }
      rest = rest[rest.index(after: end)...]
    }
    guard !isInside else { throw malformed }
    return items
  }
}
