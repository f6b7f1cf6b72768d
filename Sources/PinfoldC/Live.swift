import CPinfold
import Pinfold
import PinfoldDefinitions
import PinfoldScripting
import PinfoldServer

/// A live map, which is served until the handle is released.
final class LiveHandle: Handle {
  override class var kind: String { "a live map" }

  let live: LiveMap

  init(_ live: LiveMap) { self.live = live }
}

@_cdecl("pinfold_live_new")
public func pinfoldLiveNew(
  _ workbench: OpaquePointer?, _ points: OpaquePointer?, _ definition: UnsafePointer<CChar>?,
  _ live: UnsafeMutablePointer<OpaquePointer?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    let registry = try WorkbenchHandle.at(workbench).registry
    let definition = try LiveDefinition(
      try Node.options(definition, "live"), registry: registry)
    let map = try definition.map(of: try PointsHandle.at(points).named, in: registry)
    try out(live).pointee = LiveHandle(map).retained
  }
}

@_cdecl("pinfold_live_address")
public func pinfoldLiveAddress(
  _ live: OpaquePointer?, _ address: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) { try out(address).pointee = text(try LiveHandle.at(live).live.address) }
}
