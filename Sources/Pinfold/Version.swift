/// The version of the package.
public enum Version {
  /// As releases are numbered: "1.2.3".
  public static let current = "0.1.0"
}
