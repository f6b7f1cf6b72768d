/// A kind of thing that a registry holds, and the Swift type of its products.
public struct RegistryKind<Product>: Hashable, Sendable {
  /// The kind's name in the singular, as messages use it: "strategy".
  public let name: String

  /// The kind's name in the plural, as listings use it: "strategies".
  public let plural: String

  /// Names a kind; modules above this one add theirs.
  package init(name: String, plural: String) {
    self.name = name
    self.plural = plural
  }
}

/// Everything that users can name. Built-ins and plugins register through the same call.
public struct Registry: Sendable {
  private var entries: [String: [String: any Sendable]] = [:]

  /// Kinds that were not looked up yet.
  private var deferred: [String: DeferredEntries] = [:]

  /// The origin of what is registered now, and the first name that was taken; nil outside of ``add``.
  private var addition: (origin: RegistrationOrigin, conflict: NameTaken?)?

  /// Receives notes for the user about a thing that was looked up by its name.
  package var note: (@Sendable (String) -> Void)?

  /// Creates an empty registry; see ``builtIn`` for a filled one.
  public init() {}

  /// Adds a registration, replacing one of the same kind and name.
  public mutating func register<Product>(_ registration: Registration<Product>) {
    var registration = registration
    settle(registration.kind.name)
    if let addition {
      registration.origin = addition.origin
      if has(registration.name, kind: registration.kind.name) {
        self.addition?.conflict = addition.conflict ?? NameTaken(label: registration.label)
        return
      }
    }
    if let old = entries[registration.kind.name]?[registration.name] as? Registration<Product> {
      registration.replacesBuiltIn =
        registration.origin.isPlugin && (!old.origin.isPlugin || old.replacesBuiltIn)
    }
    entries[registration.kind.name, default: [:]][registration.name] = registration
  }

  /// Adds what a program has of its own, which replaces nothing.
  ///
  /// ```swift
  /// try registry.add { $0.register("rows", "Rows of the map, one cluster each.", RowsStrategy.self) }
  /// ```
  ///
  /// - Parameters:
  ///   - version: the version of what is added. Studies record it for strategies, and run those of another
  ///     version again: state a new one when clusters change.
  ///   - register: registers everything.
  /// - Throws: ``NameTaken`` for the first name that its kind has already; the registry stays as it was.
  public mutating func add(
    version: String = "1", _ register: (inout Registry) -> Void
  ) throws(NameTaken) {
    var registry = self
    registry.addition = (.program(version: version), nil)
    register(&registry)
    if let conflict = registry.addition?.conflict { throw conflict }
    registry.addition = nil
    self = registry
  }

  /// Adds registrations of a kind when something of that kind is first looked up, so that a command that
  /// measures nothing makes no metrics.
  package mutating func registerLater<Product>(
    _ kind: RegistryKind<Product>, _ register: @escaping @Sendable (inout Registry) -> Void
  ) {
    if entries[kind.name] == nil, deferred[kind.name] == nil {
      deferred[kind.name] = DeferredEntries { registry in
        register(&registry)
        return registry.entries[kind.name] ?? [:]
      }
    } else {
      register(&self)
    }
  }

  private mutating func settle(_ kind: String) {
    if let later = deferred.removeValue(forKey: kind) { entries[kind] = later.entries }
  }

  private func entries(of kind: String) -> [String: any Sendable] {
    entries[kind] ?? deferred[kind]?.entries ?? [:]
  }

  /// Whether something of a kind has a name.
  package func has(_ name: String, kind: String) -> Bool { entries(of: kind)[name] != nil }

  /// Takes a registration away; does nothing where there is none.
  public mutating func remove<Product>(_ name: String, kind: RegistryKind<Product>) {
    settle(kind.name)
    entries[kind.name]?[name] = nil
  }

  /// All registrations of a kind, by name.
  public func all<Product>(_ kind: RegistryKind<Product>) -> [Registration<Product>] {
    entries(of: kind.name).values
      .compactMap { $0 as? Registration<Product> }
      .sorted { $0.name < $1.name }
  }

  /// The registration of a name.
  public func find<Product>(
    _ name: String, kind: RegistryKind<Product>
  ) throws(RegistryError) -> Registration<Product> {
    guard let found = entries(of: kind.name)[name] as? Registration<Product> else {
      throw RegistryError(name: name, kind: kind.name, known: all(kind).map(\.name))
    }
    if found.replacesBuiltIn, case .plugin(let path, _, _) = found.origin {
      note?("\(found.label) is the plugin \(path), which replaces the built-in one")
    }
    return found
  }
}

/// Registrations by name, made for all copies of a registry when they are first looked up.
private final class DeferredEntries: Sendable {
  private let made = MadeOnce<[String: any Sendable]>()
  private let make: @Sendable (inout Registry) -> [String: any Sendable]

  init(_ make: @escaping @Sendable (inout Registry) -> [String: any Sendable]) { self.make = make }

  var entries: [String: any Sendable] {
    made.value {
      var registry = Registry()
      return make(&registry)
    }
  }
}

/// The error for a name that is taken.
public struct NameTaken: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind and the name: "strategy 'grid'".
  public let label: String

  public var description: String { "there is a \(label) already; register yours under another name" }
}

/// The error for an unknown name.
public struct RegistryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The unknown name.
  public var name: String

  /// The requested kind.
  public var kind: String

  /// The names there are.
  public var known: [String]

  /// Tells that a name is not known; modules that look up in several kinds have errors of their own to make.
  package init(name: String, kind: String, known: [String]) {
    self.name = name
    self.kind = kind
    self.known = known
  }

  public var description: String { "unknown \(kind) '\(name)'" + Suggestion.clause(for: name, among: known) }
}
