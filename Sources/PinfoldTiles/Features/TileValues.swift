import PinfoldData

/// The values that a layer's features name by their numbers, each once.
struct TileValues: Sendable {
  /// The values as fields of the layer's message.
  private(set) var written = ProtocolBuffer()

  private var count = 0
  private var value = ProtocolBuffer()
  private var texts: [[UInt8]: Int] = [:]
  private var numbers: [UInt64: Int] = [:]
  private var wholes: [Int: Int] = [:]
  private var truths: [Bool: Int] = [:]

  mutating func index(of text: String) -> Int {
    let bytes = Array(text.utf8)
    if let index = texts[bytes] { return index }
    texts[bytes] = count
    return add { $0.write(1, text) }
  }

  mutating func index(of number: Double) -> Int {
    if let index = numbers[number.bitPattern] { return index }
    numbers[number.bitPattern] = count
    return add { $0.write(3, number: number) }
  }

  mutating func index(of whole: Int) -> Int {
    if let index = wholes[whole] { return index }
    wholes[whole] = count
    return add { value in
      if whole < 0 {
        value.write(6, varint: UInt64(zigzag: whole))
      } else {
        value.write(5, varint: UInt64(whole))
      }
    }
  }

  mutating func index(of truth: Bool) -> Int {
    if let index = truths[truth] { return index }
    truths[truth] = count
    return add { $0.write(7, varint: truth ? 1 : 0) }
  }

  /// Forgets all values; it keeps its memory.
  mutating func clear() {
    written.clear()
    count = 0
    texts.removeAll(keepingCapacity: true)
    numbers.removeAll(keepingCapacity: true)
    wholes.removeAll(keepingCapacity: true)
    truths.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ write: (inout ProtocolBuffer) -> Void) -> Int {
    value.clear()
    write(&value)
    written.write(4, value)
    count += 1
    return count - 1
  }
}
