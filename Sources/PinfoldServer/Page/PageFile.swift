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

  /// The files by name.
  static let all: [String: PageFile] = {
    var files: [String: PageFile] = [:]
    for index in 0..<pinfold_page_file_count() {
      let file = pinfold_page_file(index)
      let name = String(cString: file.name)
      files[name] = PageFile(
        name: name, type: String(cString: file.type), content: Data(bytes: file.bytes, count: file.size))
    }
    return files
  }()
}
