#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

// libFuzzer on the readers, which `make fuzz` runs: FUZZ_TARGET names the target, arguments are libFuzzer's.

private let target: @Sendable ([UInt8]) -> Void = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = Targets.all[name] else {
    fatalError("FUZZ_TARGET='\(name)': expected one of \(Targets.all.keys.sorted().joined(separator: ", "))")
  }
  return target
}()

/// What libFuzzer calls with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  target(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
