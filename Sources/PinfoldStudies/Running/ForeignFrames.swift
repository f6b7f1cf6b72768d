package import Pinfold
import PinfoldData
package import PinfoldDefinitions
import PinfoldEvaluation

/// The frames of one dataset that another program made, by their views.
struct ForeignFrames {
  private let path: String
  private let frames: [Frame]

  /// Reads a file of frames, as `pinfold score` does; counts and radii in it are not looked at.
  init(path: String, points: PointSet, context: RunContext) throws {
    self.path = path
    frames = try FrameReader.read(path: path, points: points, context: context).map(\.frame)
    for (number, frame) in frames.enumerated() {
      var isTaken = [Bool](repeating: false, count: points.count)
      var repeated: Int?
      for cluster in 0..<frame.count {
        frame.forEachMember(of: cluster) { point in
          if isTaken[point] { repeated = point }
          isTaken[point] = true
        }
      }
      if let repeated {
        throw RunError("\(path): [\(number)] has point \(points.ids[repeated]) twice")
      }
    }
  }

  /// The frame of a view: the first one whose view is the same but for rounding.
  func frame(of viewport: Viewport) throws -> Frame {
    guard let frame = frames.first(where: { $0.view.viewport.isNearly(viewport) }) else {
      throw RunError(
        "\(path) has no frame (of \(counted(frames.count, "frame"))) for the view "
          + "\(viewport.numbers.map(Numeral.text).joined(separator: ", ")) (lon, lat, zoom, width, height, tileSize, "
          + "margin, bearing); 'study(…):views()' lists the views that are needed")
    }
    return frame
  }
}

extension Viewport {
  /// Everything that defines the view: center, zoom, size, tile size, margin and bearing.
  var numbers: [Double] {
    [center.longitude, center.latitude, zoom, width, height, tileSize, margin, bearing]
  }

  /// Whether two views are the same, but for digits that JSON or another program lost.
  fileprivate func isNearly(_ other: Viewport) -> Bool {
    zip(numbers, other.numbers).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($1)) }
  }
}

extension StudyDefinition {
  /// The views of each dataset, along all cameras and by all seeds, each once.
  package func views(context: RunContext) throws -> [(dataset: String, views: [Viewport])] {
    try datasets.map { dataset in
      let points = try StudyData(dataset, context: context).points
      let all = try cameras.flatMap { camera in
        try seeds.flatMap { try camera.views(over: points, screen: screen, seed: $0) }
      }
      return (dataset.name, all.uniqued)
    }
  }
}
