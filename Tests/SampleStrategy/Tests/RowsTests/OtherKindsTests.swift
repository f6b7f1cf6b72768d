import Pinfold
import PinfoldEvaluation
import Testing

@testable import RowsProgram

@Suite("Things of other kinds")
struct OtherKindsTests {
  @Test("have names beside those that are built in")
  func names() throws {
    var registry = Registry.builtIn
    registry.registerMetrics()
    registry.registerCameras()
    try registry.add(registerOtherKinds)
    #expect(try registry.find("dominance", kind: .metric)() is DominanceMetric)
    #expect(throws: NameTaken.self) { try registry.add(registerOtherKinds) }
  }

  @Test("keep their contracts")
  func contracts() throws {
    let samples = Array(ContractSample.standard().prefix(3))
    for report in [
      try Contract(of: NorthernmostRepresentative()).report(on: samples),
      try Contract(of: DominanceMetric()).report(on: samples),
      try Contract(of: CutDiff()).report(on: samples),
      try Contract(of: DiveCamera()).report(on: samples),
    ] {
      #expect(report.violations.isEmpty)
    }
  }
}
