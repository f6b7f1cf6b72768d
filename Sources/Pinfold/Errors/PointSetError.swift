/// Columns do not form a valid set of points. Rows count from 0 in the order of the columns.
@nonexhaustive
public enum PointSetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A column is longer or shorter than the longitudes.
  case columnLength(name: String, count: Int, expected: Int)

  /// Two rows have the same id.
  case duplicateID(PointID, firstRow: Int, secondRow: Int)

  /// A coordinate is not finite, or a latitude is past ±90.
  case badCoordinate(row: Int, Coordinate)

  /// A weight is negative or not finite.
  case badWeight(row: Int, Double)

  /// Two weights differ too much in magnitude for an exact sum.
  case unequalWeights(Double, Double)

  /// The sum of the weights overflows; the value is the largest of them.
  case infiniteWeight(Double)

  /// A priority is NaN.
  case badPriority(row: Int)

  /// A group index is neither −1 nor an index of a name.
  case badGroup(row: Int, Int32)

  /// More points than a set can hold (2³¹ − 1).
  case tooManyPoints(Int)

  /// Points to insert have no ids.
  case missingIDs

  /// The id of an inserted point is already in the set.
  case takenID(PointID, row: Int)

  /// No point has the id of a removal or move; the row is its index in the list.
  case unknownID(PointID, row: Int)

  /// An inserted attribute is not in the set, or has another type there.
  case foreignAttribute(name: String)

  /// A coordinate is outside the square of a planar set, which cannot change.
  case outsideExtent(row: Int, Coordinate, PlanarExtent)

  public var description: String { description(rowsFrom: 0) }

  /// The message with rows counted from a number, such as 1 in languages whose lists begin at 1.
  package func description(rowsFrom first: Int) -> String {
    switch self {
    case .columnLength(let name, let count, let expected):
      "column '\(name)' holds \(count) values for \(expected) points"
    case .duplicateID(let id, let firstRow, let secondRow):
      "id '\(id)' is given to two points, in rows \(firstRow + first) and \(secondRow + first); ids must be unique"
    case .badCoordinate(let row, let coordinate):
      "row \(row + first) has no usable coordinate (\(coordinate.longitude), \(coordinate.latitude)); "
        + "longitudes must be finite and latitudes in -90…90"
    case .badWeight(let row, let weight):
      "row \(row + first) has the weight \(weight); weights must be finite and not negative"
    case .unequalWeights(let fine, let large):
      "the weights \(fine) and \(large) have no exact sum; round weights to fewer digits, "
        + "or leave out those that make no difference"
    case .infiniteWeight(let largest):
      "the sum of all weights, of which the largest is \(largest), is more than a number can be; "
        + "divide all weights by the same number"
    case .badPriority(let row):
      "row \(row + first) has a priority that is not a number"
    case .badGroup(let row, let group):
      "row \(row + first) has the group \(group), which has no name"
    case .tooManyPoints(let count):
      "\(count) points are more than a set can hold (2147483647)"
    case .missingIDs:
      "points to insert need ids"
    case .takenID(let id, let row):
      "row \(row + first) has the id '\(id)', which another point of the set has; ids must be unique"
    case .unknownID(let id, let row):
      "no point has the id '\(id)' in row \(row + first)"
    case .foreignAttribute(let name):
      "the set has no attribute '\(name)' of this type; inserted points have those of the set or fewer"
    case .outsideExtent(let row, let coordinate, let extent):
      "row \(row + first) at (\(coordinate.longitude), \(coordinate.latitude)) is outside the set's square, which is "
        + "\(extent.side) wide from (\(extent.minX), \(extent.minY)) and fixed when the set is made"
    }
  }
}
