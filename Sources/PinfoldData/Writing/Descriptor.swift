import Platform

/// An open file as the system numbers it.
package struct Descriptor {
  private let number: Int32

  /// The standard streams.
  package static let standardOutput = Descriptor(number: STDOUT_FILENO)
  package static let standardError = Descriptor(number: STDERR_FILENO)

  /// Writes all bytes.
  ///
  /// - Returns: the error number; nil where all went well.
  @discardableResult
  package func write(_ bytes: some Collection<UInt8>) -> Int32? {
    Array(bytes).withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let written = systemWrite(number, UnsafeRawBufferPointer(rebasing: rest))
        if written < 0 && errno != EINTR { return errno }
        rest = rest.dropFirst(max(0, written))
      }
      return nil
    }
  }
}

// The system's `write`, which the method above hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
