import CPinfold
import Pinfold
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldVerbs

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
    let node = try Node.given(diff, "diff") ?? Node(.text("membership"), place: "diff")
    let way = try Choice.one(node, kind: .diff, in: try WorkbenchHandle.at(workbench).registry)
    let transition = TransitionSource.between(
      try FrameHandle.at(old).named, try FrameHandle.at(new).named, way)
    try out(json).pointee = bytes(try Diff(transition).answer(VerbContext()).json)
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
    let options = try ScoreDefinition(
      try Node.options(definition, "score"), registry: try WorkbenchHandle.at(workbench).registry)
    let answer = try Score(.frames(shown), options).answer(VerbContext(try RunContext(stopper)))
    if let message = answer.failures.first { throw CallMistake(message) }
    try out(json).pointee = bytes(answer.json)
  }
}

extension FrameHandle {
  /// Writes the frame in a format.
  fileprivate func written(as format: String, _ node: Node, context: RunContext) throws -> [UInt8] {
    switch format {
    case "svg":
      return Array(try Plot(named, try FramePictureOptions(node)).answer(VerbContext(context)).svg.utf8)
    case "digest": return Array(frame.canonicalHashes.exact.description.utf8)
    default:
      guard let format = FrameFormat(rawValue: format) else {
        let known = FrameFormat.allCases.map(\.rawValue) + ["svg", "digest"]
        throw CallMistake("unknown format '\(format)'" + Suggestion.clause(for: format, among: known))
      }
      var cluster = Cluster(.made([named]), try WritingDefinition(node), as: format)
      cluster.showsAll = true
      return try cluster.answer(VerbContext(context))
    }
  }
}
