import Synchronization

/// Numbers for markers that are formed, of which threads take some at a time.
final class MarkerNumbers: Sendable {
  /// The first number.
  let start: Int

  private let taken: Atomic<Int>

  init(from start: Int) {
    self.start = start
    taken = Atomic(start)
  }

  /// The number after all that were taken.
  var end: Int { taken.load(ordering: .relaxed) }

  /// Takes the next numbers.
  func take() -> Range<Int> {
    let first = taken.wrappingAdd(Self.stretch, ordering: .relaxed).oldValue
    return first..<first + Self.stretch
  }

  /// So many that threads write to lines of memory of their own.
  private static var stretch: Int { 64 }
}
