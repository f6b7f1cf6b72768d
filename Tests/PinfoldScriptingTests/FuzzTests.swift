import Foundation
import Lua
import Pinfold
import PinfoldColumns
import TestSupport
import Testing

@testable import PinfoldScripting

/// Programs that nobody would write, over all that the sandbox and the API offer: whatever they do, they end
/// with a result or an error, and the state can still be used.
///
/// `FUZZ_ROUNDS`, for each test, or `FUZZ_SECONDS`, for all together, makes it longer, `FUZZ_SEED` starts
/// elsewhere; a failure says the seed of its program. With `FUZZ_TRACE` each program is printed before it
/// runs, to know the one that ends the process.
@Suite("Random and mutated Lua does no harm")
struct FuzzTests {
  private static let rounds = ProcessInfo.processInfo.environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? 60
  private static let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  /// What each of the eight tests, those of answers counted one by one, has of the time.
  private static let seconds =
    (ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap { Double($0) } ?? 0) / 8
  private static let isTraced = ProcessInfo.processInfo.environment["FUZZ_TRACE"] != nil

  /// The seeds of a test: so many, and then until its time is over.
  private static func seeds(_ rounds: Int = rounds) -> some Sequence<UInt64> {
    let end = ContinuousClock.now + .seconds(seconds)
    return sequence(first: seed) { $0 &+ 1 }.lazy.prefix {
      $0 &- seed < UInt64(rounds) || ContinuousClock.now < end
    }
  }

  private static func trace(_ program: String, _ seed: UInt64) {
    if isTraced { FileHandle.standardError.write(Data("-- seed \(seed)\n\(program)\n".utf8)) }
  }

  private static let limits = LuaLimits(memory: 24 << 20, seconds: 0.3, instructions: 300_000)

  private func state(_ seed: UInt64) throws -> LuaState {
    let state = LuaState(limits: .none)
    try state.openSandbox(seed: seed)
    state.output = { _ in }
    ColumnLibrary.open(in: LuaLibrary(in: state))
    var random = SplitMix64(seed: seed)
    let count = Int.random(in: 0...300, using: &random)
    let set = try PointSet(
      PointColumns(
        longitude: (0..<count).map { _ in .random(in: -180...180, using: &random).rounded() },
        latitude: (0..<count).map { _ in .random(in: -80...80, using: &random).rounded() }))
    let view = try ProjectedView(
      Viewport(center: Coordinate(longitude: 0, latitude: 0), zoom: 2), on: set.projection)
    state.setGlobal("points", to: PointsObject(set, Array(0..<UInt32(count)), in: view))
    state.define("again") { (f: LuaFunction, rest: LuaRest) in try f.call(with: rest.values) }
    state.define("swallow") { (f: LuaFunction) in _ = try? f() }
    state.define("echo") { (value: LuaValue) in value }
    state.define("fail") { (text: String) throws -> Int in throw LuaError(.runtime, text) }
    return state
  }

  /// Runs a program; what it leaves must not keep the state from working.
  private func survive(_ source: String, in state: LuaState, seed: UInt64) throws {
    state.limits = Self.limits
    Self.trace(source, seed)
    do {
      _ = try state.run(source, chunkName: "=fuzz")
    } catch let error as LuaError {
      #expect(error.kind != .internal, "seed \(seed): \(error)\n\(source)")
    }
    state.limits = .none
    state.collectGarbage()
    #expect(try state.run("return 6 * 7", chunkName: "=after") == [.integer(42)], "seed \(seed)")
  }

  @Test("that a grammar makes up")
  func grammar() throws {
    for seed in Self.seeds() {
      let state = try state(seed)
      var program = RandomProgram(seed: seed)
      // What the first leaves in globals and metatables meets the second.
      for _ in 0..<2 { try survive(program.text(), in: state, seed: seed) }
    }
  }

  @Test("that files that ship become")
  func mutations() throws {
    let files = try ["Plugins", "Scripts"].flatMap { folder in
      let path = "\(packageRoot)/\(folder)"
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        .filter { $0.hasSuffix(".lua") }.map { try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8) }
    }
    for seed in Self.seeds() {
      var random = SplitMix64(seed: seed)
      var source = files[Int(seed &- Self.seed) % files.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        source = Mutation.of(source, with: files.randomElement(using: &random) ?? "", &random)
      }
      // A plugin's table is called with points; a script just runs.
      let call = """
        local ok, plugin = pcall(function(...) \(source)
        end)
        local function each(f) if type(f) == 'function' then pcall(f, points, { cellSize = 9, radius = 9, minPoints = 2,
          precision = 3 }, { zoom = 2, width = 9, height = 9, x = 1, y = 1, worldWidth = 1024, wraps = true }) end end
        if type(plugin) == 'table' then
          for _, name in ipairs { 'build', 'cluster', 'reach', 'capabilities', 'select' } do each(plugin[name]) end
        end
        """
      try survive(call, in: state(seed), seed: seed)
    }
  }

  @Test("also where plugins are read and asked")
  func plugins() throws {
    let fixture = PluginFixture()
    for seed in Self.seeds(max(4, Self.rounds / 10)) {
      var program = RandomProgram(seed: seed)
      let body = program.text()
      let path = fixture.strategy(
        "local print = function() end pcall(function() \(body)\nend) return { groups = points:grid(20):group() }"
      )
      // A frame, or an error in words; stopping on the way is both.
      let message = PluginFixture.message(path)
      #expect(message == "nothing went wrong" || message.contains("fixture.lua"), "seed \(seed): \(message)")
    }
  }
}

