import Pinfold
import PinfoldData
import PinfoldDefinitions

/// A message from the page: a JSON object with its kind in the member `ask`, and further members.
enum PageMessage {
  case frames(FramesRequest)
  case cluster(ClusterRequest)
  case select(SelectRequest)
  case find(FindRequest)
  case copy(CopyRequest)
  case suggest(SuggestRequest)
  case members(MembersRequest)
  case proof(ProofRequest)
  static let limit = 64 << 10

  init(_ bytes: [UInt8]) throws(DefinitionError) {
    let node: Node
    do { node = try Node(json: bytes, source: "message") } catch {
      throw DefinitionError(place: "message", message: "\(error)")
    }
    guard var members = node.members, let index = members.firstIndex(where: { $0.name == "ask" }) else {
      throw node.mistake("a message is an object with 'ask'")
    }
    let ask = members.remove(at: index).value
    let rest = Node(.table(members), place: node.place)
    switch ask.text {
    case "frames": self = .frames(try FramesRequest(rest))
    case "cluster": self = .cluster(try ClusterRequest(rest))
    case "select": self = .select(try SelectRequest(rest))
    case "find": self = .find(try FindRequest(rest))
    case "copy": self = .copy(try CopyRequest(rest))
    case "suggest": self = .suggest(try SuggestRequest(rest))
    case "members": self = .members(try MembersRequest(rest))
    case "proof": self = .proof(try ProofRequest(rest))
    default: throw ask.mistake("ask", takes: "frames, cluster, select, members, find, copy, suggest or proof")
    }
  }
}

/// A view on the unit square of the world, x to the east and y to the south.
struct ViewRequest: Definition {
  private var x = 0.5
  private var y = 0.5
  private var zoom = 0.0
  private var width = 1280.0
  private var height = 800.0
  private var bearing = 0.0
  static let owner = "a view"
  static let options: [DefinedOption<ViewRequest>] = [
    DefinedOption(
      "x", \.x, takes: .number(-1e6...1e6), "The middle; whole numbers are trips around the world."),
    DefinedOption("y", \.y, takes: .number(0...1), "The middle."),
    DefinedOption("zoom", \.zoom, takes: .number(Viewport.zoomRange), "The zoom, of tiles of 256."),
    DefinedOption("width", \.width, takes: .number(1...16384), unit: "screen points", "Width of a pane."),
    DefinedOption("height", \.height, takes: .number(1...16384), unit: "screen points", "Height of a pane."),
    DefinedOption(
      "bearing", \.bearing, takes: .number(Viewport.bearingRange), unit: "degrees",
      "Direction that is up, clockwise from north."),
  ]

  /// The share of its size that a frame shows beyond the screen, so that a short pan uncovers nothing empty.
  private static let margin = 0.25

  /// The view in round numbers, less than a sixteenth of a screen point and a thousandth of a zoom away: what
  /// is copied of it shows the same.
  func roundViewport(on projection: Projection) -> Viewport {
    var view = viewport(on: projection)
    view.zoom = (view.zoom * 1000).rounded() / 1000
    view.bearing = (view.bearing * 100).rounded() / 100
    let extent = if case .planar(let plane) = projection { plane.side } else { 360.0 }
    let digits = Double.log2(8 * view.worldWidth / extent) / Double.log2(10)
    let unit = Double.pow(10, max(0, digits.rounded(.up)))
    view.center.longitude = (view.center.longitude * unit).rounded() / unit
    view.center.latitude = (view.center.latitude * unit).rounded() / unit
    return view
  }

  func viewport(on projection: Projection) -> Viewport {
    let x = projection.wraps ? x - x.rounded(.down) : max(0, min(x, 1))
    return Viewport(
      center: projection.unproject(unitX: x, unitY: y), zoom: zoom, width: width, height: height,
      margin: Self.margin, bearing: bearing)
  }
}

