import Pinfold
import PinfoldData
import TestSupport
import Testing

@Suite("Crowds on one location")
struct PointCrowdTests {
  @Test("the largest crowd is found wherever it is, and one on 0, 0 or of 1 % is suspicious")
  func found() throws {
    var columns = PointColumns()
    for number in 0..<2000 {
      columns.longitude.append(number % 90 == 0 ? 9.5 : Double(number) * 0.05)
      columns.latitude.append(number % 90 == 0 ? 7.25 : Double(number % 170) - 80)
    }
    let crowd = try #require(PointCrowd(of: try PointSet(columns)))
    #expect(crowd.count == 23 && crowd.longitude == 9.5 && crowd.latitude == 7.25)
    #expect(crowd.isSuspicious(among: 2000) && !crowd.isSuspicious(among: 2400))
    var few = PointColumns()
    (few.longitude, few.latitude) = ([0, 5, 0], [0, 5, 0])
    let island = try #require(PointCrowd(of: try PointSet(few)))
    #expect(island.count == 2 && island.isSuspicious(among: 1_000_000))
    (few.longitude, few.latitude) = ([0, 5], [0, 5])
    #expect(PointCrowd(of: try PointSet(few)) == nil)
    #expect(PointCrowd(of: try PointSet(PointColumns())) == nil)
  }
}
