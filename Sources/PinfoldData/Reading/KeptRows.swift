struct KeptRows {
  /// Their indices; nil where every row is usable, so that whole columns can be passed on as they are.
  let places: [Int]?

  /// The index of each row among the usable ones, −1 where it is not usable; nil where every row is.
  private let order: [Int]?

  let count: Int

  init(problems: [UInt8]) {
    let unusable = problems.count(where: { $0 != 0 })
    count = problems.count - unusable
    let places = unusable == 0 ? nil : problems.indices.filter { problems[$0] == 0 }
    self.places = places
    order = places.map { places in
      var order = [Int](repeating: -1, count: problems.count)
      for (place, row) in places.enumerated() { order[row] = place }
      return order
    }
  }

  func of<Value>(_ column: [Value]) -> [Value] {
    guard let places else { return column }
    return places.map { column[$0] }
  }

  /// The row at an index among the usable ones.
  @inline(__always)
  func row(_ index: Int) -> Int { places.map { $0[index] } ?? index }

  /// The index of a row among the usable ones; nil if it is not usable.
  @inline(__always)
  func place(of row: Int) -> Int? {
    guard let order else { return row }
    return order[row] < 0 ? nil : order[row]
  }
}
