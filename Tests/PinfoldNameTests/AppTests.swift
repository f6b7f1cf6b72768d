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
  var distance: Measurement<UnitLength> = Measurement(value: 3, unit: .kilometers)

  var body: some View { Text("\(frame.count) clusters, \(distance.value) \(scheme) \(legend) \(axis)") }
}

/// A screen with a chart, and a transition of one's own.
private struct ChartView: View {
  struct Fade: Transition {}
  var transition: some Transition { Fade() }
  var chart: Chart?

  var body: some View { Chart() }
}

/// Every other name of the frameworks: a type of the library with that name would make its use ambiguous.
private typealias Others = (
  Alignment, Anchor, Angle, Annotation, AxisMarks, AxisValue, Binding, any Cancellable, Canvas, Circle, Edge,
  Environment, Gauge, Gradient, Grid, Group, Image, Label, Layout, Map, MapCamera, MapStyle, Marker, Material,
  Namespace, Path, Plot, PointMark, any Publisher, Record, Scene, Schema, Section, any Shape, State, Table,
  Transaction, UnitPoint,
  // Foundation's.
  Calendar, Data, Date, Dimension, Formatter, Locale, Notification, Operation, Process, Progress, Scanner,
  Thread, Timer, Unit
)

@Suite("Names beside those of Apple's frameworks")
struct AppTests {
  @Test("are unambiguous, so that an app's views compile and show frames")
  func views() throws {
    let points = try PointSet(PointColumns(longitude: [1, 2], latitude: [3, 4]))
    let viewport = Viewport(center: Coordinate(longitude: 1, latitude: 3), zoom: 2)
    let frame = try Clusterer(.grid(cellSize: 60)).build(points).frame(for: viewport)
    #expect(ContentView(frame: frame, viewport: viewport).frame.count == 1)
    #expect(ChartView().chart == nil && Others.self != Void.self)
  }
}
