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
    // The last expression of an input, which answers it, and the statements before it.
    let answer = ([0] + AdoptedInput.lastStatements(of: code)).lazy
      .map {
        (
          statements: String(decoding: code.utf8.prefix($0), as: UTF8.self),
          value: String(decoding: code.utf8.dropFirst($0), as: UTF8.self)
        )
      }
      .first { isLua("\($0.statements)return \($0.value)") }
    // Statements that return a value, or a call or an assignment that shows none.
    if !step.isShown, answer == nil || !keepsLast && isLua(code) { return step.input }
    let (statements, value) = answer ?? ("", "(function()\n\(code)\nend)()")
    let behind = comment.isEmpty ? "" : "  \(comment)"
    if !step.isShown { return "\(statements)_ = \(value)" + behind }
    return statements
      + (keepsLast ? "_ = (function(...) print(...) return ... end)(\(value))" : "print(\(value))")
      + behind
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
