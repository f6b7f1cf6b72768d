internal import Platform

/// Data that GDAL reads and this package does not: its program `ogr2ogr` writes them as a GeoPackage, which
/// keeps the types of columns, every bit of coordinates, and the names of layers.
package struct Conversion {
  private static let program = Program(name: "ogr2ogr", debian: "gdal-bin", homebrew: "gdal")

  private let path: String
  private let name: String

  /// Whether a path leads to data that are read by another program, which then may open whatever these name.
  package static func isNeeded(for path: String) -> Bool {
    Conversion(of: path) != nil && !PointReader.readsArchive(at: path)
  }

  static func shown(_ path: String) -> String {
    guard isConnection(path) else { return path }
    let words = path.split(separator: " ", omittingEmptySubsequences: false)
    return words.map { word in
      guard let start = word.firstRange(of: "password=") else { return String(word) }
      return word[..<start.upperBound] + "…"
    }.joined(separator: " ")
  }

  init?(of path: String) {
    guard path != "-" else { return nil }
    self.path = path
    if Self.isConnection(path) {
      name = "a connection"
    } else if Folder.isFolder(path) {
      guard path.hasSuffix(".gdb") || path.hasSuffix(".gdb/") else { return nil }
      name = "a File Geodatabase"
    } else if let format = readHead(path: path, count: 4096).withView(
      ForeignFormat.convertible)
    {
      name = format
    } else {
      return nil
    }
  }

  /// Whether a path is what GDAL opens by a word before a colon, or below its virtual folders.
  private static func isConnection(_ path: String) -> Bool {
    if path.hasPrefix("/vsi") { return true }
    guard let colon = path.firstIndex(of: ":"), Folder.realPath(path) == nil else { return false }
    // A single letter may be a drive.
    return path[..<colon].count > 1
      && path[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  /// Converts the data, reads the resulting GeoPackage and deletes it.
  func converted<Result>(
    _ options: ReadOptions, source: String, _ read: (String) throws(DataError) -> Result
  ) throws(DataError) -> Result {
    let folder = try Folder.makeTemporary()
    let output = folder + "/points.gpkg"
    defer { Folder.remove(folder) }
    do throws(Program.Failure) {
      _ = try Self.program.output(arguments(output, options), input: [])
    } catch {
      if let advice = columnarAdvice(isInstalled: error != .missing) {
        throw .otherFormat(source, name: name, advice: advice)
      }
      switch error {
      case .missing:
        throw .otherFormat(
          source, name: name,
          advice:
            "it is read through ogr2ogr, which is not installed: apt-get install \(Self.program.debian), or "
            + "brew install \(Self.program.homebrew)")
      case .failed(let reason): throw .notConverted(source, reason: reason)
      }
    }
    return try read(output)
  }

  /// Whether the path is an archive, such as of a Shapefile, which is a folder to GDAL. The system of its
  /// data is not converted, so that they are read like the unpacked files.
  var isArchive: Bool { path.lowercased().hasSuffix(".zip") && !path.hasPrefix("/vsi") }

  private func arguments(_ output: String, _ options: ReadOptions) -> [String] {
    var arguments = [
      "-q", "-f", "GPKG", "--config", "OGR_SQLITE_SYNCHRONOUS", "OFF", "-lco", "SPATIAL_INDEX=NO",
    ]
    if !isArchive {
      if let system = options.system { arguments += ["-s_srs", system.rawValue] }
      if !options.planar { arguments += ["-t_srs", CoordinateSystem.degrees.rawValue] }
    }
    arguments += [output, isArchive ? "/vsizip/" + path : path]
    return arguments + (options.layer.map { [$0] } ?? [])
  }

  /// What to install for Parquet and Arrow, for which GDAL needs a driver that Debian's does not have:
  /// packages with the driver, or a line of Python that needs none of them. Nil for other formats.
  private func columnarAdvice(isInstalled: Bool) -> String? {
    guard ["Parquet", "Arrow"].contains(name) else { return nil }
    // The metadata of GeoParquet and GeoArrow name the column of geometries.
    let hasGeometry =
      readHead(path: path, count: 1 << 20, fromEnd: true)[...].place(of: Array("primary_column".utf8)) != nil
    let read = name == "Parquet" ? "read_parquet" : "read_feather"
    let file = String(path.split(separator: "/").last ?? "").replacing("'", with: "\\'")
    let line =
      hasGeometry
      ? "import geopandas as g; g.\(read)('\(file)').to_file('points.gpkg')"
      : "import pandas as p; p.\(read)('\(file)').to_csv('points.csv', index=False)"
    let packages = hasGeometry ? "geopandas pyarrow" : "pandas pyarrow"
    return
      "it is read through ogr2ogr with GDAL's \(name) driver, which "
      + (isInstalled ? "the installed GDAL does not have" : "is not installed")
      + " (Debian's GDAL has none): conda install -c conda-forge gdal libgdal-arrow-parquet, or brew install gdal; or convert it: "
      + "pip install \(packages) && python3 -c \"\(line)\""
  }
}
