import Lua
import Pinfold

/// An animation diff as a script sees it.
final class DiffObject: LuaObject, Sendable {
  static let luaName = "diff"

  private let name: String
  private let diff: any AnimationDiff

  init(name: String, _ diff: any AnimationDiff) {
    self.name = name
    self.diff = diff
  }

  static func describe(_ lua: LuaClass<DiffObject>) {
    lua.getter("name") { $0.name }
    lua.method("between") { (diff, call: LuaCall, old: FrameObject, new: FrameObject) in
      try call.reserve(transitionOf: old.frame.count + new.frame.count)
      return
        TransitionObject(try diff.diff.transition(from: old.frame, to: new.frame), old.frame, new.frame)
    }
    lua.metamethod(.toString) { (diff: DiffObject) in "diff '\(diff.name)'" }
  }
}
