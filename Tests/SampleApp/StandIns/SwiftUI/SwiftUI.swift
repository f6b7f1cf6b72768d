// The declarations of SwiftUI that PinfoldMapKit and its examples use, as Apple documents them. They do just
// enough to run `MapApp`, which draws no view.

@_exported import Foundation
@_exported import Observation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
  public var body: Never { fatalError() }
}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView() }
}

public struct TupleView<T>: View {
  public var body: Never { fatalError() }
}

public struct VStack<Content: View>: View {
  public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError() }
}

public struct Color: Sendable {
  public static let red = Color()
  public static let primary = Color()
}

extension View {
  nonisolated public func opacity(_ opacity: Double) -> some View { modified() }

  nonisolated public func foregroundColor(_ color: Color?) -> some View { modified() }

  nonisolated public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View { modified() }

  nonisolated public func task(
    priority: TaskPriority = .userInitiated, _ action: @escaping @Sendable @isolated(any) () async -> Void
  ) -> some View { modified() }

  @preconcurrency nonisolated public func onGeometryChange<T: Equatable & Sendable>(
    for type: T.Type, of transform: @escaping @Sendable (GeometryProxy) -> T, action: @escaping (T) -> Void
  ) -> some View { modified() }
}

public nonisolated func modified() -> Modified { fatalError() }

/// What modifiers return.
public struct Modified: View {
  public var body: Never { fatalError() }
}

public struct GeometryProxy: Sendable {
  public var size: CGSize { fatalError() }
}

@propertyWrapper public struct State<Value> {
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() {}
}

@propertyWrapper public struct Binding<Value> {
  public init(projectedValue: Binding<Value>) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
}

public struct Text: View {
  public init<S: StringProtocol>(_ content: S) {}
  public var body: Never { fatalError() }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  public init(data: Data, made content: @escaping (Data.Element) -> Content) {}
}

public struct UnitPoint: Hashable, Sendable {
  public static let center = UnitPoint()
}

public enum Namespace {
  public struct ID: Hashable, Sendable {}
}

public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
  public static func timingCurve(
    _ p1x: Double, _ p1y: Double, _ p2x: Double, _ p2y: Double, duration: TimeInterval = 0.35
  ) -> Animation { Animation() }
}

public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }
