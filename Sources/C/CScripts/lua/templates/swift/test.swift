import Pinfold
import PinfoldEvaluation
import Testing

@testable import TYPEProgram

@Test("The strategy keeps its contract")
func contract() throws {
  let violations = try Contract(of: Clusterer(TYPEStrategy())).violations()
  #expect(violations.isEmpty)
}
