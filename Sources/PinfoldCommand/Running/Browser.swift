import Platform

/// The user's browser.
enum Browser {
  /// Opens an address; does nothing where there is no desktop to show it.
  static func open(_ address: String) {
    #if canImport(Darwin)
      start(["open", address])
    #else
      guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return }
      start(["xdg-open", address])
    #endif
  }

  private static func start(_ words: [String]) {
    var child: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    posix_spawnp(&child, words[0], nil, nil, &arguments, environ)
  }
}
