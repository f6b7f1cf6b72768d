import CPinfold
import Pinfold
import PinfoldData

extension PointColumns {
  /// Copies a caller's columns.
  ///
  /// - Throws: a mistake for what would be read out of bounds; the rest is checked where points are made.
  init(_ given: pinfold_columns) throws {
    let count = Int(given.count)
    guard count >= 0 else { throw CallMistake("columns of \(count) points") }
    guard count == 0 || given.longitude != nil && given.latitude != nil else {
      throw CallMistake("longitude and latitude are needed for every point")
    }
    func column<Element>(_ start: UnsafePointer<Element>?) -> [Element]? {
      start.map { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }
    self.init(longitude: column(given.longitude) ?? [], latitude: column(given.latitude) ?? [])
    ids = try PointIDs(given, count: count)
    weight = column(given.weight)
    priority = column(given.priority)
    mergeable = column(given.mergeable)?.map { $0 != 0 }
    group = column(given.group)
    let names = UnsafeBufferPointer(start: given.group_names, count: Int(given.group_count))
    groupNames = try names.map { name in
      guard let name else { throw CallMistake("a group's name is NULL") }
      // Names that are repaired could become equal.
      guard let text = String(validatingCString: name) else {
        throw CallMistake("a group's name is not UTF-8: '\(String(cString: name))'")
      }
      return text
    }
    for given in UnsafeBufferPointer(start: given.attributes, count: Int(given.attribute_count)) {
      guard let name = given.name.map({ String(cString: $0) }) else {
        throw CallMistake("an attribute's name is NULL")
      }
      if let numbers = column(given.numbers) {
        attributes.append(Attribute(name: name, values: .numbers(numbers)))
      } else if let integers = column(given.integers) {
        attributes.append(Attribute(name: name, values: .integers(integers)))
      } else {
        let texts = try TextColumn(given.offsets, given.bytes, count: count, name: name)
        attributes.append(Attribute(name: name, values: .texts(texts)))
      }
    }
  }
}

extension PointIDs {
  /// Copies a caller's ids; nil where there are none.
  init?(_ given: pinfold_columns, count: Int) throws {
    if let offsets = given.id_offsets {
      let texts = try TextColumn(offsets, given.id_bytes, count: count, name: "ids")
      self = .texts((0..<count).map { texts[$0] ?? "" })
    } else if let ids = given.ids {
      self = .integers(Array(UnsafeBufferPointer(start: ids, count: count)))
    } else {
      return nil
    }
  }
}

extension TextColumn {
  /// Copies texts that lie end to end; an empty one is missing.
  fileprivate init(
    _ offsets: UnsafePointer<Int64>?, _ bytes: Given, count: Int, name: String
  ) throws {
    guard let offsets, bytes != nil || count == 0 || offsets[count] == 0 else {
      throw CallMistake("'\(name)': neither numbers nor texts")
    }
    self.init()
    for row in 0..<count {
      guard offsets[row] >= 0, offsets[row] <= offsets[row + 1] else {
        throw CallMistake("'\(name)': the offset of row \(row) is greater than the next, or negative")
      }
      let length = Int(offsets[row + 1] - offsets[row])
      guard length > 0, let bytes else {
        appendMissing()
        continue
      }
      (bytes + Int(offsets[row])).withMemoryRebound(to: UInt8.self, capacity: length) { start in
        append(utf8: UnsafeBufferPointer(start: start, count: length).span)
      }
      guard utf8(at: row)?.withView(\.isUTF8) != false else {
        throw CallMistake("'\(name)': the text of row \(row) is not UTF-8")
      }
    }
  }
}
