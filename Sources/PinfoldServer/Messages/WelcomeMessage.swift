package import Pinfold
import PinfoldData
package import PinfoldDefinitions
import PinfoldDrawing
import PinfoldEvaluation
import PinfoldVerbs

/// The initial state of a page whose address does not specify any.
package struct LiveBeginning: Sendable {
  package static let mostPanes = 4

  /// The view, without the screen's size, which the page decides; nil for all points.
  var view: Viewport?

  var strategies: [ClustererDefinition]

  /// The number that markers show.
  let by: MarkerNumber

  /// The words of a command line that name the data, for the line that makes a view again; none where no
  /// command line can.
  let words: [String]

  /// The Lua expression that makes the data; nil where whoever opened the map has them already.
  let lua: String?

  package init(
    view: Viewport?, strategies: [ClustererDefinition], by: MarkerNumber = .count, words: [String] = [],
    lua: String? = nil
  ) {
    (self.view, self.strategies, self.by) = (view, strategies, by)
    (self.words, self.lua) = (words, lua)
  }
}

extension ServerMessage {
  /// `welcome`: the available data and choices; sent at the start, and again when a plugin was saved.
  ///
  /// The declarations contain everything that a control needs: each has `name`, `help`, and `takes` with the
  /// allowed values. Later messages never replace it, because its changes are news.
  ///
  /// - Parameters:
  ///   - changes: the changes among the plugins, a line each.
  ///   - problems: the errors of strategies' files of which an earlier version is in use, by name.
  ///   - verdict: the verdict of the contract on the strategy being written, and the number of the shown view
  ///     of its counterexample, 0 for none.
  static func welcome(
    to points: PointSet, named name: String, _ beginning: LiveBeginning, _ registry: Registry,
    changes: [String], problems: [String: String], hasSuggestions: Bool = false, base: BaseTiles? = nil,
    verdict: (now: LiveVerdict, step: Int)? = nil
  ) -> ServerMessage {
    ServerMessage("welcome", about: nil) { json in
      json.member("version", Version.current)
      json.member("name", name)
      json.member("points", points.count)
      json.member("isPlanar", !points.projection.wraps)
      json.member("hasCommand", !beginning.words.isEmpty)
      json.member("hasSuggestions", hasSuggestions)
      switch base {
      case .pictures(let address): json.member("tiles", address)
      case .archive: json.member("archive", BaseTiles.fileName)
      case nil: break
      }
      json.object("problems") { json in
        for (name, problem) in problems.sorted(by: { $0.key < $1.key }) { json.member(name, problem) }
      }
      json.member("changes", changes)
      if let verdict {
        json.object("verdict") { json in
          json.member("state", verdict.now.state.rawValue)
          json.member("text", verdict.now.text)
          let views = verdict.now.proof?.views ?? []
          json.member("steps", views.count)
          if verdict.step > 0 { json.member("view", views[min(verdict.step, views.count) - 1].text) }
          json.member("step", verdict.step)
        }
      }
      if points.count > 0 {
        let bounds = points.mainBounds(width: 1280, height: 800)
        json.member("bounds", bounds.unitBox) { $1.value($0) }
        if let counts = points.countsAround(bounds) { json.member("around", counts) { $1.value($0) } }
        json.member("outliers", (0..<points.count).count { !bounds.contains(points.position($0)) })
      }
      if let view = beginning.view {
        json.key("view")
        json.value(view, on: points.projection)
      }
      json.member("panes", beginning.strategies) { $0.whole.write(to: &$1) }
      json.member("by", beginning.by.standard)
      json.member("columns", points.attributes.filter(\.values.areNumbers).map(\.name))
      json.member("categories", points.attributes.filter { !$0.values.areNumbers }.map(\.name))
      json.member("kinds", Aggregation.Kind.allCases.filter { $0 != .quantile }.map(\.rawValue))
      json.member("strategies", registry.all(.strategy))
      json.member("representatives", registry.all(.representative))
      json.member("diffs", registry.all(.diff))
      json.member("limits", MergeLimits.parameterDescriptions)
      json.member("separation", Separation.parameterDescriptions)
      json.member("style", StyleDefinition.optionDescriptions)
      // For each class of counts the fill and the label's color alternately.
      json.object("colors") { json in
        for theme in [PictureTheme.light, .dark] {
          json.member(theme.rawValue, theme.countColors.flatMap { [$0, $1] })
        }
      }
      // So for each category, and for all others.
      json.object("categoryColors") { json in
        for theme in [PictureTheme.light, .dark] {
          json.member(theme.rawValue, theme.categoryColors.flatMap { [$0, $1] })
        }
      }
    }
  }
}

extension Attribute.Values {
  /// Whether markers can show a summary of the values.
  var areNumbers: Bool {
    switch self {
    case .numbers, .integers: true
    case .booleans, .texts: false
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
      json.member("name", registration.name)
      json.member("help", registration.summary)
      json.member("isPlugin", registration.origin != .builtIn)
      json.member("parameters", registration.parameters)
    }
  }

  fileprivate mutating func member(_ name: String, _ options: [ParameterDescription]) {
    member(name, objects: options) { option, json in
      json.member("name", option.name)
      json.member("help", option.help)
      if let unit = option.unit { json.member("unit", unit) }
      json.member("standard", option.standard)
      json.object("takes") { option.kind.writeMembers(to: &$0) }
    }
  }
}
