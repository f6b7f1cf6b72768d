import Pinfold
package import PinfoldDefinitions

extension Workbench {
  /// The recommendation of the script `suggest` for points, as JSON: ``Serve/recommend``.
  package static let recommend: @Sendable (NamedPoints, Int) throws -> String = { points, markers in
    let session = try ScriptSession(workbench: Workbench()) { _ in }
    return try session.value(
      of: "return script('suggest', { data = d, markers = \(markers), quiet = true })", name: "suggest",
      points: points, arguments: Node(.table([]), place: "args"))
  }
}
