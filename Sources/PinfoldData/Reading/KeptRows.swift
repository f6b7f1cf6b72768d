/// Which rows of a table are usable.
struct KeptRows {
  /// Their places; nil where every row is, so that whole columns can be passed on as they are.
  let places: [Int]?

  let count: Int

  init(problems: [UInt8]) {
    let unusable = problems.count(where: { $0 != 0 })
    count = problems.count - unusable
    places = unusable == 0 ? nil : problems.indices.filter { problems[$0] == 0 }
  }

  /// The values of usable rows.
  func of<Value>(_ column: [Value]) -> [Value] {
    guard let places else { return column }
    return places.map { column[$0] }
  }

  /// The row of a place among the usable ones.
  @inline(__always)
  func row(_ index: Int) -> Int { places.map { $0[index] } ?? index }
}
