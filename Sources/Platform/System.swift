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

  /// The system's own message for an error number.
  package static func message(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
}
