public import CPinfold
import Pinfold
import PinfoldData
import PinfoldDefinitions
import Platform

/// A text of the caller in UTF-8; nil for `NULL`.
public typealias Given = UnsafePointer<CChar>?

/// A text or bytes that the caller frees.
public typealias Text = UnsafeMutablePointer<CChar>

/// An object that the caller holds; nil for `NULL`.
public typealias Object = OpaquePointer?

/// The caller's columns of points; nil for `NULL`.
public typealias Columns = UnsafePointer<pinfold_columns>?

/// The caller's place for a result; nil for `NULL`.
public typealias Out<Result> = UnsafeMutablePointer<Result>?

/// The caller's place for the text of an error; nil for `NULL`.
public typealias Message = Out<Text?>

/// Runs the body of a function of the header, and returns its status.
///
/// - Parameter message: gets the text of an error.
func status(_ message: Message, _ body: () throws -> Void) -> pinfold_status {
  do {
    try body()
    return pinfold_status(PINFOLD_OK)
  } catch {
    unsafe message?.pointee = text("\(error)")
    return pinfold_status(error.status)
  }
}

struct CallMistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

func text(_ text: String) -> Text? { unsafe bytes(Array(text.utf8)) }

/// A copy of bytes that the caller frees, with a zero at the end.
func bytes(_ bytes: [UInt8]) -> Text? {
  let copy = unsafe UnsafeMutableRawBufferPointer(
    start: malloc(bytes.count + 1), count: bytes.count + 1)
  guard let start = copy.baseAddress else { return nil }
  unsafe copy.copyBytes(from: bytes)
  unsafe copy[bytes.count] = 0
  return unsafe start.assumingMemoryBound(to: CChar.self)
}

func given(_ text: Given) -> String? { unsafe text.map { unsafe String(cString: $0) } }

/// What the caller must give.
///
/// - Parameter what: the meaning of the value, for the message about `NULL`.
func needed<Value>(_ value: Value?, _ what: String) throws -> Value {
  guard let value else { throw CallMistake("NULL is given in place of \(what)") }
  return value
}

/// Somewhere to store a result, or a mistake.
func out<Result>(_ pointer: Out<Result>) throws -> UnsafeMutablePointer<Result> {
  guard let pointer = unsafe pointer else {
    throw CallMistake("NULL is given where a result is to be stored")
  }
  return unsafe pointer
}

func store(_ content: [UInt8], _ stored: Out<Text?>, _ size: Out<Int>) throws {
  let (stored, size) = unsafe (try out(stored), try out(size))
  unsafe (stored.pointee, size.pointee) = (bytes(content), content.count)
}

extension Node {
  /// The options that a text in JSON gives; none for `NULL`.
  static func options(_ json: Given, _ place: String) throws -> Node {
    unsafe try given(json, place) ?? Node(.table([]), place: place)
  }

  /// The value of a text in JSON; nil for `NULL`.
  ///
  /// - Parameter place: the meaning of the text, for error messages.
  static func given(_ json: Given, _ place: String) throws -> Node? {
    guard let json = unsafe json else { return nil }
    // In a list, as a document is never a bare text.
    let document = try Node(json: Array(unsafe "[\(String(cString: json))]".utf8), source: place)
    guard case .list(let elements) = document.value, elements.count == 1 else {
      throw CallMistake("\(place): one value in JSON expected")
    }
    return elements[0].placed(place)
  }

  /// The same without lines, which mean nothing in a text that a program made.
  private func placed(_ place: String) -> Node {
    switch value {
    case .list(let elements): Node(.list(elements.map { $0.placed(place) }), place: place)
    case .table(let members):
      Node(.table(members.map { ($0.name, $0.value.placed("\(place).\($0.name)")) }), place: place)
    default: Node(value, place: place)
    }
  }
}

extension Error {
  /// The status that stands for the error.
  fileprivate var status: Int {
    let error: any Error =
      switch self as? DatasetError {
      case .data(let error)?: error
      case .stopped(let error)?: error
      case .invalid?, nil: self
      }
    switch error {
    case ClusteringError.cancelled: return PINFOLD_STOPPED
    case ClusteringError.outOfMemory, DataError.outOfMemory: return PINFOLD_NO_MEMORY
    default: return PINFOLD_MISTAKE
    }
  }
}
