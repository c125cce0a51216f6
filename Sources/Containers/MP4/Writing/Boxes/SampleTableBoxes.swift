import AudioBase
import Bitstream

extension [UInt8] {
  /// Appends `stbl`. ISO/IEC 14496-12, 8.5 to 8.7.
  ///
  /// - Parameter isFragmented: True if the tables are left empty, because the samples are in fragments.
  mutating func appendSampleTable(_ track: OutputTrack, isFragmented: Bool) {
    appendBox("stbl") { body in
      body.appendFullBox("stsd", version: track.descriptions[0].entry.tableVersion) { table in
        table.append(bigEndian: UInt32(track.descriptions.count))
        for description in track.descriptions { table += description.entry.bytes(track.statistics) }
      }
      // The tables of a fragment in progress do not belong to the movie.
      let tables = isFragmented ? TrackTables() : track.tables
      body.appendRuns("stts", tables.durations)
      if tables.hasOffsets {
        body.appendRuns("ctts", version: tables.hasNegativeOffsets ? 1 : 0, tables.presentationOffsets)
      }
      if !tables.isAllSync {
        body.appendFullBox("stss") { table in
          table.append(bigEndian: UInt32(tables.syncSamples.count))
          for number in tables.syncSamples { table.append(bigEndian: number) }
        }
      }
      body.appendSizes(tables.sizes)
      body.appendChunks(tables.chunks)
      if let distance = track.rollDistance {
        body.appendRollDescription(distance)
        if !isFragmented, tables.count > 0 { body.appendRollGroup(count: tables.count, index: 1) }
      }
    }
  }

  /// Appends a table of runs: `stts` or `ctts`.
  private mutating func appendRuns(_ type: FourCharacterCode, version: UInt8 = 0, _ runs: RunList) {
    appendFullBox(type, version: version) { table in
      table.append(bigEndian: UInt32(runs.runCount))
      for run in 0..<runs.runCount {
        table.append(bigEndian: runs.counts[run])
        table.append(bigEndian: runs.values[run])
      }
    }
  }

  private mutating func appendSizes(_ sizes: SampleSizeList) {
    appendFullBox("stsz") { table in
      let isListed = !sizes.isOneNumber
      table.append(bigEndian: isListed ? 0 : sizes.constant)
      table.append(bigEndian: UInt32(sizes.count))
      guard isListed else { return }
      table.reserveCapacity(table.count + Int(sizes.count) * 4)
      if sizes.isConstant { table.append(zeros: Int(sizes.count) * 4) }
      for size in sizes.list { table.append(bigEndian: size) }
    }
  }

  private mutating func appendChunks(_ chunks: ChunkList) {
    appendFullBox("stsc") { table in
      table.append(bigEndian: UInt32(chunks.runs.count))
      for run in chunks.runs {
        table.append(bigEndian: run.firstChunk)
        table.append(bigEndian: run.sampleCount)
        table.append(bigEndian: run.description)
      }
    }
    let isLong = (chunks.offsets.last ?? 0) > Int64(UInt32.max)
    appendFullBox(isLong ? "co64" : "stco") { table in
      table.append(bigEndian: UInt32(chunks.offsets.count))
      for offset in chunks.offsets {
        if isLong { table.append(bigEndian: offset) } else { table.append(bigEndian: UInt32(offset)) }
      }
    }
  }

  /// `sgpd` of type `roll` with one entry. ISO/IEC 14496-12, 10.1.1.
  private mutating func appendRollDescription(_ distance: Int) {
    appendFullBox("sgpd", version: 1) { box in
      box.append("roll")
      box.append(bigEndian: 2 as UInt32)
      box.append(bigEndian: 1 as UInt32)
      box.append(bigEndian: Int16(clamping: -distance))
    }
  }

  /// `sbgp` that puts `count` samples into the group `index`.
  mutating func appendRollGroup(count: Int64, index: UInt32) {
    appendFullBox("sbgp") { box in
      box.append("roll")
      box.append(bigEndian: 1 as UInt32)
      box.append(bigEndian: UInt32(count))
      box.append(bigEndian: index)
    }
  }
}
