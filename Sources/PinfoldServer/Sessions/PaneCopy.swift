import Pinfold
import PinfoldDefinitions
import PinfoldVerbs
import Platform

/// The state of a pane, in forms that reproduce it elsewhere.
struct PaneCopy {
  let plan: Plan
  let name: String
  let beginning: LiveBeginning
  let selection: Selection

  private var strategy: Node { plan.strategy.whole }
  private var view: Viewport { plan.new.view.viewport }
  private var isPlanar: Bool { !plan.new.points.projection.wraps }

  private var drawing: DrawingDefinition {
    var drawing = DrawingDefinition()
    drawing.number.by = plan.by
    return drawing
  }

  func text(_ request: CopyRequest) throws -> String {
    switch request.form {
    case .command: command
    case .lua: lua
    case .svg:
      try Plot(.made([plan.frame(of: name)]), PictureOptions(drawing), isTitled: true).answer(VerbContext())
        .svg
    case .selection: selected
    case .camera: camera(through: request.views)
    }
  }

  private var command: String {
    let label = plan.strategy.choice.label.node
    var words = ["pinfold", "plot"] + beginning.words
    words += StrategiesDefinition.words([("strategies", label)] + (strategy.members ?? []))
    if let style = plan.givenStyle {
      words += StyleDefinition.words([
        ("smallest", style.smallest.node), ("largest", style.largest.node),
        ("saturation", style.saturation.node),
      ])
    }
    if plan.by != .count, let by = plan.by.standard {
      words += MarkerNumberDefinition.words([("by", by.node)])
    }
    let middle = [view.center.longitude, view.center.latitude, view.standardZoom].map(Self.number)
    let size = [view.width, view.height].map(Self.number).joined(separator: "x")
    words += ["--view", (middle + [size]).joined(separator: ",")]
    words += ScreenDefinition.words(([("margin", view.margin)] + turn).map { ($0, $1.node) })
    return words.map(\.shellQuoted).joined(separator: " ")
  }

  /// Lua that makes the selected points a dataset: those of a box by a condition, those of a cluster by its
  /// frame.
  private var selected: String {
    let data = beginning.lua.map { "data = \($0)\n" } ?? ""
    switch selection.subject {
    case .box(let west, let north, let east, let south):
      let projection = plan.new.points.projection
      let (low, high) = (
        projection.unproject(unitX: west, unitY: south), projection.unproject(unitX: east, unitY: north)
      )
      // A centimeter on the globe; a plane may be of any size.
      func edge(_ number: Double) -> String {
        Self.number(isPlanar ? number : (number * 1e7).rounded() / 1e7)
      }
      let sides = ["lon >= \(edge(low.longitude))", "lon <= \(edge(high.longitude))"]
      var conditions = ["lat >= \(edge(low.latitude))", "lat <= \(edge(high.latitude))"]
      if isPlanar || east - west < 1 {
        let crosses = low.longitude > high.longitude
        conditions.append(crosses ? "(\(sides.joined(separator: " or ")))" : sides.joined(separator: " and "))
      }
      return "\(data)selection = data:where(\"\(conditions.joined(separator: " and "))\")"
    case .cluster(let cluster, _, _):
      guard let plan = selection.plan else { return "" }
      let copy = PaneCopy(plan: plan, name: name, beginning: beginning, selection: Selection())
      return "\(copy.frame)\nselection = frame:dataset(\(cluster + 1))"
    case .nothing, .point: return ""
    }
  }

  private var lua: String {
    let by = plan.by == .count ? nil : plan.by.standard
    return frame + (by.map { "\npicture = frame:plot { by = \($0.node.lua) }" } ?? "")
  }

  /// Lua that makes the frame.
  private var frame: String {
    var members = (strategy.members ?? []).filter { $0.name != "name" }
    for (index, member) in members.enumerated() where member.name == "separate" {
      if member.value.members?.isEmpty == true { members[index].value = true.node }
    }
    let name = plan.strategy.choice.registration.name.node.lua
    let steps = members.isEmpty ? "" : ", " + Node(.table(members)).lua
    let numbers =
      [
        (isPlanar ? "x" : "lon", view.center.longitude), (isPlanar ? "y" : "lat", view.center.latitude),
        ("zoom", view.standardZoom), ("width", view.width), ("height", view.height), ("margin", view.margin),
      ] + turn
    let place = Node(.table(numbers.map { ($0.0, $0.1.node) })).lua
    let data = beginning.lua.map { "data = \($0)\n" } ?? ""
    return "\(data)frame = strategy(\(name)\(steps)):frame(data, view \(place))"
  }

  /// The bearing, where it is not north.
  private var turn: [(String, Double)] { view.bearing == 0 ? [] : [("bearing", view.bearing)] }

  private static func number(_ number: Double) -> String { ParameterValue.number(number).description }

  /// Where a page's camera has been, as a plugin that moves a study's camera there. Its views have no size: a
  /// study shows each in its own.
  private func camera(through views: [ViewRequest]) -> String {
    """
    -- Recorded on a live map. A study that is run with --plugin and this file names it in "cameras": the study's own
    -- start is its first view, and these are those after it. The camera is known by the name below: change it freely.
    return {
      api = 1,
      kind = "camera",
      name = "recorded",
      summary = "Where a person moved the live map: \(views.count == 1 ? "1 view" : "\(views.count) views").",
      views = function()
        return {
    \(views.map { "      \(line($0))," }.joined(separator: "\n"))
        }
      end,
    }

    """
  }

  private func line(_ view: ViewRequest) -> String {
    let view = view.viewport(on: plan.new.points.projection)
    var numbers = [
      ("lon", view.center.longitude), ("lat", view.center.latitude), ("zoom", view.standardZoom),
    ]
    if view.bearing != 0 { numbers.append(("bearing", view.bearing)) }
    return Node(.table(numbers.map { ($0.0, $0.1.node) })).lua
  }
}
