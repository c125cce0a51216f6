import AudioBase
import Bitstream

/// A `moof` and the values needed to write it. ISO/IEC 14496-12, 8.8.
enum FragmentBox {
  /// The flags of samples at which decoding can begin, and of samples that depend on others.
  private static let syncFlags: UInt32 = 0x0200_0000
  private static let otherFlags: UInt32 = 0x0101_0000

  /// Returns the `moof` for the tracks' pending samples; their data follows it in one `mdat`, track by track.
  static func bytes(_ tracks: [OutputTrack], sequence: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    var patches: [(place: Int, track: Int)] = []
    bytes.appendBox("moof") { body in
      body.appendFullBox("mfhd") { $0.append(bigEndian: sequence) }
      for index in tracks.indices where tracks[index].tables.count > 0 {
        patches.append((appendTrack(&body, tracks[index]), index))
      }
    }
    var offset = bytes.count + 8
    for patch in patches {
      bytes.replace(at: patch.place, with: UInt32(truncatingIfNeeded: offset))
      offset += tracks[patch.track].pending.count
    }
    return bytes
  }

  /// Appends a `traf` and returns the position of its data offset.
  private static func appendTrack(_ body: inout [UInt8], _ track: OutputTrack) -> Int {
    let tables = track.tables
    var place = 0
    body.appendBox("traf") { traf in
      // Offsets count from the moof; the duration and the flags hold for samples without their own.
      let size: UInt32 = tables.sizes.isOneNumber ? 0x10 : 0
      let number = track.descriptionNumber
      let description: UInt32 = number > 1 ? 0x2 : 0
      traf.appendFullBox("tfhd", flags: 0x2_0000 | description | 0x8 | size | 0x20) { header in
        header.append(bigEndian: track.identifier)
        if number > 1 { header.append(bigEndian: number) }
        header.append(bigEndian: tables.durations.values[0])
        if tables.sizes.isOneNumber { header.append(bigEndian: tables.sizes.constant) }
        header.append(bigEndian: syncFlags)
      }
      traf.appendFullBox("tfdt", version: 1) { $0.append(bigEndian: track.fragmentStart) }
      if track.rollDistance != nil { traf.appendRollGroup(count: tables.count, index: 1) }
      place = appendRun(&traf, tables)
    }
    return place
  }

  private static func appendRun(_ traf: inout [UInt8], _ tables: TrackTables) -> Int {
    var place = 0
    var flags: UInt32 = 0x1
    let hasDurations = tables.durations.constant == nil
    if hasDurations { flags |= 0x100 }
    if !tables.sizes.isOneNumber { flags |= 0x200 }
    if !tables.isAllSync { flags |= 0x400 }
    if tables.hasOffsets { flags |= 0x800 }
    traf.appendFullBox("trun", version: tables.hasOffsets ? 1 : 0, flags: flags) { run in
      run.append(bigEndian: UInt32(tables.count))
      place = run.count
      run.append(zeros: 4)
      guard flags & 0xF00 != 0 else { return }
      var durations = RunCursor()
      var offsets = RunCursor()
      var nextSync = 0
      for sample in 0..<Int(tables.count) {
        if hasDurations { run.append(bigEndian: durations.next(tables.durations)) }
        if !tables.sizes.isOneNumber { run.append(bigEndian: tables.sizes.size(of: sample)) }
        if !tables.isAllSync {
          let isSync = nextSync < tables.syncSamples.count && Int(tables.syncSamples[nextSync]) == sample + 1
          if isSync { nextSync += 1 }
          run.append(bigEndian: isSync ? syncFlags : otherFlags)
        }
        if tables.hasOffsets { run.append(bigEndian: offsets.next(tables.presentationOffsets)) }
      }
    }
    return place
  }
}

/// The places of a file's fragments, for the `mfra` at its end. ISO/IEC 14496-12, 8.8.9 to 8.8.11.
struct FragmentDirectory {
  /// A track in a fragment.
  private struct Entry {
    var track: UInt32
    var time: Int64
    var offset: Int64
    var number: UInt32
  }

  private var entries: [Entry] = []

  /// Records a fragment at `offset`.
  mutating func note(_ tracks: [OutputTrack], at offset: Int64) {
    var number: UInt32 = 0
    for track in tracks where track.tables.count > 0 {
      number += 1
      entries.append(
        Entry(track: track.identifier, time: track.fragmentStart, offset: offset, number: number))
    }
  }

  /// Returns the `mfra` box.
  func bytes(_ tracks: [OutputTrack]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBox("mfra") { body in
      for track in tracks {
        let own = entries.filter { $0.track == track.identifier }
        body.appendFullBox("tfra", version: 1) { table in
          table.append(bigEndian: track.identifier)
          // The numbers of traf, trun and sample take one byte each.
          table.append(bigEndian: 0 as UInt32)
          table.append(bigEndian: UInt32(own.count))
          for entry in own {
            table.append(bigEndian: entry.time)
            table.append(bigEndian: entry.offset)
            table += [UInt8(clamping: entry.number), 1, 1]
          }
        }
      }
    }
    let whole = UInt32(truncatingIfNeeded: bytes.count + 16)
    bytes.replace(at: 0, with: whole)
    bytes.appendFullBox("mfro") { $0.append(bigEndian: whole) }
    return bytes
  }
}
