extension Bytes {
  package var isASCII: Bool {
    var index = 0
    while index + 8 <= count {
      if number(at: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
      index += 8
    }
    return self[index...].allSatisfy { $0 < 0x80 }
  }

  /// Whether the bytes are UTF-8 (RFC 3629).
  package var isUTF8: Bool {
    if isASCII { return true }
    var index = 0
    while index < count {
      let first = self[index]
      index += 1
      if first < 0x80 { continue }
      // The bounds of the second byte keep out surrogates, numbers that are too large, and longer forms.
      let (length, low, high): (Int, UInt8, UInt8) =
        switch first {
        case 0xC2...0xDF: (1, 0x80, 0xBF)
        case 0xE0: (2, 0xA0, 0xBF)
        case 0xED: (2, 0x80, 0x9F)
        case 0xE1...0xEF: (2, 0x80, 0xBF)
        case 0xF0: (3, 0x90, 0xBF)
        case 0xF1...0xF3: (3, 0x80, 0xBF)
        case 0xF4: (3, 0x80, 0x8F)
        default: (0, 0, 0)
        }
      guard length > 0, index + length <= count, (low...high).contains(self[index]),
        self[index + 1..<index + length].allSatisfy({ $0 & 0xC0 == 0x80 })
      else { return false }
      index += length
    }
    return true
  }
}
