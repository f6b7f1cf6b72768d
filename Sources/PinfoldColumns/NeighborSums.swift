import Lua
import Pinfold

/// Sums over neighbors that take parts of a crowd at once.
extension NeighborsObject {
  /// The sums of values within a radius, or of those that are weighed by 1 - d²; nil where numbers of so
  /// different sizes are among the values that they are added up one by one.
  ///
  /// Numbers are added up as whole ones, so sums are exact and rounded once. That of weighed ones is the
  /// difference of two such sums: of the values, and of the values times d². Weights of 1 - d would need sums
  /// of roots, which do not follow from sums over cells.
  ///
  /// - Complexity: as ``RadiusTotals/forEach(of:within:value:check:_:)``.
  func sums(
    of values: LuaColumn, within radius: Double, isWeighed: Bool, _ call: LuaCall
  ) throws -> LuaColumn? {
    let squaredRadius = radius * radius
    // The longest distance on the plane is √2 worlds, the square of which has 66 bits.
    let count = positions.count
    let taken = isWeighed ? min(66, Int(squaredRadius.exponent) + 1) + 64 - count.leadingZeroBitCount : 0
    guard let parts = NumberParts(values, bits: min(62, 126 - taken)) else { return nil }
    try call.reserve(
      bytes: parts.all.count * count * MemoryLayout<Int128>.stride * (isWeighed ? 2 : 1)
        + count * RadiusTotals<SquareSum>.bytesPerPosition)
    let tree = try keptTree(call)
    return unsafe try values.withNumbers { values in
      var sums: [[Int128]] = []
      var squares: [[Int128]] = []
      for part in parts.all {
        let own = positions.indices.map { unsafe parts[part, of: values[$0]] }
        var partSums = [Int128](repeating: 0, count: count)
        var partSquares = isWeighed ? partSums : []
        try RadiusTotals<SquareSum>.forEach(
          of: tree, within: radius, value: { own[$0] }, check: call.checkStop
        ) {
          partSums[$0] = $1.sum - Int128(own[$0])
          if isWeighed { partSquares[$0] = $1.squares }
        }
        sums.append(partSums)
        squares.append(partSquares)
      }
      return try call.column(rows: count) { item in
        let sum = parts.number { sums[$0][item] }
        return isWeighed && sum.isFinite ? sum - parts.number { squares[$0][item] } / squaredRadius : sum
      }
    }
  }
}

/// Numbers as sums of whole numbers of some bits, each times a power of 2, which add up without rounding.
private struct NumberParts {
  /// The exponent of the least bit of any of the numbers.
  private let exponent: Int
  private let bits: Int
  private let count: Int

  /// Whether there are infinities or NaN, which two more parts count: those that are not below infinity, and
  /// those that are not above its negative.
  private let hasSpecial: Bool

  var all: Range<Int> { 0..<count + (hasSpecial ? 2 : 0) }

  /// Creates a division of numbers; nil if they need more than four parts, or their sums may be too large.
  init?(_ numbers: LuaColumn, bits: Int) {
    var (least, most, hasSpecial) = (Int.max, Int.min, false)
    unsafe numbers.withNumbers { numbers in
      for index in numbers.indices {
        let number = unsafe numbers[index]
        guard number != 0 else { continue }
        guard number.isFinite else {
          hasSpecial = true
          continue
        }
        let exponent = Int(number.exponent)
        least = min(least, exponent - number.significandWidth)
        most = max(most, exponent)
      }
    }
    self.bits = bits
    self.hasSpecial = hasSpecial
    exponent = least == .max ? 0 : least
    count = least == .max ? 1 : (most - least) / bits + 1
    if count > 4 || most > 800 { return nil }
  }

  /// A part of a number.
  subscript(part: Int, of number: Double) -> Int64 {
    if part >= count { return number.isNaN || number == (part == count ? .infinity : -.infinity) ? 1 : 0 }
    guard number.isFinite, number != 0 else { return 0 }
    // The significand as a whole number, whose least bit is that of the part.
    let whole = UInt128(number.significandBitPattern | (number.isNormal ? 1 << 52 : 0))
    let shift = Int(max(number.exponentBitPattern, 1)) - 1075 - exponent - part * bits
    let magnitude = Int64(whole << shift & (1 << UInt128(bits) - 1))
    return number < 0 ? -magnitude : magnitude
  }

  /// The number nearest to the sum of parts.
  func number(_ part: (Int) -> Int128) -> Double {
    if hasSpecial, part(count) + part(count + 1) > 0 {
      return part(count) == 0 ? -.infinity : part(count + 1) == 0 ? .infinity : .nan
    }
    if count == 1 { return Double.scaled(part(0), by: exponent) }
    var sum = ExactSum()
    for index in 0..<count { sum.add(part(index), scaledBy: exponent + index * bits) }
    return sum.rounded
  }
}
