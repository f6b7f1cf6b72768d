import CPinfold
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldVerbs

@_cdecl("pinfold_points_new")
public func pinfoldPointsNew(_ columns: Columns, _ stopper: Object, _ points: Out<Object>, _ message: Message)
  -> CInt
{
  unsafe status(message) {
    let columns = unsafe try needed(columns?.pointee, "columns")
    let set = unsafe try PointSet(
      try PointColumns(columns), isPlanar: columns.planar != 0, context: try RunContext(stopper))
    let hasIDs = unsafe columns.ids != nil || columns.id_offsets != nil
    try unsafe out(points).pointee = PointsHandle(NamedPoints("points", set), hasIDs: hasIDs).retained
  }
}

@_cdecl("pinfold_points_read")
public func pinfoldPointsRead(
  _ workbench: Object, _ definition: Given, _ stopper: Object, _ points: Out<Object>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let node = unsafe try needed(try Node.given(definition, "data"), "data")
    let dataset = unsafe try DatasetDefinition.one(
      node, in: try WorkbenchHandle.at(workbench).registry, attributes: .all)
    let named = unsafe try dataset.load(context: try RunContext(stopper))
    try unsafe out(points).pointee = PointsHandle(named).retained
  }
}

@_cdecl("pinfold_points_guess")
public func pinfoldPointsGuess(
  _ names: UnsafePointer<Given>?, _ count: Int64, _ planar: CInt, _ longitude: Out<Int64>,
  _ latitude: Out<Int64>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let names = unsafe UnsafeBufferPointer(start: names, count: names == nil ? 0 : max(0, Int(count)))
    let guess = unsafe ColumnNames.coordinates(
      in: names.map { unsafe given($0) ?? "" }, planar: planar != 0)
    let (longitude, latitude) = unsafe (try out(longitude), try out(latitude))
    unsafe longitude.pointee = Int64(guess?.longitude ?? -1)
    unsafe latitude.pointee = Int64(guess?.latitude ?? -1)
  }
}

@_cdecl("pinfold_points_count")
public func pinfoldPointsCount(_ points: Object) -> Int64 {
  unsafe Int64((try? PointsHandle.at(points))?.points.count ?? 0)
}

@_cdecl("pinfold_points_about")
public func pinfoldPointsAbout(_ points: Object, _ json: Out<Text?>, _ message: Message) -> CInt {
  unsafe status(message) { try unsafe out(json).pointee = text(try PointsHandle.at(points).about) }
}

@_cdecl("pinfold_points_coordinates")
public func pinfoldPointsCoordinates(
  _ points: Object, _ longitude: Out<Double>, _ latitude: Out<Double>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let handle = unsafe try PointsHandle.at(points)
    let points = handle.points
    let (x, y) = (points.longitude, points.latitude)
    let (longitude, latitude) = unsafe (try out(longitude), try out(latitude))
    handle.forEachRow { row, point in unsafe (longitude[row], latitude[row]) = (x[point], y[point]) }
  }
}

@_cdecl("pinfold_points_numbers")
public func pinfoldPointsNumbers(_ points: Object, _ name: Given, _ numbers: Out<Double>, _ message: Message)
  -> CInt
{
  unsafe status(message) {
    let handle = unsafe try PointsHandle.at(points)
    let name = unsafe try needed(given(name), "a column's name")
    let numbers = unsafe try out(numbers)
    let values = try handle.points.attribute(named: handle.named.columnName(name)).values
    if let rounded = values.rounded {
      handle.forEachRow { unsafe numbers[$0] = rounded[$1] }
    } else if case .booleans(let flags) = values {
      handle.forEachRow { unsafe numbers[$0] = flags[$1].map { $0 ? 1 : 0 } ?? .nan }
    } else {
      throw CallMistake("'\(name)' has texts, not numbers")
    }
  }
}

@_cdecl("pinfold_points_integers")
public func pinfoldPointsIntegers(_ points: Object, _ name: Given, _ integers: Out<Int64>, _ message: Message)
  -> CInt
{
  unsafe status(message) {
    let handle = unsafe try PointsHandle.at(points)
    let name = unsafe try needed(given(name), "a column's name")
    let integers = unsafe try out(integers)
    guard
      case .integers(let values) = try handle.points.attribute(named: handle.named.columnName(name)).values
    else {
      throw CallMistake("'\(name)' has no whole numbers")
    }
    handle.forEachRow { unsafe integers[$0] = values[$1] }
  }
}

@_cdecl("pinfold_points_ids")
public func pinfoldPointsIDs(_ points: Object, _ ids: Out<Int64>, _ message: Message) -> CInt {
  unsafe status(message) {
    let handle = unsafe try PointsHandle.at(points)
    guard case .integers(let integers) = handle.points.ids else {
      throw CallMistake("the ids are texts, not whole numbers")
    }
    let ids = unsafe try out(ids)
    handle.forEachRow { unsafe ids[$0] = integers[$1] }
  }
}

