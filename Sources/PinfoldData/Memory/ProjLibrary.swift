import Platform

/// PROJ, the library of coordinate systems (https://proj.org), where it is installed: it is loaded when a
/// system other than degrees and Web Mercator is first met.
@safe
package struct ProjLibrary: Sendable {
  private typealias Pointer = UnsafeMutableRawPointer
  private typealias Make = @convention(c) @Sendable () -> Pointer?
  private typealias Free = @convention(c) @Sendable (Pointer?) -> Pointer?
  private typealias SetNumber = @convention(c) @Sendable (Pointer?, Int32) -> Int32
  private typealias MakeBetween =
    @convention(c) @Sendable (
      Pointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Pointer?
    ) -> Pointer?
  private typealias Normalize = @convention(c) @Sendable (Pointer?, Pointer?) -> Pointer?
  private typealias Transform =
    @convention(c) @Sendable (
      Pointer?, Int32, UnsafeMutablePointer<Double>?, Int, Int, UnsafeMutablePointer<Double>?, Int, Int,
      Pointer?, Int, Int,
      Pointer?, Int, Int
    ) -> Int

  private let makeContext: Make
  private let freeContext: Free
  private let setLog: SetNumber
  private let setNetwork: SetNumber
  private let makeBetween: MakeBetween
  private let normalize: Normalize
  private let transform: Transform
  private let free: Free

  /// The library; nil where it is not installed.
  static let shared = ProjLibrary()

  /// Whether it is installed.
  package static var isInstalled: Bool { shared != nil }

  /// The command that installs it.
  static let advice = "apt-get install proj-bin, or brew install proj"

  /// File names by system; the numbers are those of PROJ 9 to 6, none of whose functions used here changed.
  private static let names =
    ["so.25", "so.22", "so.19", "so.15", "so"].map { "libproj.\($0)" }
    + ["libproj.dylib", "/opt/homebrew/lib/libproj.dylib", "/usr/local/lib/libproj.dylib"]

  private init?() {
    guard let library = unsafe Self.names.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first
    else { return nil }
    func function<Function>(_ name: String, _: Function.Type) -> Function? {
      unsafe dlsym(library, name).map { unsafe unsafeBitCast($0, to: Function.self) }
    }
    guard let makeContext = unsafe function("proj_context_create", Make.self),
      let freeContext = unsafe function("proj_context_destroy", Free.self),
      let setLog = unsafe function("proj_log_level", SetNumber.self),
      let setNetwork = unsafe function("proj_context_set_enable_network", SetNumber.self),
      let makeBetween = unsafe function("proj_create_crs_to_crs", MakeBetween.self),
      let normalize = unsafe function("proj_normalize_for_visualization", Normalize.self),
      let transform = unsafe function("proj_trans_generic", Transform.self),
      let free = unsafe function("proj_destroy", Free.self)
    else { return nil }
    unsafe (self.makeContext, self.freeContext, self.setLog) = (makeContext, freeContext, setLog)
    unsafe (self.setNetwork, self.makeBetween, self.normalize) = (setNetwork, makeBetween, normalize)
    unsafe (self.transform, self.free) = (transform, free)
  }

  /// Whether the library can convert a system to degrees.
  func knows(_ system: String) -> Bool {
    var (x, y): ([Double], [Double]) = ([], [])
    return toDegrees(&x, &y, from: system)
  }

  /// Whether the coordinates of a system are degrees: a location hardly moves on its way to WGS 84.
  func hasDegrees(_ system: String) -> Bool {
    var (x, y) = ([10.0], [45.0])
    return toDegrees(&x, &y, from: system) && abs(x[0] - 10) < 1 && abs(y[0] - 45) < 1
  }

  /// Converts coordinates of a system, x and y, to longitudes and latitudes of WGS 84; those outside of the
  /// system's range become infinite. Nothing is fetched from the network.
  ///
  /// - Returns: false, without any change, for a system that the library does not know.
  func toDegrees(_ x: inout [Double], _ y: inout [Double], from system: String) -> Bool {
    // A context of its own, as one is not for several threads.
    guard let context = unsafe makeContext() else { return false }
    defer { _ = unsafe freeContext(context) }
    _ = unsafe setLog(context, 0)
    _ = unsafe setNetwork(context, 0)
    guard let first = unsafe makeBetween(context, system, "EPSG:4326", nil) else {
      return false
    }
    defer { _ = unsafe free(first) }
    // Axes are east and north, regardless of the system's own definition.
    guard let usual = unsafe normalize(context, first) else { return false }
    defer { _ = unsafe free(usual) }
    let (count, step) = (x.count, MemoryLayout<Double>.stride)
    if count == 0 { return true }
    unsafe x.withUnsafeMutableBufferPointer { x in
      unsafe y.withUnsafeMutableBufferPointer { y in
        _ = unsafe transform(
          usual, 1, x.baseAddress, step, count, y.baseAddress, step, count, nil, 0, 0, nil, 0, 0)
      }
    }
    return true
  }
}