/// Hostile values, given to the API and by plugins of every kind.
extension FuzzTests {
  /// What the calls are about.
  private static let setting = """
    d = points { lon = { 1, 2, 2, 9 }, lat = { 3, 4, 4, 5 }, id = { 1, 2, 3, 4 } } v = view { lon = 3, lat = 4, zoom = 4 }
    m = strategy('radius'):build(d) f = m:frame(v) t = diff('identity'):between(f, f)
    """

  private func session() throws -> RecordedSession {
    let shell = try RecordedSession(unsafe: true)
    #expect(shell.answer(Self.setting) == "")
    shell.session.limits.seconds = 1
    shell.session.limits.memory = 64 << 20
    return shell
  }

  @Test("as arguments of the API")
  func arguments() throws {
    var shell = try session()
    for seed in Self.seeds(2 * Self.rounds) {
      var program = RandomProgram(seed: seed)
      let call = program.call()
      Self.trace(call, seed)
      let answer = shell.answer(call)
      #expect(!answer.contains("the Lua state is gone"), "seed \(seed): \(answer)\n\(call)")
      if shell.answer("6 * 7") != "42\n" { Issue.record("seed \(seed): \(call)") }
      // Calls may have changed the libraries' tables.
      if seed % 16 == 0 { shell = try session() }
    }
  }

  @Test("as answers of plugins", arguments: PluginKind.allCases.map { $0.rawValue })
  func answers(kind: String) throws {
    let fixture = PluginFixture()
    for seed in Self.seeds(Self.rounds / 2) {
      var program = RandomProgram(seed: seed)
      let text = program.plugin(kind)
      Self.trace(text, seed)
      let path = fixture.file(text)
      let shell = try session()
      let answer = shell.answer(
        """
        plugin('\(path)')
        return \(Self.uses[kind] ?? "")
        """)
      // An answer that is right, or an error in words.
      #expect(!answer.isEmpty, "seed \(seed)\n\(text)")
      #expect(shell.answer("6 * 7") == "42\n", "seed \(seed)\n\(text)")
    }
  }

  private static let uses = [
    "strategy": "strategy('fixture'):frame(d, v)", "metric": "metric('fixture'):measure(f)",
    "representative": "strategy('pca', { budget = 1, representative = 'fixture' }):frame(d, v)",
    "diff": "diff('fixture'):between(f, f)", "camera": "camera('fixture'):views(v)",
    "generator": "generate('fixture', { count = 9 })",
  ]
}

/// Changes to a text such as a slip of the hand makes, and worse.
private enum Mutation {
  static func of(_ text: String, with other: String, _ random: inout SplitMix64) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let others = other.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = Int.random(in: 0..<lines.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: lines.remove(at: line)
    case 1: lines.insert(lines[line], at: line)
    case 2: lines.swapAt(line, Int.random(in: 0..<lines.count, using: &random))
    case 3: lines.insert(others.randomElement(using: &random) ?? "", at: line)
    case 4:
      let numbers = ["0", "-1", "1e308", "0/0", "1 << 62", "math.huge", "{}", "nil", "''"]
      let wanted = numbers.randomElement(using: &random) ?? "0"
      lines[line] = lines[line].replacing(#/\b\d+\b/#, with: wanted)
    case 5:
      let words = ["and", "or", "==", "<", "+", "..", "[1]", ".x", ":group()", "%", "//"]
      let characters = Array(lines[line])
      let place = Int.random(in: 0...characters.count, using: &random)
      lines[line] =
        String(characters[..<place]) + " \(words.randomElement(using: &random) ?? "") "
        + String(characters[place...])
    case 6:
      let characters = Array(lines[line])
      lines[line] = String(characters.filter { _ in Int.random(in: 0..<20, using: &random) > 0 })
    default:
      let names = ["points", "parameters", "view", "points.x", "column{1, 2}", "string", "print"]
      let wanted = names.randomElement(using: &random) ?? "points"
      lines[line] = lines[line].replacing(#/\b(points|groups|x|y|i)\b/#, with: wanted)
    }
    return lines.joined(separator: "\n") + (lines.isEmpty ? " " : "")
  }
}
