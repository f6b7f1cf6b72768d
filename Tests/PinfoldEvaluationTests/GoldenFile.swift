import Foundation
import TestSupport

/// One value of the file of golden values.
enum GoldenValue: Equatable, CustomStringConvertible {
  /// A number; nil where it is undefined. Truth values are 1 and 0.
  case number(Double?)
  case numbers([Double])
  case text(String)
  case texts([String])

  var description: String {
    switch self {
    case .number(let value): value.map { "\($0)" } ?? "null"
    case .numbers(let values): "\(values)"
    case .text(let text): text
    case .texts(let texts): "\(texts)"
    }
  }

  /// Whether it is the expected value but for rounding; whole numbers are exact by that.
  func matches(_ expected: GoldenValue, within tolerance: Double) -> Bool {
    switch (self, expected) {
    case (.number(nil), .number(nil)): true
    case (.number(let value?), .number(let expected?)): isClose(value, expected, within: tolerance)
    case (.numbers(let values), .numbers(let expected)):
      values.count == expected.count
        && zip(values, expected).allSatisfy { isClose($0, $1, within: tolerance) }
    default: self == expected
    }
  }
}

/// The file of golden values as a list of paths and values: `cases.R3_grid2000.lattice.G`.
enum GoldenFile {
  static let url = Folders.data.map { $0.appending(path: "metrics-reference.json") }

  /// Whether the file is at hand.
  static var exists: Bool { url.map { FileManager.default.fileExists(atPath: $0.path) } ?? false }

  /// Every value of the file; hand examples go by their ids, edge cases by their names.
  static func values() throws -> [String: GoldenValue] {
    guard let url else { return [:] }
    let file = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] ?? [:]
    var values: [String: GoldenValue] = [:]
    for (key, part) in file {
      switch (key, part) {
      case ("meta", _): continue
      case ("hand", let list as [[String: Any]]):
        for example in list { add(example["expected"], "hand.\(example["id"] ?? "")", to: &values) }
      case ("edge_cases", let list as [[String: Any]]):
        for var example in list {
          let name = example.removeValue(forKey: "case") ?? ""
          add(example, "edge.\(name)", to: &values)
        }
      default: add(part, key, to: &values)
      }
    }
    return values
  }

  private static func add(_ value: Any?, _ path: String, to values: inout [String: GoldenValue]) {
    switch value {
    case let object as [String: Any]:
      for (key, value) in object { add(value, "\(path).\(key)", to: &values) }
    case let numbers as [NSNumber]: values[path] = .numbers(numbers.map(\.doubleValue))
    case let texts as [String]: values[path] = .texts(texts)
    // Places: x and y after one another.
    case let places as [[NSNumber]]: values[path] = .numbers(places.flatMap { $0 }.map(\.doubleValue))
    case let ways as [[[NSNumber]]]:
      values[path] = .numbers(ways.flatMap { $0 }.flatMap { $0 }.map(\.doubleValue))
    case let number as NSNumber: values[path] = .number(number.doubleValue)
    case let text as String: values[path] = .text(text)
    default: values[path] = .number(nil)
    }
  }
}
