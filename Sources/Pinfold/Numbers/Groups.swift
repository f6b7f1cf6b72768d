/// The places of equal numbers in a list, those of each number together, in the order in which the numbers
/// come first.
///
/// - Complexity: O(*n* + *m*), where *n* is the length of the list, and *m* its highest number.
struct Groups {
  private var places: [Int]
  private var ranges: [Range<Int>] = []

  /// - Parameter numbers: 0 or more each.
  init(of numbers: some Collection<Int>) {
    var counts: [Int] = []
    var groups = [Int](repeating: -1, count: 1 + numbers.reduce(-1) { max($0, $1) })
    for number in numbers {
      if groups[number] < 0 {
        groups[number] = counts.count
        counts.append(0)
      }
      counts[groups[number]] += 1
    }
    var start = 0
    ranges = counts.map { count in
      defer { start += count }
      return start..<start
    }
    places = [Int](repeating: 0, count: start)
    for (place, number) in numbers.enumerated() {
      let range = ranges[groups[number]]
      places[range.upperBound] = place
      ranges[groups[number]] = range.lowerBound..<range.upperBound + 1
    }
  }

  var all: some RandomAccessCollection<ArraySlice<Int>> { ranges.lazy.map { places[$0] } }
}
