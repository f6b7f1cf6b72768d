import Synchronization

/// A value that is made when it is first asked for. Threads that ask at the same time may each make one; all
/// get the one that is finished first.
package final class MadeOnce<Value: Sendable>: Sendable {
  private final class Made: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let made = AtomicLazyReference<Made>()

  package init() {}

  package func value(_ make: () -> Value) -> Value {
    (made.load() ?? made.storeIfNil(Made(make()))).value
  }
}
