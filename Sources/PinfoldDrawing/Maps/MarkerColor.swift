import Pinfold

/// A color that a strategy gave one of its clusters, written as `#ff8800`.
struct MarkerColor: Hashable {
  let hex: String

  /// Fails for anything else, which a picture must not hold.
  init?(_ text: String) {
    guard text.wholeMatch(of: /#[0-9a-fA-F]{6}/) != nil else { return nil }
    hex = text
  }

  /// The color of labels on it: dark on what is light to the eye.
  var ink: String {
    let channels = [1, 3, 5].map { start in
      let from = hex.utf8.index(hex.startIndex, offsetBy: start)
      return Double(UInt8(hex[from...].prefix(2), radix: 16) ?? 0)
    }
    // The luma of ITU-R BT.601.
    let lightness = 0.299 * channels[0] + 0.587 * channels[1] + 0.114 * channels[2]
    return lightness > 140 ? Theme.darkInk : Theme.lightInk
  }
}

extension Frame {
  /// The colors of clusters, nil for one without; empty where the strategy gave none.
  var colors: [MarkerColor?] { texts(of: "color").map { $0.flatMap { MarkerColor($0) } } }

  /// The names of clusters, nil for one without; empty where the strategy gave none.
  var names: [String?] { texts(of: "name") }

  private func texts(of name: String) -> [String?] {
    guard case .texts(let column)? = details?.fields.first(where: { $0.name == name })?.values else {
      return []
    }
    return (0..<count).map { column[$0] }
  }
}
