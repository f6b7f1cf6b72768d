import Lua
import Pinfold
import PinfoldColumns
import Synchronization

/// Calls a plugin's `cluster` for a view, once for each group of points in view or once for all of them.
/// Without a `build`, every frame gets a new state. With one, the state that ran it serves all queries, one
/// at a time.
final class PluginIndex: PathDependentIndex, @unchecked Sendable {
  private let points: PointSet
  private let plugin: Plugin
  private let values: ParameterValues
  private let reach: Double?
  private let calls: [[PointSection]]

  /// The results of `build`; nil if the plugin has none.
  private let built: Built?

  private final class Built: @unchecked Sendable {
    let state: PluginState
    let indexes: [LuaValue]

    /// Held during calls: a state serves one query at a time.
    let lock = Mutex<Void>(())

    init(state: PluginState, indexes: [LuaValue]) {
      self.state = state
      self.indexes = indexes
    }
  }

  init(_ building: PluginBuilding, ignoringReach: Bool, context: RunContext) throws(ClusteringError) {
    (points, plugin, values) = (building.points, building.plugin, building.values)
    calls = building.calls
    reach = try ignoringReach ? nil : Self.reach(of: plugin, in: building.state, values: values)
    let indexes = try building.indexes(context) { index, _ in index }
    built = indexes.isEmpty ? nil : Built(state: building.state, indexes: indexes)
  }

  var byteCount: Int { built.map { built in built.lock.withLock { _ in built.state.lua.memoryUsed } } ?? 0 }

  func grouping(in view: ProjectedView, context: RunContext) throws(ClusteringError) -> Grouping {
    try grouping(in: view, after: nil, context: context)
  }

  func grouping(
    in view: ProjectedView, after previous: Frame?, context: RunContext
  ) throws(ClusteringError) -> Grouping {
    try context.check()
    guard let built else {
      return try Query(index: self, state: try PluginState(plugin, context: context), context: context)
        .grouping(in: view, after: previous)
    }
    return try built.lock.withLock { (_) throws(ClusteringError) in
      try Query(index: self, state: built.state, indexes: built.indexes, context: context)
        .grouping(in: view, after: previous)
    }
  }

  private struct Query {
    let index: PluginIndex
    let state: PluginState

    /// The results of `build` for each call; nil if the plugin has none.
    var indexes: [LuaValue]?

    let context: RunContext

    func grouping(in view: ProjectedView, after previous: Frame?) throws(ClusteringError) -> Grouping {
      let points = index.points
      let rect = index.reach.map { view.rect(reach: $0) } ?? .world
      let before = index.plugin.looksBack ? ShownFrame(previous) : nil
      var carried = CarriedState(of: before?.previous.frame)
      var answer = PluginAnswer(points: points, view: view)
      let arguments = try state.arguments(index.values, view)
      for (number, sections) in index.calls.enumerated() {
        let indices = sections.flatMap { points.indices(in: rect, of: $0) }
        if indices.isEmpty { continue }
        let given = PointsObject(points, indices, in: view, after: before?.previous, of: sections)
        answer.add(
          try groups(of: given, arguments, indexes?[number], before, &carried, group(of: sections)))
      }
      var grouping = answer.grouping
      grouping.carried = carried.box
      return grouping
    }

    private func group(of sections: [PointSection]) -> String {
      guard !index.plugin.takesAllGroups, let group = sections.first?.group, group >= 0 else { return "" }
      return index.points.groupNames[Int(group)]
    }

    private func groups(
      of points: PointsObject, _ arguments: PluginState.Arguments, _ built: LuaValue?,
      _ before: ShownFrame?, _ carried: inout CarriedState, _ group: String
    ) throws(ClusteringError) -> PluginGroups {
      let plugin = index.plugin
      return try state.call("cluster", of: plugin, context: context) { function in
        let (parameters, view) = (arguments.parameters, arguments.view)
        let answer =
          if let before {
            try function.call(
              points, parameters, view, built, before.object, carried.value(of: group, in: state.lua),
              returning: LuaValue.self)
          } else if let built {
            try function.call(points, parameters, view, built, returning: LuaValue.self)
          } else {
            try function.call(points, parameters, view, returning: LuaValue.self)
          }
        let groups = try PluginGroups(answer, of: points)
        if plugin.takesAllGroups { try groups.checkSections() }
        if let reach = index.reach { try groups.check(reach: reach) }
        if plugin.looksBack {
          try carried.keep(groups.state, of: group)
        } else if !groups.state.isNil {
          throw LuaError("'cluster' returned a 'state' without previous = true in the plugin")
        }
        return groups
      }
    }
  }

