import Lua
package import Pinfold
package import PinfoldDefinitions

/// The inputs of a shell as a runnable script that prints the same output.
package struct SessionSteps {
  /// An input that worked.
  struct Step {
    var input: String

    /// Whether it had values that were shown.
    var isShown: Bool

    /// Whether an error or an interrupt ended it after it may have set variables; it is a comment.
    var isUnfinished = false
  }

  private let steps: [Step]
  private let code: LuaCode

  init(_ steps: [Step], _ code: LuaCode) { (self.steps, self.code) = (steps, code) }

  /// The number of inputs that worked.
  package var count: Int { steps.count - unfinishedCount }

  /// The number of those that did not, and are comments as they may have set variables.
  package var unfinishedCount: Int { steps.count(where: \.isUnfinished) }

  /// The script.
  package var text: String {
    let keepsLast = steps.contains { code.uses(variable: "_", in: Array($0.input.utf8)) }
    return steps.map { step in
      step.isUnfinished
        ? "-- did not end, and may have set variables:\n"
          + step.input.split(separator: "\n", omittingEmptySubsequences: false).map { "-- \($0)\n" }.joined()
        : code.step(step.input, isShown: step.isShown, keepsLast: keepsLast) + "\n"
    }.joined()
  }
}

extension Workbench {
  /// The recommendation of the script `suggest` for points, as JSON: ``Serve/recommend``.
  package static let recommend: @Sendable (NamedPoints, Int, Viewport) throws -> String = {
    points, markers, screen in
    let session = try ScriptSession(workbench: Workbench()) { _ in }
    let size = "width = \(screen.width), height = \(screen.height)"
    return try session.value(
      of: "return script('suggest', { data = d, markers = \(markers), \(size), quiet = true })",
      name: "suggest", points: points, arguments: Node(.table([]), place: "args"))
  }
}
