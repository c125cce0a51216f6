import AudioBase
import Bitstream

/// `MARK`: named places, by number.
enum MarkerChunk {
  /// Reads the chunk's body; markers that are cut short are left out.
  static func markers(in body: Span<UInt8>) -> [Marker] {
    var markers: [Marker] = []
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      let count = try reader.readUInt16()
      for _ in 0..<count {
        let identifier = Int16(bitPattern: try reader.readUInt16())
        let position = try reader.readUInt32()
        let length = Int(try reader.readUInt8())
        let name = MacText.decode(try reader.readBytes(length))
        markers.append(Marker(name: name, framePosition: Double(position), identifier: Int(identifier)))
        if length & 1 == 0, reader.remaining > 0 { try reader.skip(1) }
      }
    } catch {
      return markers
    }
    return markers
  }

  /// Returns the chunk's body. The identifiers must be different numbers of 1…32767; see ``numbered(_:)``.
  ///
  /// - Throws: ``ErrorKind/unsupported`` for a place that 32 bits cannot hold.
  static func bytes(_ markers: [Marker]) throws(ContainerError) -> [UInt8] {
    var body: [UInt8] = []
    body.append(bigEndian: UInt16(markers.count))
    for marker in markers {
      guard let position = UInt32(exactly: marker.framePosition.rounded()) else {
        throw ContainerError(
          .unsupported, "a marker lies at a frame that 32 bits can count", at: 0, in: .markerChunk)
      }
      body.append(bigEndian: UInt16(marker.identifier))
      body.append(bigEndian: position)
      body += MacText.pascalString(marker.name)
    }
    return body
  }

  /// Returns the markers with identifiers that the chunk can hold: their own if these are different numbers in 1…32767.
  static func numbered(_ markers: [Marker]) throws(ContainerError) -> [Marker] {
    guard markers.count <= Int(Int16.max) else {
      throw ContainerError(.unsupported, "there are at most 32767 markers", at: 0, in: .markerChunk)
    }
    var taken: Set<Int> = []
    var result = markers
    var left: [Int] = []
    for index in result.indices {
      let identifier = result[index].identifier
      let isUsable = identifier >= 1 && identifier <= Int(Int16.max) && taken.insert(identifier).inserted
      if !isUsable { left.append(index) }
    }
    var next = 1
    for index in left {
      while !taken.insert(next).inserted { next += 1 }
      result[index].identifier = next
    }
    return result
  }
}
