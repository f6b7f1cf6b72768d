import Pinfold
import Testing

@Suite struct CellGridTests {
  @Test(
    "finds what a look at everything finds, while things come and go",
    arguments: [nil, 1, 2, 3, 4, 9] as [Int?], [60, 0])
  func oracle(around: Int?, capacity: Int) {
    var random = SplitMix64(seed: 5)
    var grid = CellGrid(capacity: capacity, around: around)
    // Without room they are numbered as they come.
    var come = capacity
    var cells: [Int: CellGrid.Cell] = [:]
    func cell() -> CellGrid.Cell {
      CellGrid.Cell(column: around.map { random.below($0) } ?? random.below(9) - 4, row: random.below(9) - 4)
    }
    func areNear(_ a: CellGrid.Cell, _ b: CellGrid.Cell) -> Bool {
      let straight = abs(a.column - b.column)
      return min(straight, around.map { $0 - straight } ?? straight) <= 1 && abs(a.row - b.row) <= 1
    }
    for _ in 0..<600 {
      let thing = min(random.below(60), come)
      come = max(come, thing + 1)
      if cells.removeValue(forKey: thing) != nil {
        grid.remove(thing)
      } else {
        let cell = cell()
        grid.insert(thing, in: cell)
        cells[thing] = cell
      }
      let wanted = cell()
      var found: [Int] = []
      grid.forEach(near: wanted) { found.append($0) }
      #expect(found.sorted() == cells.filter { areNear($0.value, wanted) }.keys.sorted())
      let inside = cells.filter { $0.value == wanted }
      #expect(grid.first(in: wanted).map { inside[$0] != nil } ?? inside.isEmpty)
    }
  }
}
