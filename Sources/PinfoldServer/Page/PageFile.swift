internal import CLand
internal import CPage
import Foundation

/// A file of the page, embedded into the program.
struct PageFile: Sendable {
  /// The name by which the page asks for it.
  let name: String

  /// The type of its content, for the browser.
  let type: String

  /// Its content.
  let content: Data

  /// The files by name: those of the page, and the land that pictures have too.
  static let all: [String: PageFile] = {
    let land = PageFile(
      name: "land-110m.json", type: "application/json",
      content: Data(bytes: pinfold_land(), count: pinfold_land_size()))
    var files = [land.name: land]
    for index in 0..<pinfold_page_file_count() {
      let file = pinfold_page_file(index)
      let name = String(cString: file.name)
      files[name] = PageFile(
        name: name, type: String(cString: file.type), content: Data(bytes: file.bytes, count: file.size))
    }
    return files
  }()
}
