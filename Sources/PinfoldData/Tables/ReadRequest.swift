import Pinfold

/// The circumstances of reading, which every format's reader is given.
struct ReadRequest {
  var path: String?

  var options: ReadOptions
  var source: String
  var context = RunContext()

  /// The error of bytes that contradict themselves, or end too early.
  func damaged(_ format: DataFormat, _ reason: String) -> DataError {
    .damaged(source, format: format.name, reason: reason)
  }
}
