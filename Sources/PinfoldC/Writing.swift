import CPinfold
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldEvaluation

@_cdecl("pinfold_frame_write")
public func pinfoldFrameWrite(
  _ frame: OpaquePointer?, _ format: UnsafePointer<CChar>?, _ definition: UnsafePointer<CChar>?,
  _ stopper: OpaquePointer?, _ stored: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ size: UnsafeMutablePointer<Int>?, _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    let written = try FrameHandle.at(frame).written(
      as: given(format) ?? "", try Node.options(definition, "frame"),
      context: try RunContext(stopper))
    try out(stored).pointee = bytes(written)
    size?.pointee = written.count
  }
}

@_cdecl("pinfold_frame_transition")
public func pinfoldFrameTransition(
  _ workbench: OpaquePointer?, _ old: OpaquePointer?, _ new: OpaquePointer?,
  _ diff: UnsafePointer<CChar>?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    let (old, new) = (try FrameHandle.at(old), try FrameHandle.at(new))
    let node = try Node.given(diff, "diff") ?? Node(.text("membership"), place: "diff")
    let way = try Choice.one(node, kind: .diff, in: try WorkbenchHandle.at(workbench).registry)
    let transition = try way.make().transition(from: old.frame, to: new.frame)
    let writer = TransitionWriter(transition, from: old.frame, to: new.frame)
    let document = writer.json(new.origin(), diff: (way.registration.name, way.parameters))
    try out(json).pointee = bytes(document)
  }
}

@_cdecl("pinfold_frames_score")
public func pinfoldFramesScore(
  _ workbench: OpaquePointer?, _ frames: UnsafePointer<OpaquePointer?>?, _ count: Int64,
  _ definition: UnsafePointer<CChar>?, _ stopper: OpaquePointer?,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    guard count > 0, let frames else { throw CallMistake("no frames to measure") }
    let shown = try UnsafeBufferPointer(start: frames, count: Int(count)).map {
      try FrameHandle.at($0).frame
    }
    guard shown.allSatisfy({ $0.points.isIdentical(to: shown[0].points) }) else {
      throw CallMistake("the frames are of different points")
    }
    let score = try ScoreDefinition(
      try Node.options(definition, "score"),
      registry: try WorkbenchHandle.at(workbench).registry)
    let subject = MetricSubject(shown, seed: score.seed, context: try RunContext(stopper))
    let scores = try SequenceScores(score.metrics.map(\.metric), of: subject)
    if let message = scores.messages.first { throw CallMistake(message) }
    try out(json).pointee = text(scores.json)
  }
}

extension FrameHandle {
  /// Writes the frame in a format.
  fileprivate func written(as format: String, _ node: Node, context: RunContext) throws -> [UInt8] {
    switch format {
    case "svg":
      let drawing = try TitledDrawing(node)
      return Array(
        try drawing.picture(of: self, context: context).svg(in: drawing.drawing.theme).utf8)
    case "digest": return Array(frame.canonicalHashes.exact.description.utf8)
    case "json", "geojson", "csv", "table": break
    default:
      let known = ["json", "geojson", "csv", "table", "svg", "digest"]
      throw CallMistake("unknown format '\(format)'" + Suggestion.clause(for: format, among: known))
    }
    let definition = try WritingDefinition(node)
    if definition.hull, format == "table" {
      throw CallMistake("hull: a table has no room for hulls; use json, geojson or csv")
    }
    if format == "geojson", !frame.points.projection.wraps {
      throw CallMistake("geojson holds longitudes and latitudes only; use json or csv")
    }
    let writer = try definition.writer(
      of: frame, on: map.map, keeping: format == "table" ? .none : .all, context: context,
      columnName: map.points.columnName)
    switch format {
    case "json":
      let overlaps = try map.map.clusterer.separation?.collisions(in: frame, context: context)
      return writer.json(origin(overlaps: overlaps))
    case "geojson": return writer.geoJSON()
    case "csv": return writer.csv()
    default: return Array(writer.table().utf8)
    }
  }

  /// What made the frame.
  fileprivate func origin(overlaps: Int? = nil) -> FrameOrigin {
    let clusterer = map.map.clusterer
    var origin = map.definition.origin(
      of: clusterer, overlaps: overlaps, totalRows: map.points.report?.rows ?? frame.points.count)
    origin.selected = clusterer.selected
    return origin
  }
}

/// A drawing with the line above it.
private struct TitledDrawing: Definition {
  private(set) var title: String?
  private(set) var drawing = DrawingDefinition()

  static let owner = "a drawing"

  static let options: [DefinedOption<TitledDrawing>] =
    [DefinedOption("title", \.title, "A title.")] + DrawingDefinition.options(in: \.drawing)

  mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    try drawing.complete(at: node, registry: registry)
  }

  func picture(of handle: FrameHandle, context: RunContext) throws -> Picture {
    let isPlanar = !handle.frame.points.projection.wraps
    return try drawing.picture(
      of: handle.frame, on: handle.map.map, shapes: try drawing.base.shapes(isPlanar: isPlanar),
      title: title, context: context, columnName: handle.map.points.columnName)
  }
}

extension SequenceScores {
  /// The results as JSON.
  fileprivate var json: String {
    var json = JSONWriter()
    json.object { json in
      for (name, rows) in [("frames", frames), ("pairs", pairs)] {
        json.key(name)
        json.array { json in for row in rows { Self.write(row, to: &json) } }
      }
      json.key("sequence")
      Self.write(sequence, to: &json)
    }
    return json.text
  }

  private static func write(_ results: [MetricResult], to json: inout JSONWriter) {
    json.array { json in
      for result in results {
        json.object { json in
          json.member("name", result.label)
          json.member("value", result.value.number)
          if let reason = result.value.reason { json.member("reason", reason.code) }
        }
      }
    }
  }
}
