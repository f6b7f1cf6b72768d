import Pinfold
import PinfoldData
import Testing

@Suite("Data that come with the program")
struct SampleDataTests {
  @Test("towns are Natural Earth's populated places, the largest first")
  func towns() throws {
    let data = try PointReader.read(path: "towns", options: ReadOptions(attributes: .all))
    #expect(data.columns.count == 7343)
    #expect(data.report.losses.isEmpty && data.report.warnings.allSatisfy { $0.contains("past ±85.0511°") })
    let names = data.columns.attributes.map(\.name)
    #expect(Set(names).isSuperset(of: ["name", "country", "population", "capital"]))
    // Tokyo, as the source has it: 139.7494616, 35.6869628.
    #expect(abs(data.columns.longitude[0] - 139.7494616) < 0.001)
    #expect(abs(data.columns.latitude[0] - 35.6869628) < 0.001)
    #expect(data.columns.latitude.allSatisfy { (-90...90).contains($0) })
  }

  @Test("other names are no data", arguments: ["town", "./towns", "Towns", ""])
  func others(path: String) { #expect(throws: DataError.self) { try PointReader.read(path: path) } }
}
