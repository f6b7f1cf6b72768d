internal import CProj

/// PROJ, the library of coordinate systems (https://proj.org), where it is installed: it is loaded when a
/// system other than degrees and Web Mercator is first met.
package enum ProjLibrary {
  package static var isInstalled: Bool { pinfold_proj_is_installed() }

  /// The command that installs it.
  static let advice = "apt-get install proj-bin, or brew install proj"

  /// Whether the library can convert a system to degrees.
  static func knows(_ system: String) -> Bool {
    var (x, y): ([Double], [Double]) = ([], [])
    return toDegrees(&x, &y, from: system)
  }

  /// Whether the coordinates of a system are degrees: a location hardly moves on its way to WGS 84.
  static func hasDegrees(_ system: String) -> Bool {
    var (x, y) = ([10.0], [45.0])
    return toDegrees(&x, &y, from: system) && abs(x[0] - 10) < 1 && abs(y[0] - 45) < 1
  }

  /// Converts coordinates of a system, x and y, to longitudes and latitudes of WGS 84; those outside of the
  /// system's range become infinite. Nothing is fetched from the network.
  ///
  /// - Returns: false, without any change, for a system that the library does not know.
  static func toDegrees(_ x: inout [Double], _ y: inout [Double], from system: String) -> Bool {
    unsafe pinfold_proj_to_degrees(system, &x, &y, x.count)
  }
}
