// The declarations of UIKit that PinfoldMapKit and its examples use, as Apple documents them. They do just
// enough to run `MapApp`: animations end as soon as they begin.

@_exported import Foundation

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIView: UIResponder {
  public init(frame: CGRect) { bounds = frame }
  public convenience override init() { self.init(frame: .zero) }
  open var bounds: CGRect
  open var frame = CGRect.zero
  open var alpha: CGFloat = 1
  open var backgroundColor: UIColor?
  open var accessibilityLabel: String?
  open private(set) weak var superview: UIView?
  open func addSubview(_ view: UIView) { view.superview = self }
}

@MainActor open class UILabel: UIView {
  open var text: String?
}

public final class UIColor: NSObject, Sendable {
  public static let systemBlue = UIColor()
  public static let systemRed = UIColor()
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
