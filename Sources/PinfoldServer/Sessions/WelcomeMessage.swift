import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldDrawing
import PinfoldEvaluation
import PinfoldVerbs

extension ServerMessage {
  /// `welcome`: the available data and choices; sent at the start, and again when a plugin was saved.
  ///
  /// The declarations contain everything that a control needs: each has `name`, `help`, and `takes` with the
  /// allowed values. Later messages never replace it, because its changes are news.
  ///
  /// - Parameter changes: the changes among the plugins, a line each.
  static func welcome(to subject: LiveSubject, changes: [String]) -> ServerMessage {
    let (points, beginning, registry) = (subject.points, subject.beginning, subject.registry)
    return ServerMessage("welcome", about: nil) { json in
      json.members([
        "version": Version.current, "name": subject.shownName, "points": points.pointCount,
        "isPlanar": !points.projection.wraps, "hasCommand": !beginning.words.isEmpty,
        "hasSuggestions": subject.recommend != nil, "suggests": beginning.suggests,
      ])
      switch subject.base {
      case .pictures(let address): json.member("tiles", address)
      case .archive: json.member("archive", BaseTiles.fileName)
      case nil: break
      }
      let sorted = subject.problems.sorted { $0.key < $1.key }.map { (name: $0, value: $1.node) }
      json.members(["problems": Node(.table(sorted)), "changes": changes])
      if let verdict = subject.verdict {
        json.object("verdict") { json in
          let views = verdict.now.proof?.views ?? []
          json.members([
            "state": verdict.now.state.rawValue, "text": verdict.now.text, "steps": views.count,
          ])
          if verdict.step > 0 { json.member("view", views[min(verdict.step, views.count) - 1].text) }
          json.member("step", verdict.step)
        }
      }
      if points.count > 0 {
        let bounds = points.mainBounds(width: 1280, height: 800)
        json.member("bounds", bounds.unitBox.node)
        if let counts = points.countsAround(bounds) { json.member("around", counts.node) }
        let apart = try? ScreenDefinition().viewport.fitted(leavingOutFewOf: points)
        json.member("outliers", apart?.outside.count ?? 0)
      }
      if let view = beginning.view { json.member("view", view.node(on: points.projection)) }
      json.members([
        "panes": beginning.strategies.map(\.whole), "by": beginning.by.standard,
        "columns": points.attributes.filter { $0.values.kind == .number }.map(\.name),
        "categories": points.attributes.filter { $0.values.kind != .number }.map(\.name),
        "kinds": Aggregation.Kind.allCases.filter { $0 != .quantile }.map(\.rawValue),
      ])
      json.member("strategies", registry.all(.strategy))
      json.member("representatives", registry.all(.representative))
      json.member("diffs", registry.all(.diff))
      json.member("limits", MergeLimits.parameterDescriptions)
      json.member("separation", Separation.parameterDescriptions)
      json.member("style", StyleDefinition.optionDescriptions)
      // For each class of counts, and for each category and all others, the fill and the label's color.
      func colors(_ pairs: (PictureTheme) -> [(fill: String, ink: String)]) -> Node {
        Node(["light": pairs(.light).flatMap { [$0, $1] }, "dark": pairs(.dark).flatMap { [$0, $1] }])
      }
      json.members(["colors": colors(\.countColors), "categoryColors": colors(\.categoryColors)])
    }
  }
}

extension WorldRect {
  /// The box on the unit square, its east edge past 1 where it crosses ±180°.
  fileprivate var unitBox: [Double] {
    let (west, north) = (Double(west), Double(north))
    return [west, north, west + Double(width), north + Double(height)].map {
      $0 / WorldPoint.worldSize
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member<Product>(_ name: String, _ registrations: [Registration<Product>]) {
    member(name, objects: registrations) { registration, json in
      json.members([
        "name": registration.name, "help": registration.summary,
        "isPlugin": registration.origin != .builtIn,
      ])
      json.member("parameters", registration.parameters)
    }
  }

  fileprivate mutating func member(_ name: String, _ options: [ParameterDescription]) {
    member(name, objects: options) { option, json in
      json.members(["name": option.name, "help": option.help])
      if let unit = option.unit { json.member("unit", unit) }
      json.member("standard", option.standard)
      json.object("takes") { option.kind.writeMembers(to: &$0) }
    }
  }
}
