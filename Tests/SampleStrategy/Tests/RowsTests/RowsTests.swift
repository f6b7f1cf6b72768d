import Pinfold
import PinfoldEvaluation
import Testing

@testable import RowsProgram

@Test("The strategy keeps its contract")
func contract() throws {
  let violations = try Contract(of: Clusterer(RowsStrategy())).violations()
  #expect(violations.isEmpty)
}
