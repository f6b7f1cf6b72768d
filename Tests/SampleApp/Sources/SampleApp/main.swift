import Pinfold

// What an app does with a map: points, and the frames of views.
let points = try PointSet(
  PointColumns(
    longitude: [2.3553, 2.3590, 4.8594], latitude: [48.8809, 48.8768, 45.7606], ids: .integers([1, 2, 4])))
let map = try Clusterer(.grid(cellSize: 60)).build(points)
let phone = (width: 390.0, height: 844.0)
let france = try map.frame(
  for: Viewport(
    center: Coordinate(longitude: 3, latitude: 47), zoom: 5, width: phone.width, height: phone.height))
let paris = try map.frame(
  for: Viewport(
    center: Coordinate(longitude: 2.357, latitude: 48.879), zoom: 16, width: phone.width, height: phone.height
  ))
let rows = try Clusterer(RowsStrategy(height: 120)).build(points).frame(for: france.view.viewport)
for frame in [france, paris, rows] { print((0..<frame.count).map { frame[$0].count }) }
precondition(rows.count == 2, "two rows of cities")
precondition(france.count == 2 && paris.count == 2, "two cities, then two stations")
