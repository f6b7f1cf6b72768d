/// Why a row cannot be used.
@nonexhaustive
public enum UnusableReason: String, CaseIterable, Sendable, Hashable {
  /// Longitude or latitude is absent, or one of the words for nothing; or a feature has no geometry.
  case missingCoordinates = "missing coordinates"
  /// Longitude or latitude is no decimal number.
  case unparsable = "coordinates that are no numbers"
  /// Past ±90.
  case latitudeOutOfRange = "latitude out of range"
  /// Past ±180, and not one that wraps.
  case longitudeOutOfRange = "longitude out of range"
  /// A line, a polygon or no geometry at all.
  case notAPoint = "not a point"
  /// A weight that is missing, negative or no number.
  case badWeight = "bad weight"
  /// A priority that is no number.
  case badPriority = "bad priority"
  /// A value of the column of mergeable points that is neither true nor false.
  case badMergeable = "bad mergeable"
  /// Too few or too many fields, text behind a closing quote, a quote that never closes, or broken JSON in a
  /// sequence.
  case malformedRow = "malformed row"

  // One more than the index in `allCases`, so that 0 is free for rows without a problem.
  var code: UInt8 {
    switch self {
    case .missingCoordinates: 1
    case .unparsable: 2
    case .latitudeOutOfRange: 3
    case .longitudeOutOfRange: 4
    case .notAPoint: 5
    case .badWeight: 6
    case .badPriority: 7
    case .badMergeable: 8
    case .malformedRow: 9
    }
  }

  init?(code: UInt8) {
    guard (1...Self.allCases.count).contains(Int(code)) else { return nil }
    self = Self.allCases[Int(code) - 1]
  }
}
