internal import CProcessor

/// The processor time of the calling thread, on which the load of other programs has no effect.
package enum ThreadClock {
  /// The time since the thread started, in seconds; always 0 in a WebAssembly module.
  package static var seconds: Double { pinfold_thread_seconds() }
}