/// Asks how a view looks in some panes. Each is answered by `frame` or `error`; a later
/// request cancels the rest of an earlier one.
struct FramesRequest: Definition {
  private(set) var number = 0
  private(set) var view = ViewRequest()
  private(set) var panes: [PaneRequest] = []
  static let owner = "frames"
  static let options: [DefinedOption<FramesRequest>] = [
    DefinedOption("number", \.number, isRequired: true, "The number of the request."),
    DefinedOption("view", .type("View", "a view"), isRequired: true, "The view.") {
      (request, node, _) throws(DefinitionError) in request.view = try ViewRequest(node)
    },
    DefinedOption(
      "panes", .list(of: .type("Pane", "a pane")), isRequired: true, "The panes that want a frame."
    ) {
      (request, node, _) throws(DefinitionError) in
      request.panes = try node.alternatives.map { (node) throws(DefinitionError) in try PaneRequest(node) }
    },
  ]

  func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    guard Set(panes.map(\.pane)).count == panes.count else { throw node.mistake("a pane is given twice") }
  }
}

/// A pane that requests a frame, and its position in the current transition.
struct PaneRequest: Definition {
  private(set) var pane = 0

  /// The strategy with the steps after it. It is read later, so that a mistake in one pane does not keep the
  /// others from their frames; so are the diff, the style and what markers show.
  private(set) var strategy = Node(.null, place: "strategy")
  private(set) var diff = Node(.text("membership"), place: "diff")
  private(set) var style: Node?

  /// The number that markers show; nil for counts.
  private(set) var by: Node?

  /// The plan that the pane shows; 0 for none.
  private(set) var plan = 0

  /// The share of that plan's duration up to which the pane shows it. The new plan starts from there.
  private(set) var at = 1.0

  static let owner = "a pane"
  static let options: [DefinedOption<PaneRequest>] = [
    DefinedOption(
      "pane", \.pane, takes: .integer(0...LiveBeginning.mostPanes - 1), isRequired: true, "The pane, from 0."),
    DefinedOption("strategy", \.strategy, isRequired: true, "The strategy, by a name or a table."),
    DefinedOption("diff", \.diff, "The diff, by a name or a table."),
    DefinedOption("style", \.style, "The size of markers, a table."),
    DefinedOption("by", \.by, "What markers show."),
    DefinedOption("plan", \.plan, "The plan that the pane shows."),
    DefinedOption("at", \.at, takes: .number(0...1), "How far it is."),
  ]
}

/// Asks what is in a cluster, page by page; answered by `cluster`.
struct ClusterRequest: Definition {
  private(set) var pane = 0
  private(set) var plan = 0
  private(set) var cluster = 0
  private(set) var offset = 0
  private(set) var order = RowOrder()
  static let owner = "a cluster"
  static let pageSize = 50
  static let options: [DefinedOption<ClusterRequest>] =
    [
      DefinedOption("pane", \.pane, "The pane."),
      DefinedOption("plan", \.plan, "The plan whose new frame has the cluster."),
      DefinedOption("cluster", \.cluster, "The index of the cluster in it."),
      DefinedOption("offset", \.offset, "How many members to pass over."),
    ] + RowOrder.options(in: \.order)
}

/// The order of rows in a table of points.
struct RowOrder: Definition, Hashable, Sendable {
  private(set) var column: String?
  private(set) var isDescending = false
  static let owner = "an order"
  static let options: [DefinedOption<RowOrder>] = [
    DefinedOption("sort", \.column, "The column; none for the order of ids."),
    DefinedOption("descending", \.isDescending, "Whether the greatest value is first."),
  ]
}

/// Selects points: those of a cluster, those in a box, one by its index, or none; answered by a
/// `selection`.
struct SelectRequest: Definition {
  private var pane: Int?
  private var plan: Int?
  private var cluster: Int?
  private var box: [Double] = []
  private var point: Int?
  private(set) var subject = Subject.nothing

  enum Subject: Hashable, Sendable {
    case nothing
    case cluster(Int, plan: Int, pane: Int)

