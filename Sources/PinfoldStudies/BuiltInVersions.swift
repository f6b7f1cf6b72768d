/// The versions of the built-in strategies.
///
/// A strategy's version counts up whenever its frames change, so that two studies with equal versions are
/// about the same behavior. A test compares frames with stored digests, and fails where they change and the
/// version does not.
enum BuiltInVersions {
  /// The strategies that changed since their first version, by name.
  private static let changed = [
    "grid": 2, "kmeans": 3, "pairwise": 2, "quadtree": 2, "radius": 3, "separate": 2,
  ]

  static func version(of strategy: String) -> String { String(changed[strategy] ?? 1) }
}
