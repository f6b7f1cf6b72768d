import Platform

/// Files that last as long as a program reads them.
enum TemporaryFile {
  /// Makes an empty file that nobody else can open, and returns its path.
  static func path(suffix: String) throws(Failure) -> String {
    let folder = Terminal.variable("TMPDIR") ?? "/tmp"
    var name = Array("\(folder)/pinfold-XXXXXX\(suffix)".utf8CString)
    let file = mkstemps(&name, Int32(suffix.utf8.count))
    guard file >= 0 else { throw .failed("no temporary file can be made in \(folder)") }
    close(file)
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }
}