@_cdecl("pinfold_points_texts")
public func pinfoldPointsTexts(
  _ points: Object, _ name: Given, _ offsets: Out<Int64>, _ valid: Out<UInt8>, _ stored: Out<Text?>,
  _ message: Message
) -> CInt {
  unsafe status(message) {
    let handle = unsafe try PointsHandle.at(points)
    let points = handle.points
    var order = [Int](repeating: 0, count: points.count)
    handle.forEachRow { order[$0] = $1 }
    let text: (Int) -> String?
    if let name = unsafe given(name) {
      let values = try points.attribute(named: handle.named.columnName(name)).values
      guard case .texts(let column) = values else { throw CallMistake("'\(name)' has no texts") }
      text = { column[$0] }
    } else {
      let ids = points.ids
      text = { ids[$0].description }
    }
    let offsets = unsafe try out(offsets)
    var all: [UInt8] = []
    unsafe offsets[0] = 0
    for (row, point) in order.enumerated() {
      let value = text(point)
      unsafe valid?[row] = value == nil ? 0 : 1
      all += (value ?? "").utf8
      unsafe offsets[row + 1] = Int64(all.count)
    }
    try unsafe out(stored).pointee = bytes(all)
  }
}

extension PointsHandle {
  fileprivate var about: String {
    let ids =
      switch points.ids {
      case .integers: "integer"
      case .texts: "text"
      case .mixed: "mixed"
      }
    let attributes = points.attributes.map { attribute in
      let isWhole = if case .integers = attribute.values { true } else { false }
      return (name: attribute.name, value: (isWhole ? "integer" : attribute.values.kind.rawValue).node)
    }
    let about = Node([
      "name": named.name, "count": points.count, "rows": named.rows, "planar": !points.projection.wraps,
      "ids": ids, "weighted": points.weight != nil, "groups": points.groupNames,
      "attributes": Node(.table(attributes)), "warnings": named.report?.warnings ?? [],
    ])
    return about.json
  }
}

@_cdecl("pinfold_points_aggregate")
public func pinfoldPointsAggregate(
  _ workbench: Object, _ points: Object, _ definition: Given, _ stopper: Object, _ stored: Out<Text?>,
  _ size: Out<Int>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let handle = unsafe try PointsHandle.at(points)
    let definition = unsafe try CellsDefinition(
      try Node.options(definition, "cells"), registry: try WorkbenchHandle.at(workbench).registry)
    let cells = unsafe try definition.cells(
      of: handle.named, hasIDs: handle.hasIDs, context: try RunContext(stopper)
    ).csv()
    unsafe try store(cells, stored, size)
  }
}

@_cdecl("pinfold_cells_merge")
public func pinfoldCellsMerge(
  _ parts: UnsafePointer<UnsafePointer<CChar>?>?, _ sizes: UnsafePointer<Int>?, _ count: Int64,
  _ stopper: Object, _ stored: Out<Text?>, _ size: Out<Int>, _ message: Message
) -> CInt {
  unsafe status(message) {
    guard count > 0, let parts = unsafe parts, let sizes = unsafe sizes else {
      throw CallMistake("no cells to merge")
    }
    let context = unsafe try RunContext(stopper)
    let names = (0..<Int(count)).map { "part \($0)" }
    let all = try Cells.added(names) { part in
      guard let start = unsafe parts[part] else { throw CallMistake("\(names[part]) is NULL") }
      let bytes = unsafe Array(UnsafeRawBufferPointer(start: start, count: sizes[part]))
      guard let cells = try Cells.read(bytes: bytes, source: names[part], context: context) else {
        throw CallMistake("\(names[part]): cells expected, not other data")
      }
      return cells
    }
    let merged = all?.csv() ?? []
    unsafe try store(merged, stored, size)
  }
}

// Points as bytes for another process of the same version: a text with the format and the version, then a
// file of sections with the columns of the points, row by row.

@_cdecl("pinfold_points_save")
public func pinfoldPointsSave(_ points: Object, _ stored: Out<Text?>, _ size: Out<Int>, _ message: Message)
  -> CInt
{
  unsafe status(message) { unsafe try store(try PointsHandle.at(points).saved, stored, size) }
}

@_cdecl("pinfold_points_load")
public func pinfoldPointsLoad(
  _ bytes: UnsafeRawPointer?, _ size: Int64, _ points: Out<Object>, _ message: Message
) -> CInt {
  unsafe status(message) {
    guard let bytes = unsafe bytes, size >= 0 else {
      throw CallMistake("NULL is given in place of saved points")
    }
    let saved = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: Int(size)))
    try unsafe out(points).pointee = PointsHandle(saved: saved).retained
  }
}

private let signature = "pinfold points \(Version.current)"

extension PointsHandle {
  fileprivate var saved: [UInt8] {
    var file = SectionWriter()
    file.add("name", Array(named.name.utf8))
    file.add("has ids", [hasIDs ? 1 : 0])
    points.saveColumns(to: &file)
    var bytes = Array(signature.utf8)
    file.write(threads: 1) { bytes += $0 }
    return bytes
  }

  fileprivate convenience init(saved bytes: [UInt8]) throws {
    guard bytes.starts(with: signature.utf8) else {
      throw CallMistake("the saved points are not of this version: '\(signature)' expected")
    }
    do {
      let file = try SectionFile(Array(bytes.dropFirst(signature.utf8.count)), threads: 1)
      let name = String(decoding: try file.bytes(of: "name"), as: UTF8.self)
      self.init(
        NamedPoints(name, try PointSet(columnsOf: file)), hasIDs: try file.bytes(of: "has ids") == [1])
    } catch {
      throw CallMistake("the saved points are damaged")
    }
  }
}
