#if !hasFeature(Embedded)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  // A file of named sections, each a column of plain values as they are in memory:
  //
  //   header, 64 bytes   magic, version, byte order, number of sections, size, digest of header and table
  //   table, 64 bytes    name, offset, number of values, size of a value, digest
  //     a section
  //   sections           in the order of the table, each on a line of the cache, zeros in between
  //
  // Numbers are in the byte order of the machine that wrote them; others refuse the file. Every byte is in a
  // digest, or is zero.

  /// A file of sections that is mapped into memory. Pages are read when they are first used.
  ///
  /// The file must not be changed in place while it is mapped; replacing it by another of its name is safe.
  @safe
  package final class SectionFile: @unchecked Sendable {
    /// The bytes that a file begins with. As those of PNG they show if the file was treated as text.
    package static let magic: [UInt8] = [0x89] + Array("Pinfold".utf8) + [0x0D, 0x0A, 0x1A, 0x0A]

    /// Raised when files change such that this version would misread them.
    static let version: UInt32 = 1
    static let byteOrder: UInt32 = 0x0102_0304

    /// The size of the header and of an entry of the table, and what sections are aligned to.
    static let line = 64
    static let nameSize = 32

    /// Sections are digested in pieces, which threads share.
    static let pieceSize = 1 << 20

    struct Entry {
      var name: String
      var offset: Int
      var count: Int
      var stride: Int
      var digest: UInt64

      var byteCount: Int { count * stride }
    }

    package let byteCount: Int
    private let start: UnsafeMutableRawPointer
    private let isMapped: Bool

    /// Whether contents were compared with their digests.
    private(set) var isChecked = false
    private var entries: [String: Entry] = [:]

    /// Maps a file.
    ///
    /// - Parameters:
    ///   - checks: whether to compare all contents with their digests, which reads the whole file.
    ///   - threads: share the comparison.
    package convenience init(
      path: String, checks: Bool, threads: Int
    ) throws(SectionFileError) {
      let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw .cannotRead(errno) }
      defer { close(file) }
      var status = stat()
      guard unsafe fstat(file, &status) == 0 else { throw .cannotRead(errno) }
      let size = Int(status.st_size)
      guard size >= Self.line else { throw .truncated(size: size, expected: Self.line) }
      guard let memory = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0),
        unsafe memory != MAP_FAILED
      else { throw .cannotRead(errno) }
      unsafe self.init(memory, size, isMapped: true)
      try read(checks: checks, threads: threads)
    }

    /// Copies the bytes of a file.
    package convenience init(_ bytes: [UInt8], threads: Int) throws(SectionFileError) {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: Self.line)
      unsafe bytes.withUnsafeBytes {
        unsafe memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count)
      }
      unsafe self.init(memory, bytes.count, isMapped: false)
      guard bytes.count >= Self.line else { throw .truncated(size: bytes.count, expected: Self.line) }
      try read(checks: true, threads: threads)
    }

    private init(_ start: UnsafeMutableRawPointer, _ byteCount: Int, isMapped: Bool) {
      unsafe (self.start, self.byteCount, self.isMapped) = (start, byteCount, isMapped)
    }

    deinit {
      if isMapped { unsafe munmap(start, byteCount) } else { unsafe start.deallocate() }
    }

    private func bytes(_ range: Range<Int>) -> Column<UInt8> {
      precondition(range.lowerBound >= 0 && range.upperBound <= byteCount, "range out of a file")
      let start = unsafe (start + range.lowerBound).assumingMemoryBound(to: UInt8.self)
      return unsafe Column(start: start, count: range.count)
    }

    private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as _: Number.Type)
      -> Number
    {
      precondition(offset >= 0 && offset + MemoryLayout<Number>.size <= byteCount, "number out of a file")
      return unsafe start.loadUnaligned(fromByteOffset: offset, as: Number.self)
    }

    // MARK: Reading

    private func read(checks: Bool, threads: Int) throws(SectionFileError) {
      guard bytes(0..<Self.magic.count).array == Self.magic else { throw .foreign }
      let order = number(at: 16, as: UInt32.self)
      if order == Self.byteOrder.byteSwapped { throw .byteOrder }
      guard order == Self.byteOrder else { throw .damaged("header") }
      let version = number(at: 12, as: UInt32.self)
      guard version == Self.version else { throw .version(Int(version)) }
      let sectionCount = Int(number(at: 20, as: UInt32.self))
      let size = number(at: 24, as: UInt64.self)
      let table = Self.line..<Self.line * (1 + sectionCount)
      guard table.upperBound <= byteCount else {
        throw .truncated(size: byteCount, expected: table.upperBound)
      }
      var digest = Digest()
      digest.add(bytes(0..<32))
      digest.add(bytes(table))
      guard number(at: 32, as: UInt64.self) == digest.value,
        bytes(40..<Self.line).array.allSatisfy({ $0 == 0 })
      else { throw .damaged("header") }
      guard size == UInt64(byteCount) else {
        throw .truncated(size: byteCount, expected: Int(clamping: size))
      }
      try readTable(sectionCount)
      if checks {
        try check(threads: threads)
        isChecked = true
      }
    }

    private func readTable(_ sectionCount: Int) throws(SectionFileError) {
      var end = Self.line * (1 + sectionCount)
      for index in 0..<sectionCount {
        let place = Self.line * (1 + index)
        let name = bytes(place..<place + Self.nameSize).array.prefix { $0 != 0 }
        let entry = Entry(
          name: String(decoding: name, as: UTF8.self),
          offset: Int(clamping: number(at: place + 32, as: UInt64.self)),
          count: Int(clamping: number(at: place + 40, as: UInt64.self)),
          stride: Int(clamping: number(at: place + 48, as: UInt64.self)),
          digest: number(at: place + 56, as: UInt64.self))
        let (length, overflows) = entry.count.multipliedReportingOverflow(by: entry.stride)
        guard !overflows, entry.offset == end, length <= byteCount - end, entries[entry.name] == nil else {
          throw .damaged(entry.name)
        }
        end = Self.aligned(end + length)
        guard end <= byteCount else { throw .damaged(entry.name) }
        entries[entry.name] = entry
      }
      guard end == byteCount else { throw .damaged("table") }
    }

    private func check(threads: Int) throws(SectionFileError) {
      for entry in entries.values.sorted(by: { $0.offset < $1.offset }) {
        let range = entry.offset..<entry.offset + Self.aligned(entry.byteCount)
        guard Digest.of(bytes(range), threads: threads) == entry.digest else {
          throw .damaged(entry.name)
        }
      }
    }

    static func aligned(_ size: Int) -> Int { (size + line - 1) & ~(line - 1) }

    package func has(_ name: String) -> Bool { entries[name] != nil }

    /// The values of a section.
    ///
    /// - Parameter count: their number; nil for any.
    func column<Element: BitwiseCopyable>(
      _ name: String, count: Int? = nil
    ) throws(SectionFileError) -> FrozenColumn<Element> {
      guard let entry = entries[name], entry.stride == MemoryLayout<Element>.stride,
        count == nil || entry.count == count
      else { throw .damaged(name) }
      let values = unsafe (start + entry.offset).assumingMemoryBound(to: Element.self)
      return FrozenColumn(unsafe Column(start: values, count: entry.count), in: Scratch(keeping: self))
    }

    /// A copy of the values of a section.
    ///
    /// - Parameter count: their number; nil for any.
    func array<Element: BitwiseCopyable & Sendable>(
      _ name: String, count: Int? = nil
    ) throws(SectionFileError) -> [Element] {
      let values: FrozenColumn<Element> = try column(name, count: count)
      return values.column.array
    }

    package func bytes(of name: String) throws(SectionFileError) -> [UInt8] { try array(name) }
  }

  /// Why a file of sections cannot be used.
  package enum SectionFileError: Error {
    /// The system refuses it, with this error number.
    case cannotRead(Int32)

    /// It does not begin as such files do.
    case foreign

    /// Another version of the format.
    case version(Int)

    /// It was written on a machine that stores the bytes of numbers in the other order.
    case byteOrder

    case truncated(size: Int, expected: Int)

    /// Bytes of a section are not those that were written.
    case damaged(String)
  }

  // MARK: - Writing

  /// Sections to write.
  package struct SectionWriter {
    private struct Section {
      var name: String
      var count: Int
      var stride: Int

      /// Calls a function with the bytes.
      var withBytes: ((Column<UInt8>) -> Void) -> Void
    }

    private var sections: [Section] = []

    package init() {}

    mutating func add<Element>(_ name: String, _ column: StoredColumn<Element>) {
      precondition(name.utf8.count <= SectionFile.nameSize, "a name too long for a section")
      sections.append(
        Section(name: name, count: column.count, stride: MemoryLayout<Element>.stride) { body in
          column.withColumn { body($0.bytes) }
        })
    }

    package mutating func add(_ name: String, _ bytes: [UInt8]) { add(name, StoredColumn(bytes)) }

    /// Calls `body` with the bytes of the file, piece by piece.
    package func write<Failure: Error>(
      threads: Int, _ body: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
      var (table, offset) = ([UInt8](), SectionFile.line * (1 + sections.count))
      for section in sections {
        table += Array(section.name.utf8)
        table += [UInt8](repeating: 0, count: SectionFile.nameSize - section.name.utf8.count)
        var digest: UInt64 = 0
        section.withBytes { digest = Digest.of($0, threads: threads) }
        append([UInt64(offset), UInt64(section.count), UInt64(section.stride), digest], to: &table)
        offset = SectionFile.aligned(offset + section.count * section.stride)
      }
      var header = SectionFile.magic
      append([SectionFile.version, SectionFile.byteOrder, UInt32(sections.count)], to: &header)
      append([UInt64(offset)], to: &header)
      var digest = Digest()
      header.withColumn { digest.add($0) }
      table.withColumn { digest.add($0) }
      append([digest.value, 0, 0, 0], to: &header)
      try body(header + table)
      for section in sections {
        let size = section.count * section.stride
        for first in stride(from: 0, to: size, by: SectionFile.pieceSize) {
          var piece: [UInt8] = []
          section.withBytes { piece = $0[first..<min(size, first + SectionFile.pieceSize)].array }
          try body(piece)
        }
        try body([UInt8](repeating: 0, count: SectionFile.aligned(size) - size))
      }
    }

    private func append<Number: FixedWidthInteger & BitwiseCopyable>(
      _ numbers: [Number], to bytes: inout [UInt8]
    ) {
      numbers.withColumn { bytes += $0.bytes.array }
    }
  }

  extension Column {
    /// The bytes of the elements.
    fileprivate var bytes: Column<UInt8> {
      let count = count * MemoryLayout<Element>.stride
      return unsafe Column<UInt8>(
        start: UnsafeMutableRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
    }
  }

  extension Column where Element: Sendable {
    fileprivate var array: [Element] { [Element](count: count) { $0.copy(self) } }
  }

  // MARK: - Digests

  /// A digest of 64 bits, as fast as memory. A change of a single bit always changes it; others go unnoticed
  /// once in 2⁶⁴. It finds damage, not forgery.
  struct Digest {
    private(set) var value: UInt64 = 0

    /// Adds bytes, and zeros up to a whole line.
    mutating func add(_ bytes: Column<UInt8>) { value = SplitMix64.mix(value ^ Self.piece(bytes)) }

    /// The digest of a section.
    static func of(_ bytes: Column<UInt8>, threads: Int) -> UInt64 {
      let size = SectionFile.pieceSize
      let starts = Array(stride(from: 0, to: bytes.count, by: size))
      let pieces = Parallel.map(starts, threads: threads) { start in
        piece(bytes[start..<min(bytes.count, start + size)])
      }
      return pieces.reduce(0) { SplitMix64.mix($0 ^ $1) }
    }

    /// Eight sums side by side, each of every eighth word, so that no step waits for the one before it.
    private static func piece(_ bytes: Column<UInt8>) -> UInt64 {
      var lanes = SIMD8<UInt64>(1, 2, 3, 4, 5, 6, 7, 8)
      let whole = bytes.count & ~(SectionFile.line - 1)
      let start = unsafe UnsafeRawPointer(bytes.start)
      var offset = 0
      while offset < whole {
        add(unsafe start.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt64>.self), to: &lanes)
        offset &+= SectionFile.line
      }
      if whole < bytes.count {
        var rest = SIMD8<UInt64>()
        for index in whole..<bytes.count {
          rest[index % 64 / 8] |= UInt64(bytes[index]) << UInt64(8 * (index % 8))
        }
        add(rest, to: &lanes)
      }
      var digest: UInt64 = 0
      for lane in 0..<8 { digest = SplitMix64.mix(digest ^ lanes[lane]) }
      return digest
    }

    @inline(__always)
    private static func add(_ words: SIMD8<UInt64>, to lanes: inout SIMD8<UInt64>) {
      // Each step is a bijection of the lane for a given word, and of the word for a given lane.
      let product = (lanes ^ words) &* 0x9E37_79B9_7F4A_7C15
      lanes = product &<< 29 | product &>> 35
    }
  }
#endif
