import Pinfold
import PinfoldData

/// `frame`: the new frame of a pane, and the plan by which the markers on its screen become those of it.
///
/// A plan begins where the pane said it would be in the plan before. Its member `markers` is one list of ten
/// numbers for each marker: the cluster of the old and of the new frame whose points it shows (−1 for none);
/// where it starts, x and y in units of 2⁻³² of the world; the way from there to where it ends, by the short
/// way around; the points that it shows; the share of the duration from which it is shown (−1 for before),
/// and that up to which (2 for after); and 1 if a separation hides it. A marker stands at `start + way ·
/// easing(share)`. So shown counts add up at every instant.
struct FrameMessage: ServerMessage {
  static let kind = "frame"

  var subject: String? { "pane \(pane)" }

  /// The pane, and the number of the request.
  var pane: Int
  var number: Int

  /// The plan, and the share of the plan before from which it starts.
  var plan: Plan
  var start: Double

  /// The strategy with its settings: "grid(cellSize=80)".
  var label: String

  /// The time that the frame and the transition took, in milliseconds.
  var milliseconds: Double

  /// What the reader should know, such as that another diff was taken.
  var note: String?

  func writeMembers(to json: inout JSONWriter) {
    let frame = plan.new
    json.member("pane", pane)
    json.member("number", number)
    json.member("plan", plan.number)
    json.member("start", start)
    json.member("label", label)
    json.member("clusters", frame.count)
    json.member("hidden", frame.hidden.count)
    json.member("points", (0..<frame.count).reduce(0) { $0 + frame.memberCount(of: $1) })
    json.member("size", frame.effectiveSize)
    json.member("milliseconds", (milliseconds * 100).rounded() / 100)
    if let note { json.member("note", note) }
    json.key("style")
    json.object { json in
      json.member("smallest", frame.markerStyle.smallest)
      json.member("largest", frame.markerStyle.largest)
      json.member("saturation", frame.markerStyle.saturation)
    }
    json.member("duration", plan.transition.duration)
    json.member("easing", plan.transition.easing.rawValue)
    json.key("markers")
    json.array { json in for marker in plan.transition.markers { write(marker, to: &json) } }
  }

  private func write(_ marker: MarkerTransition, to json: inout JSONWriter) {
    let wraps = plan.transition.projection.wraps
    json.value(marker.old ?? -1)
    json.value(marker.new ?? -1)
    json.value(Int(marker.start.x))
    json.value(Int(marker.start.y))
    json.value(
      wraps ? Int(marker.end.eastward(from: marker.start.x)) : Int(marker.end.x) - Int(marker.start.x))
    json.value(Int(marker.end.y) - Int(marker.start.y))
    json.value(marker.count)
    json.value(marker.addedAt ?? -1)
    json.value(marker.removedAt ?? 2)
    let isHidden = marker.new.map(plan.new.isHidden) ?? marker.old.map(plan.old.isHidden) ?? false
    json.value(isHidden ? 1 : 0)
  }
}
