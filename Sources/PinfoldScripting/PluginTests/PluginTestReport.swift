import Lua
import Pinfold

/// The results of the tests in a plugin's file.
package struct PluginTestReport: Sendable {
  /// The plugin.
  package let plugin: Plugin

  /// Every test, in the order of names.
  package let results: [Result]

  /// The result of one test.
  package struct Result: Hashable, Sendable {
    /// Its name.
    package let name: String

    /// Why it failed; nil if it passed.
    package let failure: Failure?
  }

  /// Why a test failed.
  package struct Failure: Hashable, Sendable {
    /// The expectation and the observation, or the error.
    package let message: String

    /// The file and the line of the test where it failed, as "mine.lua:12"; nil where that is not known.
    package let place: String?

    /// The text of that line.
    package let sourceLine: String?
  }

  /// Whether all tests passed.
  package var isPassed: Bool { results.allSatisfy { $0.failure == nil } }

  /// Reads a plugin and runs its tests, each in a fresh state.
  ///
  /// - Throws: ``PluginError`` where the file is no plugin.
  package init(path: String, limits: PluginLimits = PluginLimits()) throws(PluginError) {
    let plugin = try Plugin(path: path, limits: limits)
    self.plugin = plugin
    do {
      let state = try PluginState(plugin, context: RunContext())
      let names = try Self.tests(in: state)?.keys.compactMap(\.string) ?? []
      results = try names.map { Result(name: $0, failure: try Self.failure(of: $0, plugin)) }
      withExtendedLifetime(state) {}
    } catch {
      throw PluginError(path: path, error)
    }
  }

  private static func tests(in state: PluginState) throws -> LuaTable? { try state.table["tests"].table }

  private static func failure(of test: String, _ plugin: Plugin) throws -> Failure? {
    let state = try PluginState(plugin, context: RunContext())
    guard let body = try tests(in: state)?[test].function else { return nil }
    do {
      let object = try TestObject(plugin, in: state.lua)
      try body(object)
      guard !object.hasExpectations else { return nil }
      return Failure(
        message: "checks nothing; call test:expect, test:near or test:fails",
        place: plugin.place(of: ["tests", test]), sourceLine: nil)
    } catch let error as LuaError {
      guard let position = error.position else {
        return Failure(message: error.message, place: nil, sourceLine: nil)
      }
      let place = position.inFull(plugin.path)
      return Failure(
        message: error.message, place: "\(place)",
        sourceLine: place.chunk == plugin.path ? plugin.line(place.line) : nil)
    }
  }
}
