// MapKit for SwiftUI.

public struct Map: View {
  public init() {}
  public var body: Never { fatalError("it draws itself") }
}

public struct Marker: Sendable { public init() {} }
public struct Annotation: Sendable { public init() {} }
public struct MapCamera: Sendable { public init() {} }
public struct MapStyle: Sendable { public init() {} }

// Swift Charts.

public struct Chart: View {
  public init() {}
  public var body: Never { fatalError("it draws itself") }
}

public struct PointMark: Sendable { public init() {} }
public struct AxisMarks: Sendable { public init() {} }
public struct AxisValue: Sendable { public init() {} }
public struct Plot: Sendable { public init() {} }

// CryptoKit, Combine and SwiftData.

public protocol Digest: Sendable {}
public protocol Publisher {}
public protocol Cancellable {}
public struct Schema: Sendable { public init() {} }
public struct Record: Sendable { public init() {} }