  /// The largest diameter of a cluster that a plugin declares; nil for none.
  static func reach(
    of plugin: Plugin, in state: PluginState, values: ParameterValues
  ) throws(ClusteringError) -> Double? {
    do {
      let declared = try state.field("reach", for: values)
      if declared.isNil { return nil }
      guard let reach = declared.number, reach >= 0, reach.isFinite else {
        throw plugin.error(
          "reach", "field 'reach' must be a number of screen points from 0, or a function that returns one")
      }
      return reach
    } catch {
      throw .plugin(message: PluginError(path: plugin.path, error).description)
    }
  }
}

/// The calls of a strategy plugin over some points: one for each group of points, or one for all if the
/// plugin requests that.
struct PluginBuilding {
  let points: PointSet
  let plugin: Plugin
  let values: ParameterValues
  let state: PluginState

  /// The sections whose points are given in one call, for each call.
  var calls: [[PointSection]] {
    let sections = points.sections.filter(\.mergeable)
    return plugin.takesAllGroups && !sections.isEmpty ? [sections] : sections.map { [$0] }
  }

  /// The results of `build` for each call; none if the plugin has no `build`.
  func indexes<Index>(
    _ context: RunContext, _ read: (LuaValue, PointsObject) throws -> Index
  ) throws(ClusteringError) -> [Index] {
    var indexes: [Index] = []
    for sections in calls {
      // The index holds at every zoom. Its coordinates are those of zoom 0, where the world is one tile.
      let whole = try wholeView
      let all = PointsObject(
        points, sections.flatMap { UInt32($0.range.lowerBound)..<UInt32($0.range.upperBound) }, in: whole)
      let index = try state.callIfPresent("build", of: plugin, context: context) { function in
        try read(
          function.call(all, state.parameters(values), state.record(whole), returning: LuaValue.self), all)
      }
      guard let index else { break }
      indexes.append(index)
    }
    return indexes
  }

  func hierarchy(_ context: RunContext) throws(ClusteringError) -> any ClusterIndex {
    let histories = try indexes(context) { try PluginHierarchy($0, of: $1).history }
    return try MergeHistory.index(of: histories, over: points, context: context)
  }

  private var wholeView: ProjectedView {
    get throws(ClusteringError) {
      let center = points.projection.unproject(unitX: 0.5, unitY: 0.5)
      do {
        return try ProjectedView(
          Viewport(center: center, zoom: 0, width: 256, height: 256), on: points.projection)
      } catch {
        throw .viewport(error)
      }
    }
  }
}

/// The hierarchy that a strategy's `build` returns in place of a `cluster`, checked. Nodes are numbers:
/// points from 1, then merges. `parents` has the merge of each node, 0 for none; `zooms` the zoom at which
/// each merge splits.
struct PluginHierarchy {
  let history: MergeHistory
  private static let fields = PluginKind.fields(of: "PluginHierarchy")

  init(_ answer: LuaValue, of points: PointsObject) throws {
    guard let table = answer.table else {
      throw Self.mistake(
        "a \(answer.typeName); without 'cluster' it must return a hierarchy, { parents = …, zooms = … }")
    }
    try table.refuseFields(butFor: Self.fields, "'build' returned")
    let (parents, zooms) = (try Self.numbers(table, "parents"), try Self.numbers(table, "zooms"))
    let count = points.indices.count
    guard parents.count == count + zooms.count else {
      throw Self.mistake(
        "'parents' of \(parents.count) values, for \(count) points and \(zooms.count) merges")
    }
    let tree = Tree(zooms: zooms, pointCount: count, sections: points.sectionNumbers)
    history = MergeHistory(parents: try tree.checked(parents), zooms: zooms)
  }

