import Pinfold
import PinfoldEvaluation
import Testing

@testable import TYPEProgram

@Test("The strategy keeps its contract")
func contract() throws {
  let violations = try StrategyContract.violations(of: Clusterer(TYPEStrategy()))
  #expect(violations.isEmpty)
}
