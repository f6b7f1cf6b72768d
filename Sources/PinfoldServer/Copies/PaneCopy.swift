import Pinfold
import PinfoldDefinitions
import PinfoldVerbs

/// What a pane shows, in forms that make it again elsewhere.
struct PaneCopy {
  let plan: Plan

  /// The name of the points.
  let name: String

  let beginning: LiveBeginning

  private var strategy: Node { plan.strategy.whole }
  private var view: Viewport { plan.new.view.viewport }
  private var isPlanar: Bool { !plan.new.points.projection.wraps }

  /// The copy in the form that was asked for.
  func text(_ request: CopyRequest) throws -> String {
    switch request.form {
    case .command: command
    case .lua: lua
    case .svg:
      try Plot(.made([plan.frame(of: name)]), PictureOptions(), isTitled: true).answer(VerbContext()).svg
    case .camera: RecordedCamera(views: request.views, projection: plan.new.points.projection).plugin
    }
  }

  /// The command that draws it.
  private var command: String {
    var words = ["pinfold", "plot"] + beginning.words + ["--strategy", plan.strategy.choice.label]
    for (name, value) in strategy.members ?? [] {
      switch name {
      case "representative": words += ["--representative", value.word]
      case "limits": for (name, value) in value.members ?? [] { words += Self.flag(name, value) }
      case "selected": for id in value.elements { words += ["--selected", id.word] }
      case "separate":
        words.append("--separate")
        for (name, value) in value.members ?? [] { words += ["--separation", "\(name)=\(value.word)"] }
      // The name and the parameters are in the label.
      default: continue
      }
    }
    if let style = plan.givenStyle {
      words += ["--smallest", "\(Self.number(style.smallest))", "--largest", "\(Self.number(style.largest))"]
      words += ["--saturation", "\(style.saturation)"]
    }
    let middle = [view.center.longitude, view.center.latitude, view.standardZoom].map(Self.number)
    let size = [view.width, view.height].map(Self.number).joined(separator: "x")
    words += ["--view", (middle + [size]).joined(separator: ","), "--margin", Self.number(view.margin)]
    return words.map(Self.quoted).joined(separator: " ")
  }

  /// The Lua lines that make its frame.
  private var lua: String {
    var members = (strategy.members ?? []).filter { $0.name != "name" }
    for (index, member) in members.enumerated() where member.name == "separate" {
      if member.value.members?.isEmpty == true { members[index].value = Node(.flag(true), place: "") }
    }
    let name = Node(.text(plan.strategy.choice.registration.name), place: "").lua
    let steps = members.isEmpty ? "" : ", " + Node(.table(members), place: "").lua
    let numbers = [
      (isPlanar ? "x" : "lon", view.center.longitude), (isPlanar ? "y" : "lat", view.center.latitude),
      ("zoom", view.standardZoom), ("width", view.width), ("height", view.height), ("margin", view.margin),
    ]
    let place = Node(.table(numbers.map { ($0.0, Node(.number($0.1), place: "")) }), place: "").lua
    let data = beginning.lua.map { "data = \($0)\n" } ?? ""
    return "\(data)frame = strategy(\(name)\(steps)):frame(data, view \(place))"
  }

  private static func flag(_ name: String, _ value: Node) -> [String] {
    let flag = ParameterDescription.flag(name)
    guard case .flag(let isOn) = value.value else { return [flag, value.word] }
    return [isOn ? flag : "--no-" + flag.dropFirst(2)]
  }

  private static func number(_ number: Double) -> String { ParameterValue.number(number).description }

  /// A word as a shell takes it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: "_.,:/=@%+-".utf8.contains(byte)
      }
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}

extension Node {
  /// The value as a word of a command line.
  fileprivate var word: String {
    switch value {
    case .number(let number): ParameterValue.number(number).description
    case .integer(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    default: text ?? ""
    }
  }
}
