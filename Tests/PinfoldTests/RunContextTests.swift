import Pinfold
import Synchronization
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

  @Test("a switch that counts flips at the look that it was told, and tells its handlers")
  func counting() {
    let told = Atomic(0)
    let cancellation = Cancellation(atLook: 3)
    cancellation.handling({ told.add(1, ordering: .relaxed) }) {
      #expect((0..<5).map { _ in cancellation.isCancelled } == [false, false, true, true, true])
    }
    #expect(told.load(ordering: .relaxed) == 1)
  }

  @Test("stops when the time is up")
  func deadline() {
    #expect(outcome(RunContext(deadline: .now - .seconds(1))) == "the time limit was exceeded")
  }
}
