import Foundation
import Pinfold
import PinfoldData
import PinfoldDrawing
import PinfoldEvaluation
import PinfoldScripting
import PinfoldStudies
import StandIns
import Testing

/// A screen as an app has it: it names the frameworks' types beside the library's, and qualifies none.
private struct ContentView: View {
  var frame: Frame
  var viewport: Viewport
  var color: Color = .red
  var scheme: ColorScheme = .light
  var legend: Visibility = .automatic
  var axis: Axis = .horizontal
  var animation: Animation = .easeIn
  var distance = Measurement(value: 3, unit: UnitLength.kilometers)

  var body: some View { Text("\(frame.count) clusters, \(distance.value) \(scheme) \(legend) \(axis)") }
}

/// A screen with a chart, and a transition of one's own.
private struct ChartView: View {
  struct Fade: Transition {}
  var transition: some Transition { Fade() }
  var digest: (any Digest)?

  var body: some View { Chart() }
}

/// Every other name of the frameworks: a type of the library with that name would make its use ambiguous.
private let others: [Any.Type] = [
  Alignment.self, Anchor.self, Angle.self, Annotation.self, AxisMarks.self, AxisValue.self, Binding.self,
  (any Cancellable).self, Canvas.self, Circle.self, Edge.self, Environment.self, Gauge.self, Gradient.self,
  Grid.self, Group.self, Image.self, Label.self, Layout.self, Map.self, MapCamera.self, MapStyle.self,
  Marker.self,
  Material.self, Namespace.self, Path.self, Plot.self, PointMark.self, (any Publisher).self, Record.self,
  Scene.self, Schema.self, Section.self, (any Shape).self, State.self, Table.self, Transaction.self,
  UnitPoint.self,
  // Foundation's.
  Calendar.self, Data.self, Date.self, Dimension.self, Formatter.self, Locale.self, Notification.self,
  Operation.self, Process.self, Progress.self, Scanner.self, Thread.self, Timer.self, Unit.self,
]

@Suite("Names beside those of Apple's frameworks")
struct AppTests {
  @Test("are unambiguous, so that an app's views compile and show frames")
  func views() throws {
    let points = try PointSet(PointColumns(longitude: [1, 2], latitude: [3, 4]))
    let viewport = Viewport(center: Coordinate(longitude: 1, latitude: 3), zoom: 2)
    let frame = try Clusterer(.grid(cellSize: 60)).build(points).frame(for: viewport)
    #expect(ContentView(frame: frame, viewport: viewport).frame.count == 1)
    #expect(ChartView().digest == nil)
    #expect(Set(others.map { "\($0)" }).count == others.count)
  }
}
