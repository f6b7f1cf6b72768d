internal import CScripts
import PinfoldData
import Platform

/// Functions of C that take or return pointers, as functions of values.
extension System {
  /// The status of a path itself, which may be a link; nil if it does not exist.
  static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status : nil
  }

  static func rename(_ path: String, to destination: String) throws(DataError) {
    guard unsafe Platform.rename(path, destination) == 0 else {
      throw DataError.cannotWrite(destination, SystemReason(errorNumber: errno))
    }
  }

  /// The text of an embedded file of Lua; nil where there is none of the name.
  static func script(_ name: String) -> String? {
    var size = 0
    guard let bytes = unsafe pinfold_script(name, &size) else { return nil }
    return unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: size), as: UTF8.self)
  }
}
