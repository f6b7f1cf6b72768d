import Pinfold
import PinfoldData

extension TileSet {
  /// The set as one [PMTiles](https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md) file, which
  /// maps read in parts from any server of files.
  ///
  /// - Precondition: The tiles are packed.
  package var pmtiles: [UInt8] {
    let packer = GzipPacker()
    let directories = PMTilesDirectories(tiles, packer)
    let json = JSONWriter.text { json in
      json.object { json in
        json.member("name", description.name)
        if let attribution = description.plan.attribution { json.member("attribution", attribution) }
        json.member("type", "overlay")
        json.member("format", "pbf")
        description.writeLayers(to: &json)
      }
    }
    let metadata = packer.pack(Array(json.utf8))

    var file = Array("PMTiles".utf8)
    file.append(littleEndian: UInt8(3))
    var offset = UInt64(PMTilesDirectories.headerSize)
    for size in [directories.root.count, metadata.count, directories.leaves.count, byteCount] {
      file.append(littleEndian: offset)
      file.append(littleEndian: UInt64(size))
      offset += UInt64(size)
    }
    // Tiles addressed, entries, and contents: each tile is one, of its own.
    for _ in 0..<3 { file.append(littleEndian: UInt64(tiles.count)) }
    // Contents in the order of entries; both packed with gzip; vector tiles.
    file += [
      1, 2, 2, 1, UInt8(description.plan.zooms.lowerBound), UInt8(description.plan.zooms.upperBound),
    ]
    for degrees in description.bounds.edges { file.append(degrees: degrees) }
    file.append(littleEndian: UInt8(description.center.zoom))
    file.append(degrees: description.center.longitude)
    file.append(degrees: description.center.latitude)

    file.reserveCapacity(Int(offset))
    file += directories.root
    file += metadata
    file += directories.leaves
    for tile in tiles { file += tile.bytes }
    return file
  }
}

/// The directories of a PMTiles file: a root, and leaves where the root alone would be too large.
private struct PMTilesDirectories {
  static let headerSize = 127

  // Readers fetch so much first, and expect the root in it.
  private static let firstBytes = 16_384

  let root: [UInt8]
  let leaves: [UInt8]

  private struct Entry {
    var index: UInt64
    var offset: UInt64
    var length: UInt64
    // How many tiles in a row it stands for; 0 for a leaf.
    var run: UInt64
  }

  init(_ tiles: [TileSet.Tile], _ packer: GzipPacker) {
    var entries: [Entry] = []
    var offset: UInt64 = 0
    for tile in tiles {
      let length = UInt64(tile.bytes.count)
      entries.append(Entry(index: tile.address.hilbertIndex, offset: offset, length: length, run: 1))
      offset += length
    }
    var root = packer.pack(Self.written(entries[...]))
    var leaves: [UInt8] = []
    var size = 4096
    while Self.headerSize + root.count > Self.firstBytes {
      var nodes: [Entry] = []
      leaves = []
      for start in stride(from: 0, to: entries.count, by: size) {
        let leaf = packer.pack(Self.written(entries[start..<min(start + size, entries.count)]))
        nodes.append(
          Entry(
            index: entries[start].index, offset: UInt64(leaves.count), length: UInt64(leaf.count), run: 0))
        leaves += leaf
      }
      root = packer.pack(Self.written(nodes[...]))
      size *= 2
    }
    self.root = root
    self.leaves = leaves
  }

  /// A directory by columns: differences of indices, runs, lengths, and offsets, which are 0 where an entry's
  /// bytes follow those of the entry before.
  private static func written(_ entries: ArraySlice<Entry>) -> [UInt8] {
    var directory: [UInt8] = []
    directory.append(varint: UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      directory.append(varint: entry.index - last)
      last = entry.index
    }
    for entry in entries { directory.append(varint: entry.run) }
    for entry in entries { directory.append(varint: entry.length) }
    var end: UInt64?
    for entry in entries {
      directory.append(varint: entry.offset == end ? 0 : entry.offset + 1)
      end = entry.offset + entry.length
    }
    return directory
  }
}

extension [UInt8] {
  /// Adds a longitude or latitude in whole ten-millionths of a degree.
  fileprivate mutating func append(degrees: Double) { append(littleEndian: Int32((degrees * 1e7).rounded())) }
}
