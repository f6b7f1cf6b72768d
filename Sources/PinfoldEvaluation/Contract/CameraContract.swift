import Pinfold

extension Contract {
  /// The contract of a camera path, checked from each view of the samples.
  public init(of camera: any CameraPath) {
    self.init(rules: [
      .ofCamera("answers", "There is a path from any view.", camera) { _, _, _ in nil },
      .ofCamera("start", "The first view is the start.", camera) { views, start, _ in
        views.first == start ? nil : ContractRule.Defect(views.first?.text ?? "no view", start.text)
      },
      .ofCamera("bounds", "Every view can be shown.", camera) { views, _, projection in
        for view in views {
          do { _ = try view.validated(planar: !projection.wraps) } catch {
            return ContractRule.Defect("\(error)", "a valid view")
          }
        }
        return nil
      },
      .ofCamera("repetition", "Asking again gives the same views.", camera) { views, start, projection in
        (try? camera.views(from: start, on: projection)) == views
          ? nil : ContractRule.Defect("other views when asked again", "the same")
      },
    ])
  }
}

extension ContractRule {
  fileprivate static func ofCamera(
    _ name: String, _ demand: String, _ camera: any CameraPath,
    _ check: @escaping @Sendable ([Viewport], Viewport, Projection) -> Defect?
  ) -> Self {
    Self(name, demand) { (trial) throws(ClusteringError) in
      let projection = trial.sample.projection
      for start in trial.sample.viewports {
        let views = try camera.views(from: start, on: projection)
        if let defect = check(views, start, projection) { return defect.at([start]) }
      }
      return nil
    }
  }
}
