import Pinfold
import PinfoldData

/// A summary of a column: its type, its range, and how many values it lacks.
struct AttributeSummary {
  private enum Values {
    case numbers(low: Double, high: Double)
    case integers(low: Int64, high: Int64)
    case booleans(truths: Int, falsehoods: Int)
    case texts(different: Int, first: String)
    case none
  }

  private let name: String
  private let type: String
  private let missing: Int
  private let values: Values

  /// Summarises a column.
  ///
  /// - Complexity: O(*n*) in the values; texts are hashed.
  init(_ attribute: Attribute) {
    name = attribute.name
    switch attribute.values {
    case .numbers(let numbers):
      let present = numbers.present.lazy.map(\.element)
      type = "number"
      missing = numbers.count - numbers.presentCount
      values = present.min().flatMap { low in present.max().map { .numbers(low: low, high: $0) } } ?? .none
    case .integers(let numbers):
      let present = numbers.present.lazy.map(\.element)
      type = "number"
      missing = numbers.count - numbers.presentCount
      values = present.min().flatMap { low in present.max().map { .integers(low: low, high: $0) } } ?? .none
    case .booleans(let booleans):
      let truths = booleans.present.count { $0.element == true }
      type = "boolean"
      missing = booleans.count - booleans.presentCount
      values =
        missing == booleans.count
        ? .none : .booleans(truths: truths, falsehoods: booleans.count - truths - missing)
    case .texts(let column):
      type = "text"
      missing = column.count - column.presentCount
      var texts = column.present.makeIterator()
      values =
        texts.next().map { .texts(different: Set(column.present.map { ExactText($0) }).count, first: $0) }
        ?? .none
    }
  }

  /// The name, the type, the number of missing values and a description of the others.
  var cells: [String] {
    let description =
      switch values {
      case .numbers(let low, let high):
        low == high ? Numeral.text(low) : "\(Numeral.text(low))…\(Numeral.text(high))"
      case .integers(let low, let high): low == high ? "\(low)" : "\(low)…\(high)"
      case .booleans(let truths, let falsehoods): "\(truths) true, \(falsehoods) false"
      case .texts(let different, let first): "\(different) different, as in '\(first.onOneLine(limit: 24))'"
      case .none: "none"
      }
    return [name.onOneLine(limit: 24), type, missing == 0 ? "" : String(missing), description]
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("type", type)
      json.member("missing", missing)
      switch values {
      case .numbers(let low, let high):
        json.member("low", low)
        json.member("high", high)
      case .integers(let low, let high):
        json.member("low", Int(low))
        json.member("high", Int(high))
      case .booleans(let truths, let falsehoods):
        json.member("true", truths)
        json.member("false", falsehoods)
      case .texts(let different, let first):
        json.member("different", different)
        json.member("first", first)
      case .none: break
      }
    }
  }
}
