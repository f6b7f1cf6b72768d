import Foundation
public import Pinfold
import PinfoldData
import PinfoldEvaluation

/// A finished run in its stored form.
struct FinishedRun {
  /// The identity of the run across studies; see ``StudyContent/runDigests``.
  var identity: Digest

  /// The result; values are by the index of their measure in `measures`.
  var run: StudyRun
  var measures: [MeasureRecord]

  /// The frames' clusters.
  var contents: [[UInt8]]
  var seconds: Double
}

extension StudyStore {
  /// The ids of the runs that are in the database, by their identity.
  func finishedRuns() throws(StudyError) -> [Digest: Int] {
    try read { db in
      let axes = try StudyAxes(db)
      let runs = try db.readRows(of: .run) { (try $0.digest("sha256"), try axes.run($0).id) }
      return Dictionary(runs) { first, _ in first }
    }
  }

  /// Deletes the runs that failed, so that the next invocation tries them again.
  func forgetFailures() throws(StudyError) {
    try write { db in
      for run in try db.readRows(of: .run, where: "failure IS NOT NULL", [], { try $0.count("id") }) {
        try db.deleteRun(run)
      }
      try db.execute(
        """
        DELETE FROM sample WHERE dataset IN (SELECT dataset FROM timing WHERE failure IS NOT NULL);
        DELETE FROM timing WHERE dataset IN (SELECT dataset FROM timing WHERE failure IS NOT NULL);
        """)
    }
  }

  /// Reads the frames of a run, in the order shown.
  ///
  /// - Parameters:
  ///   - run: one of the study's runs.
  ///   - points: the points of the run's dataset.
  /// - Throws: ``StudyError`` for a database that is damaged or holds frames of other points.
  public func frames(of run: StudyRun, points: PointSet) throws(StudyError) -> [Frame] {
    try read { db in
      let style = try markerStyle(db)
      return try db.readRows(
        of: .frame,
        where: "run IN (SELECT id FROM run WHERE dataset = ? AND strategy = ? AND camera = ? AND seed = ?)",
        [run.dataset, run.strategy, run.camera, run.seed]
      ) { row in
        let view = try ProjectedView(Viewport(row, planar: !points.projection.wraps), on: points.projection)
        guard
          var frame = FrameContent.frame(of: try row.bytes("content"), points: points, view: view)
        else { throw row.error("content", "is not a frame of these points") }
        frame.markerStyle = style
        return frame
      }
    }
  }
}

extension Viewport {
  /// The view of a row of the table `frame`.
  init(_ row: StudyRow, planar: Bool) throws(StudyValueError) {
    let viewport = Viewport(
      center: Coordinate(longitude: try row.number("lon"), latitude: try row.number("lat")),
      zoom: try row.number("zoom"), width: try row.number("width"), height: try row.number("height"),
      tileSize: try row.number("tile_size"), margin: try row.number("margin"),
      bearing: try row.number("bearing"))
    do {
      self = try viewport.validated(planar: planar)
    } catch {
      throw row.error("zoom", "belongs to a view that cannot be shown: \(error)")
    }
  }
}

extension SQLiteDatabase {
  /// Deletes a run with all that belongs to it.
  func deleteRun(_ id: Int) throws {
    for table in ["frame", "score", "message"] {
      try execute("DELETE FROM \(table) WHERE run = ?", [id])
    }
    try execute("DELETE FROM run WHERE id = ?", [id])
  }

  /// Inserts a run with all that belongs to it.
  func insert(_ finished: FinishedRun, id: Int) throws {
    let run = finished.run
    try insert(
      .run,
      [
        id, "\(finished.identity)", run.dataset, run.strategy, run.camera, run.seed, run.size, run.failure,
        finished.seconds,
      ])
    for (number, frame) in run.frames.enumerated() {
      let facts: [any SQLiteConvertible] = [
        frame.points, frame.changed, frame.hidden, frame.markers, frame.isConserving,
        "\(frame.hashes.screen)", "\(frame.hashes.exact)", finished.contents[number],
      ]
      try insert(.frame, [id, number] + frame.viewport.numbers + facts)
    }
    try insert(run, finished.measures, id: id)
  }

  /// Inserts values of a stored run, in place of those it has of these measures.
  func insert(_ run: StudyRun, _ measures: [MeasureRecord], id: Int) throws {
    for message in run.messages {
      try insert(.message, [id, message], replacing: true)
    }
    for (measure, values) in zip(measures, run.values) {
      let measureID = try self.id(of: measure)
      try execute("DELETE FROM score WHERE run = ? AND measure = ?", [id, measureID])
      for (number, value) in values.enumerated() {
        try insert(.score, [id, measureID, number, value.number, value.reason?.code])
      }
    }
  }
}
