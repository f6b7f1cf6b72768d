import Pinfold
import PinfoldEvaluation
import Testing

@testable import RowsProgram

@Test("The strategy keeps its contract")
func contract() throws {
  let violations = try StrategyContract.violations(of: Clusterer(RowsStrategy()))
  #expect(violations.isEmpty)
}
