import Dispatch
import Pinfold
import PinfoldScripting
import Platform
import Synchronization

// All that a signal handler touches: it runs between any two instructions, so atomics only.
private let wasInterrupted = Atomic<Bool>(false)
private let alarm = Atomic<Int32>(-1)
private let wakener = Atomic<Int32>(-1)

/// The effects of Ctrl-C.
enum Interrupts {
  /// Undoes what the parent left: blocked signals, which would make scripts deaf to Ctrl-C and to time
  /// limits, and an ignored SIGPIPE, which would have a reader such as `head` cause an error.
  static func startAfresh() {
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    signal(SIGPIPE, SIG_DFL)
  }

  /// Ctrl-C ends the process at once with code 130. Commands write their result as the last thing they do, so
  /// there is nothing to clean up before.
  static func endProcess() {
    handle { _ in
      if isatty(STDERR_FILENO) == 1 { write(STDERR_FILENO, "\n", 1) }
      _exit(130)
    }
  }

  /// Does work that must not be left half done, such as writing a file under a temporary name.
  static func shielded<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    signal(SIGINT, SIG_IGN)
    defer { endProcess() }
    return try body()
  }

  /// Ctrl-C stops a session's runs, and makes system calls that wait return early.
  static func stop(_ interrupter: Interrupter) { call { interrupter.interrupt() } }

  /// Ctrl-C stops calls that watch a switch.
  static func flip(_ cancellation: Cancellation) { call { cancellation.cancel() } }

  /// Stopping takes locks, which a signal handler must not; so it only writes to a pipe, at whose other end a
  /// thread waits.
  private static func call(_ body: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let waiting = ends[0]
    alarm.store(ends[1], ordering: .sequentiallyConsistent)
    wasInterrupted.store(false, ordering: .sequentiallyConsistent)
    DispatchQueue.global().async {
      var byte: UInt8 = 0
      while true {
        let count = read(waiting, &byte, 1)
        if count == 1 { body() }
        if count == 0 || (count < 0 && errno != EINTR) { return }
      }
    }
    handle { _ in
      let before = errno
      wasInterrupted.store(true, ordering: .sequentiallyConsistent)
      write(alarm.load(ordering: .sequentiallyConsistent), "!", 1)
      write(wakener.load(ordering: .sequentiallyConsistent), "!", 1)
      errno = before
    }
  }

  /// A pipe that reports Ctrl-C ("!"), a new size of the window ("w"), and that the process was stopped and
  /// goes on ("c") to whoever waits for a key; -1 before ``watchTerminal()``. Neither of its ends blocks.
  private(set) nonisolated(unsafe) static var wake: Int32 = -1

  /// Opens the pipe ``wake``; called once.
  static func watchTerminal() {
    var ends: [Int32] = [-1, -1]
    guard wake < 0, pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    wake = ends[0]
    wakener.store(ends[1], ordering: .sequentiallyConsistent)
    for signal in [SIGWINCH, SIGCONT] {
      handle(signal) { signal in
        let before = errno
        write(wakener.load(ordering: .sequentiallyConsistent), signal == SIGCONT ? "c" : "w", 1)
        errno = before
      }
    }
  }

  /// Whether Ctrl-C was pressed since the last call.
  static func take() -> Bool { wasInterrupted.exchange(false, ordering: .sequentiallyConsistent) }

  // Without SA_RESTART, so that a read that waits for a line returns.
  private static func handle(_ signal: Int32 = SIGINT, _ handler: @convention(c) (Int32) -> Void) {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      action.__sigaction_handler.sa_handler = handler
    #endif
    sigaction(signal, &action, nil)
  }
}
