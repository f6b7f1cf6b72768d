import CLua
import CLuaBridge

/// A Swift object, or a C library's, as Lua sees it.
public struct LuaUserdata: LuaReferenceType {
  public let reference: LuaReference

  init(reference: LuaReference) { self.reference = reference }

  public static func read(from call: LuaCall, at index: Int32) throws -> LuaUserdata {
    guard case .userdata(let userdata) = LuaValue(call, at: index) else {
      throw call.mismatch("userdata", at: index)
    }
    return userdata
  }

  /// The Swift object, if it is one of that class and not closed.
  public func object<T: LuaObject>(as type: T.Type = T.self) -> T? {
    try? reference.withValue { try T.read(from: $0, at: -1) }
  }

  /// The name of the object's class.
  public var className: String {
    (try? reference.withValue { $0.typeName(at: -1) }) ?? "userdata"
  }

  /// Whether the object has elements by number.
  public var hasElements: Bool { (try? reference.withValue { plua_has_elements($0.lua, -1) }) ?? false }

  /// The names of the object's methods and getters, sorted; for completion and help.
  public var members: [String] {
    let names: [String]? = try? reference.withValue { call in
      plua_members(call.lua, -1)
      return try [String]?.read(from: call, at: -1) ?? []
    }
    return (names ?? []).sorted()
  }
}
