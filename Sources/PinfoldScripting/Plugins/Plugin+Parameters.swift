import Lua
import Pinfold

extension Plugin {
  /// Throws for values that do not go together, as the plugin's `validate` says: it returns nothing where
  /// they do, or why they do not.
  func validate(_ values: ParameterValues) throws(ParameterError) {
    let reason: String?
    do { reason = try objection(to: values) } catch { reason = "\(error)" }
    if let reason { throw .conflict(owner: "\(kind.rawValue) '\(name)'", reason: reason) }
  }

  /// Throws where the plugin objects to its own defaults.
  func checkDefaults() throws(PluginError) {
    let defaults = Dictionary(uniqueKeysWithValues: parameters.map { ($0.name, $0.defaultValue) })
    if let reason = try objection(to: defaults) {
      throw error("validate", "'validate' objects to the defaults: \(reason)")
    }
  }

  private func objection(to values: ParameterValues) throws(PluginError) -> String? {
    guard hasValidation else { return nil }
    do {
      let state = try PluginState(self, context: RunContext())
      let answer = try state.field("validate", for: values)
      guard answer.isNil || answer.string != nil else {
        throw LuaError(
          .runtime,
          "'validate' returned a \(answer.typeName); it must return nothing, or why the values do not go together"
        )
      }
      return answer.string
    } catch {
      throw PluginError(path: path, error)
    }
  }
}
