import Foundation
import TestSupport
import Testing

@Suite("where the system gives a process little memory")
struct MemoryLimitTests {
  #if os(Linux)
    @Test(
      "what does not fit is a message, before any work",
      arguments: [
        (
          "ulimit -v 4000000 && exec \"$0\" cluster --generate uniform,count=100000000",
          "uniform(count=100000000,seed=1): too large for this machine's memory"
        ),
        // The points fit, and their index does not.
        (
          "ulimit -v 400000 && exec \"$0\" cluster --strategy radius --generate uniform,count=1000000",
          "strategy 'radius' may take 476 MB for 1000000 points, which this process cannot have"
        ),
      ])
    func limits(command: String, message: String) throws {
      let tool = try Tool()
      let process = Tool.process([], in: tool.folder)
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", command, Tool.executable.path]
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 1)
      #expect(text == "pinfold: \(message)\n")
    }
  #endif
}
