/// Texts that the C library returns as C strings.
package enum System {
  /// A variable of the environment; nil where it is missing or empty.
  package static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Sets a variable of the environment that is missing to the path of a folder, if that is there.
  package static func setMissing(_ name: String, toFolder path: String) {
    if unsafe access("\(path)/.", F_OK) == 0 { unsafe setenv(name, path, 0) }
  }

  /// Sets the handler of a signal and returns what was there before. A read that waits for a line returns.
  @discardableResult
  package static func handle(
    _ signal: Int32, onItsOwnStack: Bool = false, _ handler: @convention(c) (Int32) -> Void
  ) -> sigaction {
    var (action, before) = (sigaction(), sigaction())
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = handler
    #else
      unsafe action.__sigaction_handler.sa_handler = handler
    #endif
    if onItsOwnStack { action.sa_flags = SA_ONSTACK }
    unsafe sigaction(signal, &action, &before)
    return before
  }

  /// The system's own message for an error number.
  package static func message(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
}
