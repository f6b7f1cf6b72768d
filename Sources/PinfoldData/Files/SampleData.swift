internal import CSamples

/// The SQL that makes a GeoPackage with a layer `clusters`.
enum GeoPackageSchema {
  static var tables: String { unsafe String(cString: pinfold_geopackage_tables()) }
  static var triggers: String { unsafe String(cString: pinfold_geopackage_triggers()) }
}

/// Data that come with the program. Their name stands wherever a path does, unless a file has that name.
public enum SampleData {
  /// The names: `towns` is Natural Earth's 7,343 populated places, with names, countries and populations.
  ///
  /// Natural Earth (naturalearthdata.com) is in the public domain.
  public static let names = ["towns"]

  /// Whether a path names a sample, and no file.
  private static func isNamed(by path: String) -> Bool { names.contains(path) && FileStatus(path) == nil }

  /// The licence of a sample; nil for any other path.
  package static func licence(ofPath path: String) -> String? {
    isNamed(by: path) ? "public domain (Natural Earth)" : nil
  }

  /// Options that name the columns of a sample's coordinates, so that nothing is guessed.
  static func naming(_ path: String, _ options: ReadOptions) -> ReadOptions {
    guard isNamed(by: path) else { return options }
    var options = options
    (options.longitude, options.latitude) = (options.longitude ?? "lon", options.latitude ?? "lat")
    return options
  }

  /// The bytes of a sample, a gzip'd file; nil for any other name.
  static func buffer(_ name: String) -> ByteBuffer? {
    guard name == "towns" else { return nil }
    return unsafe ByteBuffer(Array(UnsafeBufferPointer(start: pinfold_towns(), count: pinfold_towns_size())))
  }
}
