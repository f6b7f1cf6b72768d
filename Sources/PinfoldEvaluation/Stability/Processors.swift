import Platform

package enum Processors {
  /// The number of active processors of the machine, at least 1.
  package static var count: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
