/// The version of the package.
package enum Version {
  /// As releases are numbered: "1.2.3".
  package static let current = "0.2.0"
}
