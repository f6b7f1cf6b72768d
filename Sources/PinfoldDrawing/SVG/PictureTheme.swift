/// The colours of a picture.
public enum PictureTheme: String, Hashable, Sendable, CaseIterable {
  /// The colours that the reader prefers; light where that is not known.
  case auto

  /// Dark on light.
  case light

  /// Light on dark.
  case dark

  /// A document of this package with fixed colours; any other as it is.
  ///
  /// - Parameter svg: a document that follows the reader.
  public func applied(to svg: String) -> String {
    self == .auto ? svg : svg.replacing(Theme.sheet(.auto), with: Theme.sheet(self), maxReplacements: 1)
  }
}
