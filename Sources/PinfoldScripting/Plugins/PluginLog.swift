import Platform

/// Where plugins print: standard error, for results go to standard output.
enum PluginLog {
  /// Writes a text. Errors are ignored: there is nowhere to report them.
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let written = Platform.write(
          STDERR_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written < 0 && errno != EINTR { return }
        rest = rest.dropFirst(max(0, written))
      }
    }
  }
}
