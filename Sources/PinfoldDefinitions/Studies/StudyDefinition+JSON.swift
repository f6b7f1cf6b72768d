import Pinfold
import PinfoldData
import PinfoldEvaluation

extension StudyDefinition {
  /// The definition in a normal form, as JSON on one line. Reading it gives the same plan, whichever front
  /// end it came from. Axes are lists of their elements, and defaults are written out.
  ///
  /// Parameters at their defaults are not part of it: a label shows what the plan sets.
  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("name", name)
      json.member("datasets", listed: datasets.map(\.json))
      json.member("strategies", listed: strategies[competitors].map(\.node.json))
      json.member("controls", listed: strategies[competitors.upperBound...].map(\.node.json))
      json.member("cameras", listed: paths.map { Self.json($0.choice.label) })
      json.member("starts", listed: starts.map(\.json))
      json.member("seeds", listed: seeds.map(\.description))
      json.member("metrics", listed: metrics.map { Self.json($0.label) })
      json.member("primary", listed: primary.map(Self.json))
      if !tuning.isEmpty { json.member("tuning", listed: tuning.map(Self.json)) }
      if let combination { json.member("combine", combination.rawValue) }
      switch match {
      case nil: break
      case .markers(let count): json.object("match") { $0.member("markers", count) }
      case .ink(let share): json.object("match") { $0.member("ink", share) }
      }
      json.member("width", screen.width)
      json.member("height", screen.height)
      json.member("tileSize", screen.tileSize)
      json.member("margin", screen.margin)
      json.member("bearing", screen.bearing)
      json.object("style") { json in
        json.member("smallest", style.smallest)
        json.member("largest", style.largest)
        json.member("saturation", style.saturation)
      }
      json.member("rerunFrames", rerunFrames)
      if let timeout { json.member("timeout", timeout) }
      if let timing {
        json.object("timing") { json in
          json.member("builds", timing.builds)
          json.member("passes", timing.passes)
          json.key("seed")
          json.raw(timing.seed.description)
        }
      }
    }
    return json.text
  }

  private static func json(_ text: String) -> String { Node(.text(text)).json }
}

extension JSONWriter {
  /// Writes a member that is a list of values that are JSON already.
  fileprivate mutating func member(_ name: String, listed elements: [String]) {
    array(name) { json in for element in elements { json.raw(element) } }
  }
}

extension CameraDefinition.Start {
  fileprivate var json: String {
    switch self {
    case .fit: #""fit""#
    case .zoom(let zoom): ParameterValue.number(zoom).description
    }
  }
}