    /// A box of the unit square, from its west edge to the east.
    case box(west: Double, north: Double, east: Double, south: Double)

    /// A point by its canonical index, as `found` names it.
    case point(Int)
  }

  static let owner = "a selection"
  static let options: [DefinedOption<SelectRequest>] = [
    DefinedOption("pane", \.pane, "The pane of the cluster."),
    DefinedOption("plan", \.plan, "The plan whose new frame has the cluster."),
    DefinedOption("cluster", \.cluster, "The index of the cluster in it."),
    DefinedOption(
      "box", \.box, takes: .list(of: .number(-1e6...1e6)), "West, north, east and south on the unit square."),
    DefinedOption("point", \.point, "The canonical index of a point."),
  ]

  mutating func complete(at node: Node, registry: Registry) throws(DefinitionError) {
    switch (cluster, box.count, point) {
    case (nil, 0, nil): subject = .nothing
    case (let cluster?, 0, nil):
      guard let pane, let plan else { throw node.mistake("a cluster is one of a 'pane' and a 'plan'") }
      subject = .cluster(cluster, plan: plan, pane: pane)
    case (nil, 4, nil):
      guard box[0] <= box[2], box[1] <= box[3] else {
        throw node.mistake("a box goes from west to east and from north to south")
      }
      subject = .box(west: box[0], north: box[1], east: box[2], south: box[3])
    case (nil, 0, let point?): subject = .point(point)
    default: throw node.mistake("select a 'cluster', a 'box' of four numbers, or a 'point'")
    }
  }
}

/// Searches for points by id or by a part of a text; answered by `found`.
struct FindRequest: Definition {
  private(set) var text = ""
  static let owner = "a search"
  static let options: [DefinedOption<FindRequest>] = [
    DefinedOption("text", \.text, isRequired: true, "An id, or a part of a text in any column.")
  ]
}

/// Asks for what a pane shows in another form, or for where it has been; answered by `copy`.
struct CopyRequest: Definition {
  private(set) var pane = 0
  private(set) var form = Form.command
  private(set) var views: [ViewRequest] = []

  enum Form: String, CaseIterable, Sendable {
    case command
    case lua
    case svg

    /// The selected points, as Lua.
    case selection

    /// A plugin that moves a study's camera where this one has been.
    case camera
  }

  static let owner = "a copy"
  static let options: [DefinedOption<CopyRequest>] = [
    DefinedOption("pane", \.pane, "The pane."),
    DefinedOption("form", \.form, "The form."),
    DefinedOption("views", .list(of: .type("View", "a view")), "Where the camera has been, for a camera.") {
      (request, node, _) throws(DefinitionError) in
      request.views = try node.alternatives.map { (node) throws(DefinitionError) in try ViewRequest(node) }
    },
  ]
}

/// Asks for selected points, page by page or as many as a file may have; answered by `members`.
struct MembersRequest: Definition {
  private(set) var offset = 0
  private(set) var most = ClusterRequest.pageSize
  private(set) var order = RowOrder()

  init() {}

  /// The same page of points as of a cluster.
  init(_ cluster: ClusterRequest) { (offset, order) = (cluster.offset, cluster.order) }

  static let owner = "the selection"
  static let options: [DefinedOption<MembersRequest>] =
    [
      DefinedOption("offset", \.offset, takes: .integer(0...Int(Int32.max)), "How many points to pass over."),
      DefinedOption("most", \.most, takes: .integer(1...100_000), "How many points to send at most."),
    ] + RowOrder.options(in: \.order)
}

/// Asks which strategies and sizes to take; answered by `suggestion`.
struct SuggestRequest: Definition {
  private(set) var markers = 60
  private(set) var screen = ScreenDefinition()
  static let owner = "a suggestion"
  static let options: [DefinedOption<SuggestRequest>] =
    [DefinedOption("markers", \.markers, takes: .integer(2...2000), "How many markers a view should have.")]
    + ScreenDefinition.options(in: \.screen)
}
