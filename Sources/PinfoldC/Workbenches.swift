import CPinfold
import Pinfold
import PinfoldData
import PinfoldDefinitions
import PinfoldEvaluation

@_cdecl("pinfold_workbench_new")
public func pinfoldWorkbenchNew() -> OpaquePointer? { WorkbenchHandle().retained }

@_cdecl("pinfold_workbench_add_plugins")
public func pinfoldWorkbenchAddPlugins(
  _ workbench: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    guard let path = given(path) else { throw CallMistake("NULL is given in place of a path") }
    try WorkbenchHandle.at(workbench).addPlugins(at: path)
  }
}

@_cdecl("pinfold_workbench_list")
public func pinfoldWorkbenchList(
  _ workbench: OpaquePointer?, _ kind: UnsafePointer<CChar>?,
  _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  status(message) {
    let registry = try WorkbenchHandle.at(workbench).registry
    let kind = given(kind) ?? ""
    let list: String
    switch kind {
    case RegistryKind.strategy.plural: list = registry.json(.strategy)
    case RegistryKind.representative.plural: list = registry.json(.representative)
    case RegistryKind.diff.plural: list = registry.json(.diff)
    case RegistryKind.metric.plural: list = registry.json(.metric)
    case RegistryKind.generator.plural: list = registry.json(.generator)
    default:
      let known = ["strategies", "representatives", "diffs", "metrics", "generators"]
      throw CallMistake("unknown kind '\(kind)'" + Suggestion.clause(for: kind, among: known))
    }
    try out(json).pointee = text(list)
  }
}

extension Registry {
  /// Everything of a kind, as JSON.
  fileprivate func json<Product>(_ kind: RegistryKind<Product>) -> String {
    var json = JSONWriter()
    json.array { json in
      for registration in all(kind) {
        json.object { json in
          json.member("name", registration.name)
          json.member("summary", registration.summary)
          if case .plugin(let path, let version, _) = registration.origin {
            json.member("path", path)
            json.member("version", version)
          }
          json.key("parameters")
          json.array { json in
            for parameter in registration.parameters {
              json.object { json in
                json.member("name", parameter.name)
                parameter.kind.writeMembers(to: &json)
                json.member("unit", parameter.unit)
                json.member("default", parameter.defaultValue.description)
                json.member("help", parameter.help)
              }
            }
          }
        }
      }
    }
    return json.text
  }
}
