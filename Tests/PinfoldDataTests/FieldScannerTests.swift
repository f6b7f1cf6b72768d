import Pinfold
import Testing

@testable import PinfoldData

@Suite("The field scanner")
struct FieldScannerTests {
  private func scan(_ bytes: [UInt8], delimiter: UInt8) -> [[String]] {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = FieldScanner(text: buffer, delimiter: delimiter, position: 0)
      var rows: [[String]] = []
      while let row = scanner.nextRow() { rows.append(row) }
      return rows
    }
  }

  @Test("agrees with a slow and obvious parser on seeded random texts")
  func oracle() {
    var random = SplitMix64(seed: 3)
    let alphabet = Array("a1,;\"\"\n\r é".utf8)
    for round in 0..<20_000 {
      // Some with fields of more than the 64 bytes that are looked at in one go.
      let (length, rest) = round % 2 == 0 ? (40, alphabet.count) : (300, 1)
      let bytes = (0..<random.below(length)).map { _ in
        alphabet[random.below(random.below(40) == 0 ? alphabet.count : rest)]
      }
      let expected = ObviousParser(bytes, delimiter: UInt8(ascii: ",")).rows
      #expect(scan(bytes, delimiter: UInt8(ascii: ",")) == expected, "round \(round): \(bytes)")
    }
  }

  @Test("a number as coordinates are written is what a field of it is, to the last bit; others are left")
  func decimals() {
    var random = SplitMix64(seed: 6)
    func digits(_ count: Int) -> String { String((0..<count).map { _ in Character("\(random.below(10))") }) }
    let odd = ["", "+", " ", "e", ".", "-", "é", "\0", ":", "/"]
    var passed = 0
    for _ in 0..<20_000 {
      let number =
        ["", "-"][random.below(2)] + digits(random.below(9)) + (random.below(9) > 0 ? "." : "")
        + digits(random.below(10)) + (random.below(4) > 0 ? "" : odd[random.below(odd.count)])
      let text = Array(
        (number + [",", "\n", "\r", "\r\n"][random.below(4)] + "next,row and what follows").utf8)
      text.withUnsafeBufferPointer { text in
        var (scanner, usual) = (
          FieldScanner(text: text, delimiter: .comma, position: 0),
          FieldScanner(text: text, delimiter: .comma, position: 0)
        )
        let field = usual.nextField()
        guard let (value, next) = scanner.passDecimal() else {
          #expect(scanner.position == 0)
          return
        }
        passed += 1
        guard case .value(let expected) = DecimalField(usual.bytes(field)) else {
          Issue.record("\(number) is no number")
          return
        }
        #expect(value.bitPattern == expected.bitPattern, "\(number)")
        #expect(next == field.next && scanner.position == usual.position, "\(number)")
      }
    }
    #expect(passed > 8000 && passed < 15_000)
    for delimiter in [UInt8.dot, .minus] {
      Array("1.5-2.5.and some more than that".utf8).withUnsafeBufferPointer { text in
        var scanner = FieldScanner(text: text, delimiter: delimiter, position: 0)
        #expect(scanner.passDecimal() == nil)
      }
    }
  }

  @Test("the plain rest of a row is passed in one go, and no other")
  func plainFields() {
    var random = SplitMix64(seed: 7)
    let alphabet = Array("abcdefgh1,,;\"\n\rx".utf8)
    var passed = 0
    for _ in 0..<20_000 {
      let bytes = (0..<random.below(250)).map { _ in
        alphabet[random.below([16, 11, 11, 9, 9, 9][random.below(6)])]
      }
      bytes.withUnsafeBufferPointer { text in
        var (scanner, usual) = (
          FieldScanner(text: text, delimiter: .comma, position: 0),
          FieldScanner(text: text, delimiter: .comma, position: 0)
        )
        let limit = random.below(24)
        var fields: [FieldScanner.Field] = []
        while fields.last.map({ $0.next == .field }) ?? true { fields.append(usual.nextField()) }
        let isQuoted = fields.contains { $0.isQuoted }
        guard let count = scanner.passPlainFields(atMost: limit) else {
          // What is left are rows at the very end, too.
          #expect(
            scanner.position == 0
              && (fields.count > limit || isQuoted || usual.position + 64 > text.count)
          )
          return
        }
        passed += 1
        #expect(count == fields.count && count <= limit && scanner.position == usual.position)
        #expect(!isQuoted)
      }
    }
    #expect(passed > 1000)
  }

  @Test("reads back whatever the writer quotes")
  func roundTrip() {
    var random = SplitMix64(seed: 4)
    let alphabet: [Character] = ["a", ",", "\"", "\n", "\r", "\r\n", " ", "é", "😀", ";", "\t", "\u{301}"]
    for _ in 0..<2000 {
      let rows = (0..<random.below(4) + 1).map { _ in
        (0..<random.below(4) + 1).map { _ in
          String((0..<random.below(6)).map { _ in alphabet[random.below(alphabet.count)] })
        }
      }
      var writer = CSVWriter()
      for row in rows { writer.row(row) }
      #expect(
        scan(writer.bytes, delimiter: UInt8(ascii: ",")).map { $0.map { Array($0.utf8) } }
          == rows.map { $0.map { Array($0.utf8) } })
    }
  }
}

