#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A folder that is gone with the test that made it.
final class TemporaryFolder {
  let path: String
  private var files: [String] = []

  init() {
    var template = Array("/tmp/pinfold-test-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  deinit {
    for file in files { unlink(file) }
    rmdir(path)
  }

  /// Writes a file and answers its path.
  func write(_ name: String, _ text: String) -> String {
    let file = "\(path)/\(name)"
    if let stream = fopen(file, "wb") {
      fputs(text, stream)
      fclose(stream)
    }
    files.append(file)
    return file
  }
}
