import Pinfold

/// The circumstances of reading, which every format's reader is given.
struct ReadRequest {
  /// The file; nil for bytes that come from none.
  var path: String?

  var options: ReadOptions

  /// The name in errors.
  var source: String

  /// When to stop, and how many threads to use.
  var context = RunContext()

  /// The error of bytes that contradict themselves, or end too early.
  func damaged(_ format: DataFormat, _ reason: String) -> DataError {
    .damaged(source, format: format.name, reason: reason)
  }
}
