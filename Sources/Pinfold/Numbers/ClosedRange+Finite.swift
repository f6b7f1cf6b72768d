extension ClosedRange<Double> {
  /// All finite numbers.
  package static var finite: Self { -.greatestFiniteMagnitude ... .greatestFiniteMagnitude }
}
