// Stands in for the engine until it is merged: the registry of built-ins and a bare Lua state.
import Lua
public import Pinfold
import PinfoldData
import PinfoldEvaluation

public struct Workbench: Sendable {
  public var registry: Registry
  public var plugins: [PluginSummary] = []

  public init() {
    registry = .builtIn
    registry.registerMetrics()
    registry.registerGenerators()
  }

  public mutating func addPlugin(at path: String) throws(PluginError) {
    throw PluginError(description: "\(path): plugins are not read yet")
  }

  public mutating func addPlugins(in directory: String) -> [PluginError] { [] }
}

public struct PluginSummary: Sendable {
  public var kind: String
  public var name: String
  public var version: String
  public var path: String
  public var summary: String
  public var shadowed: Bool
}

public struct PluginError: Error, CustomStringConvertible, Sendable {
  public var description: String
}

public struct ScriptError: Error, CustomStringConvertible, Sendable {
  public var description: String

  init(_ error: any Error) { description = "\(error)" }
}

public final class ScriptSession {
  private let lua = LuaState()

  public init(
    workbench: Workbench, arguments: [String] = [], unsafe: Bool = false, output: @escaping (String) -> Void
  ) throws(ScriptError) {
    lua.output = output
    do { try lua.openScript() } catch { throw ScriptError(error) }
  }

  public func run(file path: String) throws(ScriptError) {
    if path == "-" {
      var text = ""
      while let line = readLine(strippingNewline: false) { text += line }
      return try run(text: text, name: "stdin")
    }
    do { _ = try lua.load(file: path)() } catch { throw ScriptError(error) }
  }

  public func run(text: String, name: String) throws(ScriptError) {
    do { try lua.run(text, chunkName: "=\(name)") } catch { throw ScriptError(error) }
  }

  public enum Answer {
    case incomplete
    case done(echo: String)
  }

  public func evaluate(_ input: String) throws(ScriptError) -> Answer {
    do {
      let results = try lua.evaluate(input, chunkName: "=input")
      return .done(echo: try results.map { try lua.string(of: $0) }.joined(separator: "\t"))
    } catch let error as LuaError where error.kind == .syntax(incomplete: true) {
      return .incomplete
    } catch {
      throw ScriptError(error)
    }
  }

  public func interrupt() { lua.interrupt.interrupt() }

  public static func interrupt(signalPointer: OpaquePointer) {
    LuaInterrupt.interrupt(signalPointer: signalPointer)
  }

  public var signalPointer: OpaquePointer { lua.interrupt.signalPointer }
}
