import CPinfold
import Pinfold
import PinfoldData
import PinfoldDefinitions

@_cdecl("pinfold_points_aggregate")
public func pinfoldPointsAggregate(
  _ points: OpaquePointer?, _ definition: UnsafePointer<CChar>?, _ stopper: OpaquePointer?,
  _ stored: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ size: UnsafeMutablePointer<Int>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    let handle = try PointsHandle.at(points)
    let definition = try CellsDefinition(
      try Node.given(definition, "cells") ?? Node(.table([]), place: "cells"))
    let cells = try definition.cells(
      of: handle.named, report: handle.report, hasIDs: handle.hasIDs, context: try RunContext(stopper)
    ).csv()
    try out(stored).pointee = bytes(cells)
    try out(size).pointee = cells.count
  }
}

@_cdecl("pinfold_cells_merge")
public func pinfoldCellsMerge(
  _ parts: UnsafePointer<UnsafePointer<CChar>?>?, _ sizes: UnsafePointer<Int>?, _ count: Int64,
  _ stopper: OpaquePointer?, _ stored: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ size: UnsafeMutablePointer<Int>?, _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    guard count > 0, let parts, let sizes else { throw CallMistake("no cells to merge") }
    let context = try RunContext(stopper)
    var all: Cells?
    for part in 0..<Int(count) {
      let name = "part \(part)"
      guard let start = parts[part] else { throw CallMistake("\(name) is NULL") }
      let bytes = Array(UnsafeRawBufferPointer(start: start, count: sizes[part]))
      guard let cells = try Cells.read(bytes: bytes, source: name, context: context) else {
        throw CallMistake("\(name): cells expected, not other data")
      }
      if all == nil { all = cells } else { try all?.add(cells, source: "part 0", named: name) }
    }
    let merged = all?.csv() ?? []
    try out(stored).pointee = bytes(merged)
    try out(size).pointee = merged.count
  }
}
