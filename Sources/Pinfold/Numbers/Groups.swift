/// The indices of equal numbers in a list, grouped, in the order of first occurrence.
///
/// - Complexity: O(*n* + *m*), where *n* is the length of the list, and *m* its largest number.
struct Groups {
  private var places: [Int]
  private var ranges: [Range<Int>] = []

  /// - Parameter numbers: not negative.
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
