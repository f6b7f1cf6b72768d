import Testing

@testable import Pinfold

@Suite struct SparseColumnTests {
  /// Values of which about one in `rarity` is there; in bursts, so that columns go from one form to the
  /// other.
  private func values(_ count: Int, rarity: Int, seed: UInt64) -> [Bool?] {
    var random = SplitMix64(seed: seed)
    var rarity = rarity
    return (0..<count).map { row in
      if row.isMultiple(of: 100) { rarity = random.below(2) == 0 ? 1 : 1 + random.below(40) }
      return random.below(rarity) == 0 ? random.below(2) == 0 : nil
    }
  }

  @Test("holds what an array holds", arguments: [0, 1, 3, 4, 5, 300, 3000], [1, 2, 50])
  func oracle(count: Int, rarity: Int) {
    for seed in 0..<5 as Range<UInt64> {
      let dense = values(count, rarity: rarity, seed: seed)
      var column = SparseColumn<Bool?>()
      for value in dense { column.append(value) }
      #expect(Array(column) == dense)
      #expect(column == SparseColumn(dense))
      #expect(column.presentCount == dense.count { $0 != nil })
      let present = dense.enumerated().filter { $0.element != nil }
      #expect(column.present.map(\.row) == present.map(\.offset))
      #expect(column.present.map(\.element) == present.map(\.element))
    }
  }

  @Test("takes memory for the values that there are", arguments: [0, 7, 999_999])
  func memory(row: Int) {
    var column = SparseColumn<Double>()
    column.appendMissing(row)
    column.append(1.5)
    column.appendMissing(1_000_000)
    #expect(column.elements.count <= 4)
    #expect(column.count == row + 1_000_001)
    #expect(column[row] == 1.5 && column[row + 1].isNaN && column[column.count - 1].isNaN)
    #expect(SparseColumn(Array(column)).elements.count <= 4)
  }

  @Test("becomes an array once a good share of the rows hold a value")
  func dense() {
    var column = SparseColumn<Double>()
    column.appendMissing(100)
    for row in 0..<101 { column.append(Double(row)) }
    #expect(column.elements.count == 201)
    #expect(column[99].isNaN && column[100] == 0 && column[200] == 100)
  }

  @Test("appends and reorders as arrays do", arguments: [1, 3, 30], 0..<4 as Range<UInt64>)
  func edits(rarity: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (first, second) = (
      values(200, rarity: rarity, seed: seed), values(150, rarity: 40 / rarity, seed: seed + 9)
    )
    var column = SparseColumn(first)
    column.append(SparseColumn(second))
    let joined = first + second
    #expect(Array(column) == joined)
    // Some rows are left out.
    let order = (0..<350).map { UInt32($0) }.shuffled(using: &random).prefix(300)
    var inverse = [UInt32](repeating: .max, count: 350)
    for (row, old) in order.enumerated() { inverse[Int(old)] = UInt32(row) }
    #expect(
      Array(column.reordered(by: Array(order), inverse: inverse)) == order.map { joined[Int($0)] })
  }
}
