import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldDrawing

/// `welcome`: what there is to see and to choose from; sent at the start, and again when a plugin was saved.
///
/// Everything that a control needs is in the declarations: each has `name`, `help`, and `takes` with what
/// its values may be.
struct WelcomeMessage: ServerMessage {
  static let kind = "welcome"

  // Its changes are news that no later welcome repeats.
  var subject: String? { nil }

  /// The points and their name.
  var points: PointSet
  var name: String

  var beginning: LiveBeginning
  var registry: Registry

  /// What changed among the plugins, a line each.
  var changes: [String]

  /// What is wrong with the files of strategies of which an earlier version is in use, by name.
  var problems: [String: String]

  func writeMembers(to json: inout JSONWriter) {
    json.member("version", Version.current)
    json.member("name", name)
    json.member("points", points.count)
    json.member("isPlanar", !points.projection.wraps)
    json.member("hasCommand", !beginning.words.isEmpty)
    json.key("problems")
    json.object { json in
      for (name, problem) in problems.sorted(by: { $0.key < $1.key }) { json.member(name, problem) }
    }
    json.key("changes")
    json.array { json in for change in changes { json.value(change) } }
    if points.count > 0 { writeBounds(to: &json) }
    if let view = beginning.view {
      json.key("view")
      json.value(view, on: points.projection)
    }
    json.key("panes")
    json.array { json in
      for strategy in beginning.strategies { strategy.whole.write(to: &json) }
    }
    write("strategies", registry.all(.strategy), to: &json)
    write("representatives", registry.all(.representative), to: &json)
    write("diffs", registry.all(.diff), to: &json)
    write("limits", MergeLimits.parameterDescriptions, to: &json)
    write("separation", Separation.parameterDescriptions, to: &json)
    write("style", StyleDefinition.optionDescriptions, to: &json)
    json.key("colors")
    json.object { json in
      for theme in [PictureTheme.light, .dark] { write(theme, to: &json) }
    }
  }

  /// The colours of counts in a theme: for each class the fill and the label's colour in turn.
  private func write(_ theme: PictureTheme, to json: inout JSONWriter) {
    json.key(theme.rawValue)
    json.array { json in
      for (fill, ink) in theme.countColors {
        json.value(fill)
        json.value(ink)
      }
    }
  }

  /// The box around all points on the unit square, its east edge past 1 where it crosses ±180°.
  private func writeBounds(to json: inout JSONWriter) {
    let bounds = points.bounds
    let (west, north) = (Double(bounds.west), Double(bounds.north))
    json.key("bounds")
    json.array { json in
      for edge in [west, north, west + Double(bounds.width), north + Double(bounds.height)] {
        json.value(edge / WorldPoint.worldSize)
      }
    }
  }

  private func write<Product>(
    _ name: String, _ registrations: [Registration<Product>], to json: inout JSONWriter
  ) {
    json.key(name)
    json.array { json in
      for registration in registrations {
        json.object { json in
          json.member("name", registration.name)
          json.member("help", registration.summary)
          json.member("isPlugin", registration.origin != .builtIn)
          write("parameters", registration.parameters, to: &json)
        }
      }
    }
  }

  private func write(_ name: String, _ options: [ParameterDescription], to json: inout JSONWriter) {
    json.key(name)
    json.array { json in
      for option in options { json.object { json in option.write(to: &json) } }
    }
  }
}

extension ParameterDescription {
  /// Writes the declaration of a control.
  fileprivate func write(to json: inout JSONWriter) {
    json.member("name", name)
    json.member("help", help)
    if let unit { json.member("unit", unit) }
    json.member("standard", standard)
    json.key("takes")
    json.object { json in kind.writeMembers(to: &json) }
  }
}
