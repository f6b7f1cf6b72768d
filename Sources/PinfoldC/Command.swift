import PinfoldCommand

@_cdecl("pinfold_command")
public func pinfoldCommand(_ count: CInt, _ arguments: UnsafePointer<Given>?) {
  let words = unsafe UnsafeBufferPointer(start: arguments, count: arguments == nil ? 0 : max(0, Int(count)))
  runCommand(unsafe words.dropFirst().map { unsafe given($0) ?? "" })
}
