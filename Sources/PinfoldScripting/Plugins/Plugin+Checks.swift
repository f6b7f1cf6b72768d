import Lua
import Pinfold

extension Plugin {
  /// Throws unless points have every attribute that the plugin reads with some values, of the type that it
  /// reads; no points need none.
  func checkAttributes(of points: PointSet, with values: ParameterValues) throws(ClusteringError) {
    let needs = attributes + parameters.columns(in: values)
    guard !needs.isEmpty, points.count > 0 else { return }
    let known = points.attributes
    for need in needs {
      let reads = "\(kind.rawValue) '\(name)' (\(path)) reads the attribute '\(need.name)'"
      guard let found = known.first(where: { $0.name == need.name }) else {
        throw .plugin(
          message: "\(reads), which the points do not have"
            + Suggestion.clause(for: need.name, among: known.map(\.name)))
      }
      guard found.values.kind != need.kind else { continue }
      throw .plugin(
        message: found.values.presentRows.isEmpty
          ? "\(reads), which has no values"
          : "\(reads) as \(need.kind.rawValue)s; it holds \(found.values.kind.rawValue)s")
    }
  }
}

extension Plugin {
  /// Throws for values that do not go together, as the plugin's `validate` says: it returns nothing where
  /// they do, or why they do not.
  func validate(_ values: ParameterValues) throws(ParameterError) {
    let reason: String?
    do { reason = try objection(to: values) } catch { reason = "\(error)" }
    if let reason { throw .conflict(owner: "\(kind.rawValue) '\(name)'", reason: reason) }
  }

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
          "'validate' returned a \(answer.typeName); it must return nothing, or why the values do not go together"
        )
      }
      return answer.string
    } catch {
      throw PluginError(path: path, error)
    }
  }
}
