import CPinfold
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation
import PinfoldVerbs

@_cdecl("pinfold_frame_count")
public func pinfoldFrameCount(_ frame: Object) -> Int64 {
  unsafe Int64((try? FrameHandle.at(frame))?.frame.count ?? 0)
}

@_cdecl("pinfold_frame_columns")
public func pinfoldFrameColumns(
  _ frame: Object, _ ids: Out<UInt64>, _ longitude: Out<Double>, _ latitude: Out<Double>,
  _ pointCounts: Out<Int64>, _ weights: Out<Double>, _ speakers: Out<Int64>, _ hidden: Out<UInt8>,
  _ message: Message
) -> CInt {
  unsafe status(message) {
    let handle = unsafe try FrameHandle.at(frame)
    let frame = handle.frame
    let rows = unsafe speakers == nil ? [] : handle.map.points.rows
    for cluster in 0..<frame.count {
      let coordinate = frame.unwoundCoordinate(of: cluster)
      unsafe longitude?[cluster] = coordinate.longitude
      unsafe latitude?[cluster] = coordinate.latitude
      unsafe ids?[cluster] = frame.ids[cluster].bits
      unsafe pointCounts?[cluster] = Int64(frame.pointCount(of: cluster))
      unsafe weights?[cluster] = frame.weights[cluster]
      let speaker = Int(frame.representatives[cluster])
      unsafe speakers?[cluster] = speaker < 0 ? -1 : Int64(rows[speaker])
      unsafe hidden?[cluster] = 0
    }
    for cluster in frame.hidden { unsafe hidden?[cluster] = 1 }
  }
}

@_cdecl("pinfold_frame_labels")
public func pinfoldFrameLabels(_ frame: Object, _ labels: Out<Int32>, _ message: Message) -> CInt {
  unsafe status(message) {
    let handle = unsafe try FrameHandle.at(frame)
    let (clusters, labels) = unsafe (handle.frame.labels, try out(labels))
    handle.map.points.forEachRow { unsafe labels[$0] = clusters[$1] }
  }
}

@_cdecl("pinfold_frame_count_labels")
public func pinfoldFrameCountLabels(
  _ frame: Object, _ definition: Given, _ json: Out<Text?>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let frame = unsafe try FrameHandle.at(frame).frame
    let label = unsafe try LabelDefinition(try Node.options(definition, "label")).label
    let labels = (0..<frame.count).map { label.text(for: frame.pointCount(of: $0)) }
    try unsafe out(json).pointee = text(labels.node.json)
  }
}

@_cdecl("pinfold_frame_members")
public func pinfoldFrameMembers(_ frame: Object, _ cluster: Int64, _ rows: Out<Int64>, _ message: Message)
  -> CInt
{
  unsafe status(message) {
    let handle = unsafe try FrameHandle.at(frame)
    let frame = handle.frame
    guard (0..<Int64(frame.count)).contains(cluster) else {
      throw CallMistake("no cluster \(cluster) among \(frame.count); they are counted from 0")
    }
    let (points, rows) = unsafe (handle.map.points.rows, try out(rows))
    for (place, point) in frame.members(of: Int(cluster)).enumerated() {
      unsafe rows[place] = Int64(points[point])
    }
  }
}

@_cdecl("pinfold_frame_bounds")
public func pinfoldFrameBounds(_ frame: Object, _ bounds: Out<Double>, _ message: Message) -> CInt {
  unsafe status(message) {
    let (frame, bounds) = unsafe (try FrameHandle.at(frame).frame, try out(bounds))
    for cluster in 0..<frame.count {
      let box = frame.coordinateBounds(of: cluster)
      for (place, edge) in [box.west, box.south, box.east, box.north].enumerated() {
        unsafe bounds[4 * cluster + place] = edge
      }
    }
  }
}

