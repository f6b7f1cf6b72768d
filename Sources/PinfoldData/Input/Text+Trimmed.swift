extension StringProtocol where SubSequence == Substring {
  /// The text without blanks and line ends around it.
  package func trimmed() -> Substring {
    var part = drop { $0.isWhitespace }
    while part.last?.isWhitespace == true { part.removeLast() }
    return part
  }
}
