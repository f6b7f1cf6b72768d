import Pinfold

/// Numbers the groups of points in the order in which they first appear.
struct GroupNumbers {
  private(set) var names: [String] = []
  private var numbers: [ExactText: Int32] = [:]

  mutating func number(of name: String?) -> Int32 {
    guard let name = name.map({ ExactText($0) }) else { return -1 }
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    numbers[name] = number
    names.append(name.text)
    return number
  }
}