@_cdecl("pinfold_frame_aggregate")
public func pinfoldFrameAggregate(
  _ frame: Object, _ aggregation: Given, _ stopper: Object, _ numbers: Out<Double>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let handle = unsafe try FrameHandle.at(frame)
    let wanted = unsafe given(aggregation) ?? ""
    let node = Node(.table([("aggregate", Node(.text(wanted), place: "aggregate"))]), place: "aggregate")
    let all = try WritingDefinition(node).aggregations
    guard all.count == 1 else { throw CallMistake("'\(wanted)': one aggregate expected, not \(all.count)") }
    let values = unsafe try all[0].kind.aggregate(
      handle.map.points.named.columnName(all[0].column), of: handle.frame, context: try RunContext(stopper))
    guard let byCluster = values.numbers else {
      throw CallMistake("'\(wanted)' is no number; write the frame as JSON, where it is")
    }
    let numbers = unsafe try out(numbers)
    for (cluster, number) in byCluster.enumerated() { unsafe numbers[cluster] = number ?? .nan }
  }
}

@_cdecl("pinfold_frame_expansion_zooms")
public func pinfoldFrameExpansionZooms(
  _ frame: Object, _ stopper: Object, _ zooms: Out<Double>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let (handle, zooms) = unsafe (try FrameHandle.at(frame), try out(zooms))
    let context = unsafe try RunContext(stopper)
    for cluster in 0..<handle.frame.count {
      unsafe zooms[cluster] =
        try handle.map.map.expansionZoom(of: cluster, in: handle.frame, context: context) ?? .infinity
    }
  }
}

@_cdecl("pinfold_frame_parts")
public func pinfoldFrameParts(
  _ frame: Object, _ definition: Given, _ stopper: Object, _ parts: Out<Object>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let handle = unsafe try FrameHandle.at(frame)
    let definition = unsafe try PartsDefinition(try Node.options(definition, "parts"))
    guard
      let shown = unsafe try definition.parts(
        of: handle.frame, on: handle.map.map, context: try RunContext(stopper))
    else { throw CallMistake("parts of which cluster? Name it by 'of'") }
    try unsafe out(parts).pointee = FrameHandle(shown, of: handle.map).retained
  }
}

@_cdecl("pinfold_frame_write")
public func pinfoldFrameWrite(
  _ frame: Object, _ format: Given, _ definition: Given, _ stopper: Object, _ stored: Out<Text?>,
  _ size: Out<Int>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let written = unsafe try FrameHandle.at(frame).written(
      as: given(format) ?? "", try Node.options(definition, "frame"),
      context: try RunContext(stopper))
    try unsafe out(stored).pointee = bytes(written)
    unsafe size?.pointee = written.count
  }
}

@_cdecl("pinfold_frame_transition")
public func pinfoldFrameTransition(
  _ workbench: Object, _ old: Object, _ new: Object, _ diff: Given, _ json: Out<Text?>, _ message: Message
) -> CInt {
  unsafe status(message) {
    let node = unsafe try Node.given(diff, "diff") ?? Node(.text("membership"), place: "diff")
    let way = unsafe try Choice.one(node, kind: .diff, in: try WorkbenchHandle.at(workbench).registry)
    let transition = unsafe TransitionSource.between(
      try FrameHandle.at(old).named, try FrameHandle.at(new).named, way)
    try unsafe out(json).pointee = bytes(try Diff(transition).answer(VerbContext()).json)
  }
}

@_cdecl("pinfold_frames_score")
public func pinfoldFramesScore(
  _ workbench: Object, _ frames: UnsafePointer<Object>?, _ count: Int64, _ definition: Given,
  _ stopper: Object, _ json: Out<Text?>, _ message: Message
) -> CInt {
  unsafe status(message) {
    guard count > 0, let frames = unsafe frames else { throw CallMistake("no frames to measure") }
    let shown = unsafe try UnsafeBufferPointer(start: frames, count: Int(count)).map {
      unsafe try FrameHandle.at($0).frame
    }
    guard shown.allSatisfy({ $0.points.isIdentical(to: shown[0].points) }) else {
      throw CallMistake("the frames are of different points")
    }
    let options = unsafe try ScoreDefinition(
      try Node.options(definition, "score"), registry: try WorkbenchHandle.at(workbench).registry)
    let answer = unsafe try Score(.frames(shown), options).answer(VerbContext(try RunContext(stopper)))
    if let message = answer.failures.first { throw CallMistake(message) }
    try unsafe out(json).pointee = bytes(answer.json)
  }
}

extension FrameHandle {
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