/// RFC 4180 character by character, as one would explain it.
private struct ObviousParser {
  private(set) var rows: [[String]] = []

  init(_ bytes: [UInt8], delimiter: UInt8) {
    var index = 0
    var row: [String] = []
    func isLineEnd(_ place: Int) -> Bool { bytes[place] == 10 || bytes[place] == 13 }
    while index < bytes.count {
      if row.isEmpty && isLineEnd(index) {
        index += 1
        continue
      }
      while true {
        // One field.
        var field: [UInt8] = []
        var isOpen = index < bytes.count && bytes[index] == 34
        if isOpen && !Self.closes(bytes, index + 1) {
          // Never closed: the rest of the line, and the row is over.
          index += 1
          var isPair = false
          while index < bytes.count && !isLineEnd(index) {
            // Doubled quotes stand for one here too.
            if !(bytes[index] == 34 && isPair) { field.append(bytes[index]) }
            isPair = bytes[index] == 34 && !isPair
            index += 1
          }
          row.append(String(decoding: field, as: UTF8.self))
          break
        }
        if isOpen {
          index += 1
          var inside = true
          var hasTail = false
          var raw: [UInt8] = []
          while index < bytes.count {
            if inside {
              if bytes[index] == 34 {
                if index + 1 < bytes.count && bytes[index + 1] == 34 {
                  raw += [34, 34]
                  index += 2
                  continue
                }
                inside = false
                index += 1
                if index < bytes.count && bytes[index] != delimiter && !isLineEnd(index) {
                  // The quote closed too early: it is text, as is what follows.
                  raw.append(34)
                  hasTail = true
                }
                continue
              }
            } else if bytes[index] == delimiter || isLineEnd(index) {
              break
            }
            raw.append(bytes[index])
            index += 1
          }
          _ = hasTail
          var place = 0
          while place < raw.count {
            field.append(raw[place])
            place += raw[place] == 34 && place + 1 < raw.count && raw[place + 1] == 34 ? 2 : 1
          }
          isOpen = false
        } else {
          while index < bytes.count && bytes[index] != delimiter && !isLineEnd(index) {
            field.append(bytes[index])
            index += 1
          }
        }
        row.append(String(decoding: field, as: UTF8.self))
        if index < bytes.count && bytes[index] == delimiter {
          index += 1
          continue
        }
        break
      }
      rows.append(row)
      row = []
    }
  }

  // Whether a quoted field that begins here has an end.
  private static func closes(_ bytes: [UInt8], _ start: Int) -> Bool {
    var index = start
    while index < bytes.count {
      if bytes[index] == 34 {
        if index + 1 < bytes.count && bytes[index + 1] == 34 {
          index += 2
          continue
        }
        return true
      }
      index += 1
    }
    return false
  }
}
