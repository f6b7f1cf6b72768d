/// The promises of a configured strategy; the contract tests every one.
public struct Capabilities: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Clusters at a zoom are unions of clusters at any deeper zoom.
  public static let nested = Capabilities(rawValue: 1)

  /// Moving the view at one zoom changes no cluster that stays in view.
  public static let panInvariant = Capabilities(rawValue: 2)

  /// The order of the input makes no difference.
  public static let permutationInvariant = Capabilities(rawValue: 4)

  /// A frame never holds more mergeable clusters than the strategy's budget.
  public static let budgeted = Capabilities(rawValue: 8)

  /// Adding and removing points costs far less than a rebuild.
  public static let incremental = Capabilities(rawValue: 16)

  /// Clusters at a zoom are unions of clusters at zooms deeper by whole numbers. Implied by ``nested``.
  public static let nestedByZoom = Capabilities(rawValue: 32)

  /// Whether clusters split into others, at any zoom or at whole steps.
  package var haveHierarchy: Bool { !isDisjoint(with: [.nested, .nestedByZoom]) }

  /// Each capability's name, in the order of listings.
  public static let names: [(capability: Capabilities, name: String)] = [
    (.nested, "nested"), (.panInvariant, "panInvariant"), (.permutationInvariant, "permutationInvariant"),
    (.budgeted, "budgeted"), (.incremental, "incremental"), (.nestedByZoom, "nestedByZoom"),
  ]

  /// The names of the capabilities in this set.
  public var names: [String] { Self.names.filter { contains($0.capability) }.map { $0.name } }
}
