public import Pinfold
package import PinfoldData

/// Points with a name, as a study lists them.
public struct NamedPoints: Sendable {
  /// The name in reports.
  public var name: String

  /// The points.
  public var points: PointSet

  /// The report on the reading of a file; nil for other points.
  package var report: DataReport?

  /// Names points.
  public init(_ name: String, _ points: PointSet) {
    self.name = name
    self.points = points
  }

  package init(_ name: String, _ points: PointSet, report: DataReport?) {
    self.init(name, points)
    self.report = report
  }

  /// The name of a column in the data, of the name or number that a user gave it.
  package func columnName(_ name: String) -> String { report?.column(named: name) ?? name }

  /// The name above pictures: that of a file without its folder.
  package var title: String { name.split(separator: "/").last.map(String.init) ?? name }

  /// The rows of the data, usable or not. A row of cells may be several points.
  package var rows: Int { report.map { max($0.rows, points.count + $0.rows - $0.usable) } ?? points.count }
}

/// A strategy with its representative and a name, as a study lists it.
public struct NamedClusterer: Sendable {
  /// The name in reports, with parameters where a study has a strategy more than once: "grid(cellSize=80)".
  public var name: String

  /// The clusterer.
  public var clusterer: Clusterer

  /// Names a clusterer.
  public init(_ name: String, _ clusterer: Clusterer) {
    self.name = name
    self.clusterer = clusterer
  }
}

extension Registry {
  /// The default strategy of commands: its markers never overlap, are as near to their points as those of
  /// others, follow no grid, and are about as many.
  package static var usualStrategy: String { "separate" }

  /// The default strategies of studies: all that merge points and handle any number of them.
  package var usualStrategies: [String] {
    all(.strategy).map(\.name).filter { !["none", "pairwise", "random"].contains($0) }
  }
}
