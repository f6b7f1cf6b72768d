extension String {
  /// The text without blanks and line ends around it.
  func trimmed() -> Substring {
    var part = self[...].drop { $0.isWhitespace }
    while part.last?.isWhitespace == true { part.removeLast() }
    return part
  }
}
