/// Why a row cannot be used.
public enum UnusableReason: String, CaseIterable, Sendable, Hashable {
  case missingCoordinates = "missing coordinates"
  case unparsable = "coordinates that are no numbers"
  case latitudeOutOfRange = "latitude out of range"
  case longitudeOutOfRange = "longitude out of range"
  case notAPoint = "not a point"
  case badWeight = "bad weight"
  case badPriority = "bad priority"
  case malformedRow = "malformed row"

  // One more than the place in `allCases`, so that 0 is free for rows with nothing wrong.
  var code: UInt8 {
    switch self {
    case .missingCoordinates: 1
    case .unparsable: 2
    case .latitudeOutOfRange: 3
    case .longitudeOutOfRange: 4
    case .notAPoint: 5
    case .badWeight: 6
    case .badPriority: 7
    case .malformedRow: 8
    }
  }

  init?(code: UInt8) {
    guard (1...Self.allCases.count).contains(Int(code)) else { return nil }
    self = Self.allCases[Int(code) - 1]
  }
}
