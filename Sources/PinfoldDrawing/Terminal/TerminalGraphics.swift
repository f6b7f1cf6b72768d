/// The protocol by which a terminal gets pictures.
package enum TerminalGraphics: String, Hashable, Sendable, CaseIterable {
  /// The best that the environment names.
  case auto

  /// DEC's sixels: xterm -ti vt340, foot, mlterm, contour and others.
  case sixel

  /// The protocol of kitty, which Ghostty speaks too.
  case kitty

  /// The protocol of iTerm2, which WezTerm and mintty speak too.
  case iterm

  /// Characters that resemble parts of the picture, on any terminal.
  case symbols

  /// No pictures.
  case none

  /// The best protocol that the environment names; symbols where it names none, or where a multiplexer such
  /// as tmux stands between, which need not pass anything else on.
  ///
  /// - Parameter variable: looks up an environment variable.
  package static func detected(in variable: (String) -> String?) -> TerminalGraphics {
    let terminal = variable("TERM") ?? ""
    let program = variable("TERM_PROGRAM") ?? ""
    if variable("TMUX") != nil || terminal.hasPrefix("screen") || terminal.hasPrefix("tmux") {
      return .symbols
    }
    if variable("KITTY_WINDOW_ID") != nil || ["xterm-kitty", "xterm-ghostty"].contains(terminal)
      || program == "ghostty"
    {
      return .kitty
    }
    if ["iTerm.app", "WezTerm", "mintty"].contains(program) || variable("LC_TERMINAL") == "iTerm2" {
      return .iterm
    }
    if terminal.contains("sixel")
      || ["foot", "mlterm", "contour", "yaft"].contains(where: terminal.hasPrefix)
    {
      return .sixel
    }
    return .symbols
  }
}

/// The number of colors that a terminal shows.
package enum TerminalColors: String, Hashable, Sendable {
  /// None: text without any escape sequence.
  case none

  /// The sixteen of old terminals.
  case few = "16"

  /// A palette of 256.
  case palette = "256"

  /// All.
  case full

  /// The colors by the environment: none where `NO_COLOR` is set (no-color.org) or the terminal is dumb.
  package static func detected(in variable: (String) -> String?) -> TerminalColors {
    let terminal = variable("TERM") ?? ""
    if !(variable("NO_COLOR") ?? "").isEmpty || ["", "dumb"].contains(terminal) { return .none }
    if ["truecolor", "24bit"].contains(variable("COLORTERM")) || terminal.hasSuffix("-direct") {
      return .full
    }
    return terminal.contains("256color") || terminal.contains("kitty") ? .palette : .few
  }
}
