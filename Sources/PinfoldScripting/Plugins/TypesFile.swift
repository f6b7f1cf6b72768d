/// The file of editor types that `pinfold plugin types` writes. It may lie among plugins, and is none.
enum TypesFile {
  /// Its name.
  static let name = "pinfold.lua"

  /// Its first line, which tells it from a plugin of that name.
  static let mark = "---@meta pinfold"
}
