import Pinfold

/// Numbers the groups of points in the order in which they first appear.
enum GroupReader {
  /// The group of each usable row, −1 for none, and the names.
  static func read(_ cells: CellColumn, _ kept: KeptRows) -> (groups: [Int32], names: [String]) {
    var numbers: [ExactText: Int32] = [:]
    var names: [String] = []
    var groups: [Int32] = []
    groups.reserveCapacity(kept.count)
    for place in 0..<kept.count {
      guard let name = cells.string(kept.row(place)).map({ ExactText($0) }) else {
        groups.append(-1)
        continue
      }
      if let number = numbers[name] {
        groups.append(number)
      } else {
        let number = Int32(names.count)
        numbers[name] = number
        names.append(name.text)
        groups.append(number)
      }
    }
    return (groups, names)
  }
}
