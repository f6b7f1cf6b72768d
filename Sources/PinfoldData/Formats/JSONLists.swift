/// The lists of objects in a JSON document, wherever they are: Overpass's `elements`, `results`, `locations`.
enum JSONLists {
  /// The most lists that are looked at.
  private static let most = 16

  /// The bytes of the lists whose first element is an object, but for those within another, in their order.
  ///
  /// - Complexity: O(*n*) in the bytes.
  static func ranges(in text: Bytes) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (isText, index) = (false, 0)
    // Where the list began that is being passed, and how deep it is.
    var (start, depth): (Int?, Int) = (nil, 0)
    while index < text.count, ranges.count < most {
      let byte = text[index]
      if isText {
        if byte == .backslash { index += 1 } else if byte == .quote { isText = false }
      } else if byte == .quote {
        isText = true
      } else if byte == UInt8(ascii: "[") {
        if start == nil, text[(index + 1)...].first(where: { !$0.isBlank }) == UInt8(ascii: "{") {
          (start, depth) = (index, 0)
        }
        depth += 1
      } else if byte == UInt8(ascii: "]") {
        depth -= 1
        if let first = start, depth == 0 {
          ranges.append(first..<index + 1)
          start = nil
        }
      }
      index += 1
    }
    return ranges
  }
}
