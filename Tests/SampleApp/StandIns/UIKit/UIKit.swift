// The declarations of UIKit that PinfoldMapKit and its examples use, as Apple documents them. They do just
// enough to run `MapApp`: animations end as soon as they begin.

@_exported import Foundation

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIView: UIResponder {
  public init(frame: CGRect) { bounds = frame }
  public convenience override init() { self.init(frame: .zero) }
  open var bounds: CGRect
  open var alpha: CGFloat = 1
}

@MainActor open class UIViewController: UIResponder {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView!
  open func viewDidLoad() {}
}

public struct UIEdgeInsets {
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {}
}

@MainActor open class UIViewPropertyAnimator: NSObject {
  private var animations: (() -> Void)?
  public convenience init(
    duration: TimeInterval, controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint,
    animations: (() -> Void)? = nil
  ) {
    self.init()
    self.animations = animations
  }
  open var isRunning = false
  open func startAnimation() {
    animations?()
    isRunning = true
  }
  open func stopAnimation(_ withoutFinishing: Bool) { isRunning = false }
}
