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
      try RepresentativeContract.report(of: NorthernmostRepresentative(), on: samples),
      try MetricContract.report(of: DominanceMetric(), on: samples),
      try DiffContract.report(of: CutDiff(), on: samples),
      try CameraContract.report(of: DiveCamera(), on: samples),
    ] {
      #expect(report.violations.isEmpty)
    }
  }
}
