public import Foundation

/// Where tests find files.
public enum Folders {
  /// The package's own folder.
  public static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of real data sets: `PINFOLD_DATA`, or `shared/data` beside the package or above it; nil where
  /// there is none.
  public static let data: URL? = {
    if let path = ProcessInfo.processInfo.environment["PINFOLD_DATA"] { return URL(filePath: path) }
    var folder = package
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let data = folder.appending(path: "shared/data")
      if FileManager.default.fileExists(atPath: data.path) { return data }
    }
    return nil
  }()

  /// Why tests of real data were skipped.
  public static let dataIsMissing = "no real data here; set PINFOLD_DATA to its folder"
}
