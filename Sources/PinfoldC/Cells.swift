import CPinfold
import Pinfold
import PinfoldData
import PinfoldDefinitions

@_cdecl("pinfold_points_aggregate")
public func pinfoldPointsAggregate(
  _ workbench: OpaquePointer?, _ points: OpaquePointer?, _ definition: UnsafePointer<CChar>?,
  _ stopper: OpaquePointer?, _ stored: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ size: UnsafeMutablePointer<Int>?, _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    let handle = try PointsHandle.at(points)
    let definition = try CellsDefinition(
      try Node.options(definition, "cells"), registry: try WorkbenchHandle.at(workbench).registry)
    let cells = try definition.cells(
      of: handle.named, hasIDs: handle.hasIDs, context: try RunContext(stopper)
    ).csv()
    try store(cells, stored, size)
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
    let names = (0..<Int(count)).map { "part \($0)" }
    let all = try Cells.added(names) { part in
      guard let start = parts[part] else { throw CallMistake("\(names[part]) is NULL") }
      let bytes = Array(UnsafeRawBufferPointer(start: start, count: sizes[part]))
      guard let cells = try Cells.read(bytes: bytes, source: names[part], context: context) else {
        throw CallMistake("\(names[part]): cells expected, not other data")
      }
      return cells
    }
    let merged = all?.csv() ?? []
    try store(merged, stored, size)
  }
}
