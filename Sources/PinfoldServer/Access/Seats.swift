import Synchronization

/// The number of sockets that may be open at once.
final class Seats: Sendable {
  private let free: Mutex<Int>

  /// Offers a number of seats.
  init(_ count: Int) { free = Mutex(count) }

  /// Takes a seat; nil where none is free. The seat is free again when the value goes.
  func take() -> Seat? {
    let isFree = free.withLock { free in
      guard free > 0 else { return false }
      free -= 1
      return true
    }
    return isFree ? Seat(self) : nil
  }

  /// A taken seat.
  final class Seat: Sendable {
    private let seats: Seats

    fileprivate init(_ seats: Seats) { self.seats = seats }

    deinit { seats.free.withLock { $0 += 1 } }
  }
}
