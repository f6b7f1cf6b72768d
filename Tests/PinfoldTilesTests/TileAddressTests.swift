import Testing

@testable import PinfoldTiles

@Suite struct TileAddressTests {
  /// The values are those of PMTiles' specification, version 3.
  @Test(arguments: [
    (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
    (12, 3423, 1763, 19_078_479),
  ])
  func `an address has the index that PMTiles gives it`(
    _ zoom: Int, _ column: Int, _ row: Int, _ index: UInt64
  ) {
    #expect(TileAddress(zoom: zoom, column: column, row: row).hilbertIndex == index)
  }

  @Test
  func
    `the indices of a zoom follow those of the one before, each once, and lead from neighbour to neighbour`()
  {
    var tiles: [UInt64: TileAddress] = [:]
    for row in 0..<16 {
      for column in 0..<16 {
        let address = TileAddress(zoom: 4, column: column, row: row)
        tiles[address.hilbertIndex] = address
      }
    }
    #expect(tiles.keys.sorted() == Array(85..<341))
    for index in 85..<340 as Range<UInt64> {
      guard let a = tiles[index], let b = tiles[index + 1] else { continue }
      #expect(abs(a.column - b.column) + abs(a.row - b.row) == 1)
    }
  }
}