  private static func numbers(_ table: LuaTable, _ field: String) throws -> [Double] {
    let value = try table[field]
    guard let numbers = try value.numbers(of: "'\(field)'") else {
      throw mistake("'\(field)' that is a \(value.typeName); it must be a list or a column of numbers")
    }
    return numbers
  }

  private static func mistake(_ text: String) -> LuaError { LuaError("'build' returned \(text)") }

  private struct Tree {
    let zooms: [Double]
    let pointCount: Int
    let sections: [Int]

    /// The index of each node's merge, counted from 0; −1 for none.
    func checked(_ parents: [Double]) throws -> [Int32] {
      if let merge = zooms.firstIndex(where: \.isNaN) { throw mistake("\(name(pointCount + merge)) at nan") }
      var (parts, sections) = ([Int](repeating: 0, count: zooms.count), sections)
      sections += [Int](repeating: -1, count: zooms.count)
      return try parents.enumerated().map { (node, parent) -> Int32 in
        if node >= pointCount, parts[node - pointCount] < 2 {
          throw mistake("\(name(node)) of \(counted(parts[node - pointCount], "part")); it takes two or more")
        }
        if parent == 0 { return -1 }
        let number = try merge(parent, above: node)
        let merge = number - pointCount
        if node >= pointCount, zooms[node - pointCount] < zooms[merge] {
          throw mistake(
            "\(name(node)), apart from zoom \(ParameterValue.number(zooms[node - pointCount])) on, in "
              + "\(name(number)), which holds together to zoom \(ParameterValue.number(zooms[merge]))")
        }
        if sections[number] >= 0, sections[number] != sections[node] {
          throw mistake("\(name(number)) of points of two groups, which never share a cluster")
        }
        sections[number] = sections[node]
        parts[merge] += 1
        return Int32(merge)
      }
    }

    private func merge(_ parent: Double, above node: Int) throws -> Int {
      let last = pointCount + zooms.count
      guard let number = Int(exactly: parent), number > pointCount, number <= last, number > node + 1 else {
        throw mistake(
          "\(ParameterValue.number(parent)) as the parent of \(name(node)); it takes 0 for none, or the "
            + "number of a merge behind it, up to \(last)")
      }
      return number - 1
    }

    private func name(_ node: Int) -> String {
      node < pointCount ? "point \(node + 1)" : "merge \(node + 1)"
    }
  }
}

/// The `state` that a strategy's `cluster` returned with a frame, as Lua code that recreates it: another Lua
/// state may make the next frame.
struct CarriedState: Sendable {
  private var texts: [String: String] = [:]

  /// The state in a frame; empty if the frame is another strategy's, or there is none.
  init(of frame: Frame?) { if let box = frame?.carried as? Box { texts = box.texts } }

  /// The state to store in a frame; nil for none.
  var box: Box? { texts.isEmpty ? nil : Box(texts) }

  /// Frames carry objects.
  final class Box: Sendable {
    fileprivate let texts: [String: String]

    fileprivate init(_ texts: [String: String]) { self.texts = texts }
  }

  /// Keeps what a call returned, a copy of numbers, texts, tables and columns.
  mutating func keep(_ value: LuaValue, of group: String) throws {
    if value.isNil {
      texts[group] = nil
      return
    }
    var writer = PluginWriter()
    texts[group] = try writer.file([("state", value)]).text
  }

  /// The value that the call for a group returned with the previous frame; nil on the first.
  func value(of group: String, in lua: LuaState) throws -> LuaValue {
    guard let text = texts[group] else { return .nil }
    let results = try lua.load(text, chunkName: "=state")()
    return try results.first?.table?["state"] ?? .nil
  }
}

/// The previous frame, for points and as the object for plugins: one object for all calls, because it caches
/// results.
struct ShownFrame {
  let previous: PreviousFrame

  /// The object; nil on the first frame.
  let object: FrameObject?

  init(_ frame: Frame?) {
    previous = PreviousFrame(frame)
    object = frame.map { FrameObject($0) }
  }
}
