import AudioBase
import Bitstream

/// `INST`: instructions for samplers; only the loops are used here.
///
/// A loop is a region with the flag ``Region/Flags/loop`` and two markers: number 1 is the one that is repeated while a
/// key is held, number 2 the one after its release. Loops have no names.
enum InstrumentChunk {
  /// `playMode` of a loop.
  private enum PlayMode {
    static let none: UInt16 = 0
    static let forward: UInt16 = 1
    static let forwardAndBackward: UInt16 = 2
  }

  /// The number of bytes from the start of the body to the first loop: notes, velocities and gain.
  private static let loopOffset = 8

  /// The notes, velocities and gain of a new chunk: middle C without detuning, all notes and velocities, no gain.
  private static let usualSettings: [UInt8] = [60, 0, 0, 127, 1, 127, 0, 0]

  /// Returns true if a body has other notes than a new chunk.
  static func hasSettings(_ body: Span<UInt8>) -> Bool {
    body.count >= loopOffset && (0..<loopOffset).contains { body[$0] != usualSettings[$0] }
  }

  /// Reads the loops whose markers exist.
  static func regions(in body: Span<UInt8>, markers: [Marker]) -> [Region] {
    var regions: [Region] = []
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      try reader.skip(loopOffset)
      for identifier in 1...2 {
        let mode = try reader.readUInt16()
        let begin = Int(try reader.readUInt16())
        let end = Int(try reader.readUInt16())
        guard mode == PlayMode.forward || mode == PlayMode.forwardAndBackward,
          let first = markers.first(where: { $0.identifier == begin }),
          let last = markers.first(where: { $0.identifier == end })
        else { continue }
        var flags: Region.Flags = [.loop, .playForward]
        if mode == PlayMode.forwardAndBackward { flags.insert(.playBackward) }
        regions.append(Region(identifier: identifier, flags: flags, markers: [first, last]))
      }
    } catch {
      return regions
    }
    return regions
  }

  /// Returns the body for the regions that are loops, and the markers with those that the loops need added; `nil` if no
  /// region is a loop.
  ///
  /// If several loops need the same place, the first one gets it; all other regions are left out, because the chunk has
  /// no room for them.
  static func bytes(_ regions: [Region], markers: inout [Marker]) -> [UInt8]? {
    let loops = regions.filter { $0.flags.contains(.loop) && $0.markers.count == 2 }
    guard !loops.isEmpty else { return nil }
    let release = loops.first { $0.identifier == 2 }
    let sustain = loops.first { $0.identifier != 2 }
    var body = usualSettings
    for loop in [sustain, release] {
      guard let loop else {
        body += [0, 0, 0, 0, 0, 0]
        continue
      }
      body.append(
        bigEndian: loop.flags.contains(.playBackward) ? PlayMode.forwardAndBackward : PlayMode.forward)
      for marker in loop.markers { body.append(bigEndian: UInt16(number(of: marker, in: &markers))) }
    }
    return body
  }

  /// Returns the identifier of a loop's marker.
  private static func number(of marker: Marker, in markers: inout [Marker]) -> Int {
    if let same = markers.first(where: { $0.framePosition == marker.framePosition && $0.name == marker.name }) {
      return same.identifier
    }
    var added = marker
    let taken = Set(markers.map(\.identifier))
    let isFree = (1...Int(Int16.max)).contains(marker.identifier) && !taken.contains(marker.identifier)
    if !isFree { added.identifier = (1...).first { !taken.contains($0) } ?? 1 }
    markers.append(added)
    return added.identifier
  }
}
