import Dispatch
import Pinfold
import PinfoldScripting
import Platform
import Synchronization

// A signal handler runs between any two instructions, so it only touches atomics.
/// The time of the first unhandled Ctrl-C, in nanoseconds; 0 if there is none.
private let pending = Atomic<UInt64>(0)
private let alarm = Atomic<Int32>(-1)
private let wakener = Atomic<Int32>(-1)

enum Interrupts {
  /// Undoes what the parent left: blocked signals, which would make scripts deaf to Ctrl-C and to time
  /// limits, and an ignored SIGPIPE, which would have a reader such as `head` cause an error.
  static func startAfresh() {
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe sigprocmask(SIG_SETMASK, &none, nil)
    signal(SIGPIPE, SIG_DFL)
  }

  /// Ctrl-C ends the process at once with code 130. Commands write their result last, so there is nothing to
  /// clean up.
  static func endProcess() {
    System.handle(SIGINT) { _ in
      if isatty(STDERR_FILENO) == 1 { unsafe write(STDERR_FILENO, "\n", 1) }
      _exit(130)
    }
  }

  static func shielded<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    signal(SIGINT, SIG_IGN)
    defer { endProcess() }
    return try body()
  }

  /// Ctrl-C stops the running code of a session, and makes blocking system calls return early. Code that does
  /// not stop within five seconds, such as a table that is its own `__call`, ends with the process.
  ///
  /// - Parameter isIdle: whether no code runs, so that there is nothing to stop.
  static func stop(_ interrupter: Interrupter, unless isIdle: @escaping @Sendable () -> Bool = { false }) {
    call(patience: 5) { if isIdle() { _ = take() } else { interrupter.interrupt() } }
  }

  static func flip(_ cancellation: Cancellation) { call { cancellation.cancel() } }

  /// Stopping takes locks, which a signal handler must not do; so it only writes to a pipe, whose other end a
  /// thread reads. A second Ctrl-C, half a second or more after an unhandled one, ends the process.
  ///
  /// - Parameter patience: the seconds after which an unhandled Ctrl-C ends the process; nil for never.
  private static func call(patience: Int? = nil, _ body: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return }
    let waiting = ends[0]
    alarm.store(ends[1], ordering: .sequentiallyConsistent)
    pending.store(0, ordering: .sequentiallyConsistent)
    DispatchQueue.global().async {
      var byte: UInt8 = 0
      while true {
        if let patience, pending.load(ordering: .sequentiallyConsistent) != 0 {
          var next = pollfd(fd: waiting, events: Int16(POLLIN), revents: 0)
          if unsafe poll(&next, 1, Int32(patience * 1000)) == 0, waited(UInt64(patience) * 1_000_000_000) {
            giveUp()
          }
        }
        let count = unsafe read(waiting, &byte, 1)
        // One that the prompt has taken up meanwhile must not stop what runs next.
        if count == 1, pending.load(ordering: .sequentiallyConsistent) != 0 { body() }
        if count == 0 || (count < 0 && errno != EINTR) { return }
      }
    }
    System.handle(SIGINT) { _ in
      let before = errno
      let now = Interrupts.now()
      let isFirst = pending.compareExchange(expected: 0, desired: now, ordering: .sequentiallyConsistent)
        .exchanged
      if !isFirst, Interrupts.waited(500_000_000) { Interrupts.giveUp() }
      unsafe write(alarm.load(ordering: .sequentiallyConsistent), "!", 1)
      unsafe write(wakener.load(ordering: .sequentiallyConsistent), "!", 1)
      errno = before
    }
  }

  private static func waited(_ nanoseconds: UInt64) -> Bool {
    let first = pending.load(ordering: .sequentiallyConsistent)
    return first != 0 && now() >= first + nanoseconds
  }

  /// Ends the process in spite of what runs; a signal handler may call it.
  private static func giveUp() -> Never {
    let message: StaticString = "\npinfold: interrupted; what ran could not be stopped\n"
    unsafe write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(130)
  }

  private static func now() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// A pipe that reports Ctrl-C ("!"), a new size of the window ("w"), and that the process was stopped and
  /// continues ("c") to code that waits for a key; -1 before ``watchTerminal()``. Neither end blocks.
  private(set) nonisolated(unsafe) static var wake: Int32 = -1

  static func watchTerminal() {
    var ends: [Int32] = [-1, -1]
    guard unsafe wake < 0, unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    unsafe wake = ends[0]
    wakener.store(ends[1], ordering: .sequentiallyConsistent)
    for signal in [SIGWINCH, SIGCONT] {
      System.handle(signal) { signal in
        let before = errno
        unsafe write(wakener.load(ordering: .sequentiallyConsistent), signal == SIGCONT ? "c" : "w", 1)
        errno = before
      }
    }
  }

  /// Whether Ctrl-C was pressed since the last call.
  static func take() -> Bool { pending.exchange(0, ordering: .sequentiallyConsistent) != 0 }
}
