import Pinfold
import PinfoldDefinitions

/// Where a page's camera has been, as a plugin that moves a study's camera there.
struct RecordedCamera {
  let views: [ViewRequest]
  let projection: Projection

  /// The plugin's text.
  ///
  /// Its views have no size: a study shows each in its own.
  var plugin: String {
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
    let view = view.viewport(on: projection)
    let numbers = [
      ("lon", view.center.longitude), ("lat", view.center.latitude), ("zoom", view.standardZoom),
    ]
    return Node(.table(numbers.map { ($0.0, Node(.number($0.1), place: "")) }), place: "").lua
  }
}
