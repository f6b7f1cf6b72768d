public import Pinfold

/// The contract of every camera path.
public enum CameraContract {
  /// Checks every rule from each view of the samples.
  ///
  /// - Parameter progress: called with the number of trials done, and of all.
  /// - Throws: ``ClusteringError`` if the context stops the call.
  public static func report(
    of camera: any CameraPath, on samples: [ContractSample] = ContractSample.standard(),
    context: RunContext = RunContext(), progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(ClusteringError) -> ContractReport {
    try Contract(rules: rules(for: camera)).report(on: samples, context: context, progress: progress)
  }

  static func rules(for camera: any CameraPath) -> [ContractRule] {
    [
      rule("answers", "There is a path from any view.", camera) { _, _, _ in nil },
      rule("start", "The first view is the start.", camera) { views, start, _ in
        views.first == start ? nil : ContractRule.Defect(views.first?.text ?? "no view", start.text)
      },
      rule("bounds", "Every view can be shown.", camera) { views, _, projection in
        for view in views {
          do { _ = try view.validated(planar: !projection.wraps) } catch {
            return ContractRule.Defect("\(error)", "a valid view")
          }
        }
        return nil
      },
      rule("repetition", "Asking again gives the same views.", camera) { views, start, projection in
        (try? camera.views(from: start, on: projection)) == views
          ? nil : ContractRule.Defect("other views when asked again", "the same")
      },
    ]
  }

  private static func rule(
    _ name: String, _ demand: String, _ camera: any CameraPath,
    _ check: @escaping @Sendable ([Viewport], Viewport, Projection) -> ContractRule.Defect?
  ) -> ContractRule {
    ContractRule(name, demand) { (trial) throws(ClusteringError) in
      let projection = trial.sample.projection
      for start in trial.sample.viewports {
        let views = try camera.views(from: start, on: projection)
        if let defect = check(views, start, projection) { return defect.at([start]) }
      }
      return nil
    }
  }
}
