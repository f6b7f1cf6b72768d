import Pinfold
import Testing

@Suite struct RunContextTests {
  private func outcome(_ context: RunContext) -> String {
    do {
      try context.check()
      return "goes on"
    } catch {
      return error.description
    }
  }

  @Test("goes on where nobody stops it")
  func plain() {
    #expect(outcome(RunContext()) == "goes on")
    #expect(RunContext().threads == 1)
    #expect(outcome(RunContext(deadline: .now + .seconds(600))) == "goes on")
  }

  @Test("stops when cancelled, from any copy")
  func cancelled() {
    let cancellation = Cancellation()
    let context = RunContext(cancellation: cancellation)
    #expect(outcome(context) == "goes on")
    cancellation.cancel()
    #expect(cancellation.isCancelled)
    #expect(outcome(context) == "cancelled")
  }

  @Test("stops when the time is up")
  func deadline() {
    #expect(outcome(RunContext(deadline: .now - .seconds(1))) == "the time limit was exceeded")
  }
}
