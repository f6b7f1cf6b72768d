#if hasFeature(Embedded)
  /// A value that one thread at a time accesses; there is one alone in a module for WebAssembly.
  final class Mutex<Value>: @unchecked Sendable {
    private var value: Value

    init(_ value: sending Value) { self.value = value }

    func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(&value) }
  }
#endif
