import Platform

/// The machine's processors.
public enum Processors {
  /// How many are at work, at least 1.
  public static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
