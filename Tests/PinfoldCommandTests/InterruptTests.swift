import Foundation
import Testing

@Suite("Ctrl-C and closed pipes")
struct InterruptTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test("Ctrl-C ends a comparison with 130 and no file")
  func compare() throws {
    let child = try tool.start([
      "compare", "--generate", "cities,count=1000000", "--output", "result.csv", "--format", "csv",
    ])
    child.waitForInterruptHandler()
    child.process.interrupt()
    child.process.waitUntilExit()
    #expect(try child.outcome().status == 130)
    #expect(try tool.files.isEmpty)
  }

  @Test("Ctrl-C stops a script with 130")
  func script() throws {
    let child = try tool.start(["run", "-e", "while true do end"])
    child.waitForInterruptHandler()
    // The loop begins soon after.
    Thread.sleep(forTimeInterval: 0.5)
    child.process.interrupt()
    child.process.waitUntilExit()
    let outcome = try child.outcome()
    #expect(outcome.status == 130)
    #expect(outcome.errors.isEmpty)
  }

  @Test("what cannot be stopped ends at the second Ctrl-C, or a while after the only one", arguments: [1, 2])
  func unstoppable(presses: Int) throws {
    let child = try tool.start(["run", "-e", Self.ring])
    child.waitForInterruptHandler()
    for _ in 0..<presses {
      // The ring begins soon after the handler is there, and two at once count as one.
      Thread.sleep(forTimeInterval: 1)
      child.process.interrupt()
    }
    child.process.waitUntilExit()
    let outcome = try child.outcome()
    #expect(outcome.status == 130)
    #expect(outcome.errors.contains("could not be stopped"))
  }

  @Test("and a while after its time limit, which names the plugin")
  func stuckPlugin() throws {
    try tool.write(
      "return { api = 1, kind = 'strategy', name = 'ring', summary = 'x', cluster = function() \(Self.ring) end }",
      to: "ring.lua")
    let outcome = try tool(
      "run", "--plugin", "ring.lua", "--time-limit", "1", "-e",
      "strategy('ring'):frame(points { lon = { 1 }, lat = { 2 } }, view { lon = 1, lat = 2, zoom = 3 })")
    #expect(outcome.status == 1)
    #expect(outcome.complaint.hasPrefix("pinfold: plugin ring.lua: time limit exceeded"), "\(outcome.errors)")
  }

  private static let ring = "local m = {} local o = setmetatable({}, m) m.__call = o o()"

  @Test("a reader that closes the pipe ends the command without a word")
  func closedPipe() throws {
    let pipe = Pipe()
    let errors = try tool.write("", to: "errors")
    let process = Tool.process(["list", "--format", "json"], in: tool.folder)
    process.standardOutput = pipe
    process.standardError = try FileHandle(forWritingTo: errors)
    try pipe.fileHandleForReading.close()
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(try Data(contentsOf: errors).isEmpty)
  }
}
