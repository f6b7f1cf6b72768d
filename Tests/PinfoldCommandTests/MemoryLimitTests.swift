import Foundation
import TestSupport
import Testing

@Suite("where the system gives a process little memory")
struct MemoryLimitTests {
  #if os(Linux)
    @Test("points that do not fit are a message, before any work")
    func generated() throws {
      let tool = try Tool()
      let process = Tool.process([], in: tool.folder)
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = [
        "-c", "ulimit -v 4000000 && exec \"$0\" cluster --generate uniform,count=100000000",
        Tool.executable.path,
      ]
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 1)
      #expect(text == "pinfold: uniform(count=100000000,seed=1): too large for this machine's memory\n")
    }
  #endif
}
