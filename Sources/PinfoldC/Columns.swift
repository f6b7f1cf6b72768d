import CPinfold
import Pinfold
import PinfoldData

extension PointColumns {
  /// Copies a caller's columns.
  ///
  /// - Parameter isWhole: whether coordinates are needed.
  /// - Throws: a mistake for what would be read out of bounds; the rest is checked where points are made.
  init(_ given: pinfold_columns, isWhole: Bool = true) throws {
    let count = unsafe Int(given.count)
    guard count >= 0 else { throw CallMistake("columns of \(count) points") }
    guard unsafe !isWhole || count == 0 || given.longitude != nil && given.latitude != nil else {
      throw CallMistake("longitude and latitude are needed for every point")
    }
    func column<Element>(_ start: UnsafePointer<Element>?) -> [Element]? {
      unsafe start.map { unsafe Array(UnsafeBufferPointer(start: $0, count: count)) }
    }
    unsafe self.init(longitude: column(given.longitude) ?? [], latitude: column(given.latitude) ?? [])
    ids = unsafe try PointIDs(given, count: count)
    weight = unsafe column(given.weight)
    priority = unsafe column(given.priority)
    mergeable = unsafe column(given.mergeable)?.map { $0 != 0 }
    group = unsafe column(given.group)
    let names = unsafe UnsafeBufferPointer(start: given.group_names, count: Int(given.group_count))
    groupNames = unsafe try names.map { name in
      guard let name = unsafe name else { throw CallMistake("a group's name is NULL") }
      // Names that are repaired could become equal.
      guard let text = unsafe String(validatingCString: name) else {
        throw CallMistake(unsafe "a group's name is not UTF-8: '\(String(cString: name))'")
      }
      return text
    }
    let columns = unsafe UnsafeBufferPointer(start: given.attributes, count: Int(given.attribute_count))
    for number in columns.indices {
      let given = unsafe columns[number]
      guard let name = unsafe given.name.map({ unsafe String(cString: $0) }) else {
        throw CallMistake("an attribute's name is NULL")
      }
      let values =
        unsafe try column(given.numbers).map(Attribute.Values.numbers)
        ?? column(given.integers).map(Attribute.Values.integers)
        ?? column(given.booleans).map { .booleans($0.map { $0 > 1 ? nil : $0 == 1 }) }
        ?? .texts(
          try TextColumn(given.offsets, given.bytes, valid: given.valid, count: count, name: name))
      attributes.append(Attribute(name: name, values: values))
    }
  }
}

extension PointIDs {
  /// Copies a caller's ids; nil where there are none.
  init?(_ given: pinfold_columns, count: Int) throws {
    if let offsets = unsafe given.id_offsets {
      let texts = unsafe try TextColumn(offsets, given.id_bytes, count: count, name: "ids")
      self = .texts((0..<count).map { texts[$0] ?? "" })
    } else if let ids = unsafe given.ids {
      self = unsafe .integers(Array(UnsafeBufferPointer(start: ids, count: count)))
    } else {
      return nil
    }
  }
}

extension TextColumn {
  /// Copies texts that lie end to end.
  ///
  /// - Parameter valid: 0 for a missing text; nil where empty ones are missing.
  fileprivate init(
    _ offsets: UnsafePointer<Int64>?, _ bytes: Given, valid: UnsafePointer<UInt8>? = nil, count: Int,
    name: String
  ) throws {
    guard let offsets = unsafe offsets, unsafe bytes != nil || count == 0 || offsets[count] == 0 else {
      throw CallMistake("'\(name)': neither numbers nor texts")
    }
    self.init()
    for row in 0..<count {
      guard unsafe offsets[row] >= 0, unsafe offsets[row] <= offsets[row + 1] else {
        throw CallMistake("'\(name)': the offset of row \(row) is greater than the next, or negative")
      }
      let length = unsafe Int(offsets[row + 1] - offsets[row])
      guard unsafe valid.map({ unsafe $0[row] != 0 }) ?? (length > 0) else {
        appendMissing()
        continue
      }
      guard length > 0, let bytes = unsafe bytes else {
        append("")
        continue
      }
      unsafe (bytes + Int(offsets[row])).withMemoryRebound(to: UInt8.self, capacity: length) { start in
        unsafe append(utf8: UnsafeBufferPointer(start: start, count: length).span)
      }
      guard utf8(at: row)?.withView(\.isUTF8) != false else {
        throw CallMistake("'\(name)': the text of row \(row) is not UTF-8")
      }
    }
  }
}
