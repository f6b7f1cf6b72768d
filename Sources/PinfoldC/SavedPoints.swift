import CPinfold
import Pinfold
import PinfoldData
import PinfoldDefinitions

// Points as bytes for another process of the same version: a text with the format and the version, then a
// file of sections with the columns of the points, row by row.

@_cdecl("pinfold_points_save")
public func pinfoldPointsSave(
  _ points: OpaquePointer?, _ stored: Out<Text?>, _ size: Out<Int>, _ message: Out<Text?>
) -> CInt {
  unsafe status(message) { unsafe try store(try PointsHandle.at(points).saved, stored, size) }
}

@_cdecl("pinfold_points_load")
public func pinfoldPointsLoad(
  _ bytes: UnsafeRawPointer?, _ size: Int64, _ points: Out<OpaquePointer?>, _ message: Out<Text?>
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
