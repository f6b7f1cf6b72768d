import Lua
import Pinfold
package import PinfoldDefinitions

/// The inputs of a shell as a runnable script that prints the same output.
package struct SessionSteps {
  /// An input that worked.
  struct Step {
    var input: String

    /// Whether it had values that were shown.
    var isShown: Bool
  }

  private let steps: [Step]
  private let lua: LuaState

  /// Whether an input uses the value of the one before.
  private let keepsLast: Bool

  init(_ steps: [Step], in lua: LuaState) {
    (self.steps, self.lua) = (steps, lua)
    keepsLast = steps.contains { LuaScanner.uses(variable: "_", in: Array($0.input.utf8)) }
  }

  /// The number of inputs.
  package var count: Int { steps.count }

  /// The script.
  package var text: String { steps.map { line($0) + "\n" }.joined() }

  private func line(_ step: Step) -> String {
    let words = LuaScanner.words(of: step.input)
    let end = words.last { $0.text != ";" }?.range.upperBound ?? 0
    let code = String(decoding: step.input.utf8.prefix(end), as: UTF8.self)
    let comment = String(decoding: step.input.utf8.dropFirst(end), as: UTF8.self).drop {
      $0 == ";" || $0 == " "
    }
    func isLua(_ text: String) -> Bool { (try? lua.load(text)) != nil }
    let isExpression = isLua("return \(code)")
    // Statements that end with a value, or a call or an assignment that shows none.
    if !isExpression, !step.isShown { return step.input }
    if !step.isShown, !keepsLast, isLua(code) { return step.input }
    let value = isExpression ? code : "(function()\n\(code)\nend)()"
    let behind = comment.isEmpty ? "" : "  \(comment)"
    if !step.isShown { return "_ = \(value)" + behind }
    return (keepsLast ? "_ = (function(...) print(...) return ... end)(\(value))" : "print(\(value))")
      + behind
  }
}

extension Workbench {
  /// The recommendation of the script `suggest` for points, as JSON: ``Serve/recommend``.
  package static let recommend: @Sendable (NamedPoints, Int) throws -> String = { points, markers in
    let session = try ScriptSession(workbench: Workbench()) { _ in }
    return try session.value(
      of: "return script('suggest', { data = d, markers = \(markers), quiet = true })", name: "suggest",
      points: points, arguments: Node(.table([]), place: "args"))
  }
}
