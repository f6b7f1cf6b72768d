// Apple's frameworks are not everywhere where tests run. These are the names of theirs that a library of maps
// is likely to use too, as bare as they can be: what counts is that a file that imports both can name both.

public protocol View {
  associatedtype Body: View
  var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("it has no values") }
}

public struct Text: View {
  public init(_ text: String) {}
  public var body: Never { fatalError("it draws itself") }
}

public protocol Transition {}
public struct OpacityTransition: Transition {
  public init() {}
}

public protocol Shape {}
public struct Circle: Shape {
  public init() {}
}

public struct Color: Sendable {
  public static let red = Color()
}

public struct Animation: Sendable {
  public static let easeIn = Animation()
}

public enum ColorScheme: Sendable { case light, dark }
public enum Visibility: Sendable { case automatic, visible, hidden }
public enum Axis: Sendable { case horizontal, vertical }
public struct Angle: Sendable { public var degrees = 0.0 }
public struct Path: Sendable { public init() {} }
public struct Image: Sendable { public init() {} }
public struct Label: Sendable { public init() {} }
public struct Group: Sendable { public init() {} }
public struct Section: Sendable { public init() {} }
public struct Grid: Sendable { public init() {} }
public struct Table: Sendable { public init() {} }
public struct Gradient: Sendable { public init() {} }
public struct Anchor: Sendable { public init() {} }
public struct Alignment: Sendable { public init() {} }
public struct Edge: Sendable { public init() {} }
public struct Transaction: Sendable { public init() {} }
public struct Namespace: Sendable { public init() {} }
public struct UnitPoint: Sendable { public init() {} }
public struct Binding: Sendable { public init() {} }
public struct State: Sendable { public init() {} }
public struct Environment: Sendable { public init() {} }
public struct Layout: Sendable { public init() {} }
public struct Canvas: Sendable { public init() {} }
public struct Material: Sendable { public init() {} }
public struct Scene: Sendable { public init() {} }
public struct Gauge: Sendable { public init() {} }
