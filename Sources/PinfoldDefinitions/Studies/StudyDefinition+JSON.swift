import Pinfold
import PinfoldData
import PinfoldEvaluation

extension StudyDefinition {
  /// The definition in a normal form, as JSON on one line: read again it gives the same plan, whichever door
  /// it came through. Axes are lists of their elements, and what has a default says it.
  ///
  /// Parameters with their defaults are not part of it: a label shows what the plan sets.
  package var json: String {
    let screen = screen
    var members: [(name: String, json: String)] = [
      ("name", Self.json(name)), ("datasets", Self.list(datasets.map(\.json))),
      ("strategies", Self.list(strategies.map(\.node.json))),
      ("cameras", Self.list(paths.map { Self.json($0.choice.label) })),
      ("starts", Self.list(starts.map(\.json))), ("seeds", Self.list(seeds.map(\.description))),
      ("metrics", Self.list(metrics.map { Self.json($0.label) })),
      ("primary", Self.list(primary.map { Self.json($0) })),
    ]
    if !tuning.isEmpty { members.append(("tuning", Self.list(tuning.map { Self.json($0) }))) }
    if let combination { members.append(("combine", Self.json(combination.rawValue))) }
    switch match {
    case nil: break
    case .markers(let count): members.append(("match", Self.table([("markers", count.description)])))
    case .ink(let share): members.append(("match", Self.table([("ink", Numeral.text(share))])))
    }
    members += [
      ("width", Numeral.text(screen.width)), ("height", Numeral.text(screen.height)),
      ("tileSize", Numeral.text(screen.tileSize)), ("margin", Numeral.text(screen.margin)),
      ("bearing", Numeral.text(screen.bearing)),
      (
        "style",
        Self.table([
          ("smallest", Numeral.text(style.smallest)), ("largest", Numeral.text(style.largest)),
          ("saturation", style.saturation.description),
        ])
      ),
      ("rerunFrames", rerunFrames.description),
    ]
    if let timeout { members.append(("timeout", Numeral.text(timeout))) }
    if let timing {
      let timings = [
        ("builds", timing.builds.description), ("passes", timing.passes.description),
        ("seed", timing.seed.description),
      ]
      members.append(("timing", Self.table(timings)))
    }
    return Self.table(members)
  }

  private static func json(_ text: String) -> String { Node(.text(text), place: "").json }

  private static func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

  private static func table(_ members: [(name: String, json: String)]) -> String {
    "{" + members.map { "\(json($0.name)):\($0.json)" }.joined(separator: ",") + "}"
  }
}

extension CameraDefinition.Start {
  /// The start as JSON.
  fileprivate var json: String {
    switch self {
    case .fit: #""fit""#
    case .zoom(let zoom): ParameterValue.number(zoom).description
    }
  }
}

extension ClustererDefinition {
  /// The strategy with what the definition sets.
  fileprivate var node: Node {
    var members: [(name: String, value: Node)] = [("name", Node(.text(choice.registration.name), place: ""))]
    members += choice.given.map { ($0.name, Node(parameter: $0.value, place: "")) }
    for setting in settings {
      let parts = setting.name.split(separator: ".", maxSplits: 1).map(String.init)
      let value = Node(typed: setting.value)
      guard parts.count == 2 else {
        members.append((parts[0], value))
        continue
      }
      if let table = members.firstIndex(where: { $0.name == parts[0] }) {
        members[table].value = Node(
          .table((members[table].value.members ?? []) + [(parts[1], value)]), place: "")
      } else {
        members.append((parts[0], Node(.table([(parts[1], value)]), place: "")))
      }
    }
    return Node(.table(members), place: "")
  }
}

extension Node {
  /// The value that a setting's text stands for: a number, a flag, or the text itself.
  fileprivate init(typed text: String) {
    let value: Value =
      if let number = Int(text) {
        .integer(number)
      } else if let number = Double(text) {
        .number(number)
      } else if let flag = Bool(text) {
        .flag(flag)
      } else {
        .text(text)
      }
    self.init(value, place: "")
  }
}
