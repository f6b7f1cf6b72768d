import Pinfold
import Testing

@testable import PinfoldData

@Suite("The field scanner")
struct FieldScannerTests {
  private func scan(_ bytes: [UInt8], delimiter: UInt8) -> [[String]] {
    bytes.withView { buffer in
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
      let expected = ObviousParser(bytes, delimiter: .comma).rows
      #expect(scan(bytes, delimiter: .comma) == expected, "round \(round): \(bytes)")
      let tabbed = bytes.map { $0 == .comma ? .tab : $0 }
      let rows = ObviousParser(tabbed, delimiter: .tab).rows
      #expect(scan(tabbed, delimiter: .tab) == rows, "round \(round): \(tabbed)")
    }
  }

  @Test("stray quotes, each of which could be one of any number of lines, take linear time")
  func linear() {
    // Every line both closes a field and opens one, up to a quote that is closed by text.
    let text = Array((String(repeating: "x\",\"y\n", count: 200_000) + "\"z\"z\n").utf8)
    #expect(scan(text, delimiter: .comma).count == 200_001)
    #expect(scan(Array(text.dropLast(6)), delimiter: .comma).count == 200_000)
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
      text.withView { text in
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
      Array("1.5-2.5.and some more than that".utf8).withView { text in
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
      bytes.withView { text in
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

  private let bytes: [UInt8]
  private let delimiter: UInt8

  init(_ bytes: [UInt8], delimiter: UInt8) {
    (self.bytes, self.delimiter) = (bytes, delimiter)
    var index = 0
    while index < bytes.count {
      if isLineEnd(index) { index += 1 } else { index = addRow(index) }
    }
  }

  private func isLineEnd(_ index: Int) -> Bool { bytes[index] == 10 || bytes[index] == 13 }

  private func isSeparator(_ index: Int) -> Bool {
    index >= bytes.count || bytes[index] == delimiter || isLineEnd(index)
  }

  /// Adds the row that begins at an index; returns where the next one may.
  private mutating func addRow(_ start: Int) -> Int {
    var row: [String] = []
    defer { rows.append(row) }
    var index = start
    while true {
      if let field = behindBlanks(index) {
        row.append(Self.text(bytes[field.start..<field.close]))
        index = field.end
      } else if index < bytes.count, bytes[index] == 34 {
        if let field = quoted(index) {
          row.append(Self.text(bytes[(index + 1)..<field.close]))
          index = field.end
        } else if delimiter != 9 {
          // Malformed: what is left of the row's first line, which ends it.
          let end = bytes[start...].firstIndex { $0 == 10 || $0 == 13 } ?? bytes.count
          row.append(index < end ? Self.text(bytes[(index + 1)..<end]) : "")
          return end
        } else {
          index = addPlain(index, to: &row)
        }
      } else {
        index = addPlain(index, to: &row)
      }
      if index >= bytes.count || isLineEnd(index) { return index + 1 }
      index += 1
    }
  }

  private func addPlain(_ start: Int, to row: inout [String]) -> Int {
    var index = start
    while !isSeparator(index) { index += 1 }
    row.append(String(decoding: bytes[start..<index], as: UTF8.self))
    return index
  }

  /// The closing quote of a sound quoted field, and where its separator is.
  private func quoted(_ start: Int) -> (close: Int, end: Int)? {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == 34 {
        guard index + 1 < bytes.count, bytes[index + 1] == 34 else { break }
        index += 1
      }
      index += 1
    }
    if index >= bytes.count { return nil }
    let content = bytes[(start + 1)..<index]
    if delimiter == 9, content.contains(9), content.contains(10) || content.contains(13) { return nil }
    var end = index + 1
    while end < bytes.count, bytes[end] == 32 { end += 1 }
    return isSeparator(end) ? (index, end) : nil
  }

  /// A sound quoted field on one line that blanks stand before, which tab-separated text has not.
  private func behindBlanks(_ start: Int) -> (start: Int, close: Int, end: Int)? {
    let quote = bytes[min(start, bytes.count)...].firstIndex { $0 != 32 } ?? bytes.count
    guard delimiter != 9, quote > start, quote < bytes.count, bytes[quote] == 34, let field = quoted(quote),
      !bytes[quote..<field.close].contains(where: { $0 == 10 || $0 == 13 })
    else { return nil }
    return (quote + 1, field.close, field.end)
  }

  private static func text(_ raw: ArraySlice<UInt8>) -> String {
    String(decoding: raw, as: UTF8.self).replacing("\"\"", with: "\"")
  }
}
