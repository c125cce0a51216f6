import AudioBase
import TestSupport
import Testing
import WAVEContainer

@Suite struct RobustnessTests {
  /// A file of each form with all that it can hold.
  private func rich(_ form: WAVEForm, _ seed: UInt64, kind: Int = 8) throws -> [UInt8] {
    var random = SplitMix64(seed: seed)
    let recording = RandomRecording(form: form, kind: kind, channels: 2, using: &random)
    let sink = MemoryByteSink()
    var settings = recording.settings
    settings.metadata = randomMetadata(for: form, using: &random)
    var writer = try WAVEWriter(sink, settings: settings, form: form)
    try writer.write(Array(recording.data.prefix(settings.format.bytesPerPacket * 20)).span, descriptions: Span())
    try writer.setMetadata(randomMetadata(for: form, using: &random))
    try writer.finish()
    return sink.bytes
  }

  @Test("of many texts as many are taken as the limit allows, and that is told")
  func manyTexts() throws {
    var texts: [UInt8] = []
    for index in 0..<10_000 { texts += Array("Z".utf8) + Bytes.big(index, 3) + Bytes.little(2, 4) + [65, 0] }
    let list = Bytes.chunk("LIST", Array("INFO".utf8) + texts)
    let bytes = handMade(riffSize: 0, dataSize: 8, data: [UInt8](repeating: 0, count: 8), before: list)
    let reader = try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits())
    expectEqual(reader.metadata.info.count, ResourceLimits.metadataValueCount)
    #expect(reader.warnings.contains { $0.contains("\(ResourceLimits.metadataValueCount)") })
  }

  private func exercise(_ bytes: [UInt8]) throws -> Bool {
    guard var reader = try? WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits()) else { return false }
    try expectLessOrEqual(readAll(&reader).count, bytes.count)
    #expect(reader.chunks.allSatisfy { $0.byteCount >= 0 && $0.byteCount <= bytes.count })
    _ = try reader.locate(.frame(.max), ofTrack: 0)
    return true
  }

  @Test(arguments: RoundTripTests.forms)
  func everyShortenedFileIsRefusedOrRead(form: WAVEForm) throws {
    for (seed, kind) in [(1, 8), (2, 1), (3, 9)] {
      let bytes = try rich(form, UInt64(seed), kind: kind)
      let start = Int(try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits()).tracks[0].dataOffset)
      for count in 0..<bytes.count {
        try expectEqual(exercise(Array(bytes.prefix(count))), count >= start, "\(count) of \(bytes.count)")
      }
    }
  }

  @Test(arguments: RoundTripTests.forms)
  func everySizeAndCountMayBeWrong(form: WAVEForm) throws {
    let bytes = try rich(form, 4)
    var opened = 0
    for place in 0..<(bytes.count - 8) {
      let width = form == .wave64 ? 8 : 4
      let old = (0..<width).reduce(UInt64(0)) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) }
      for value in [old &+ 1, old &- 1, 0, 1, .max, 0x7FFF_FFFF, 0x8000_0000, UInt64(Int64.max), 1 << 63] {
        var changed = bytes
        for index in 0..<width { changed[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
        if try exercise(changed) { opened += 1 }
      }
    }
    expectGreater(opened, bytes.count)
  }

  @Test(arguments: RoundTripTests.forms)
  func damagedBytesNeverTrap(form: WAVEForm) throws {
    var random = SplitMix64(seed: 11)
    let bytes = try rich(form, 5)
    for _ in 0..<3000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = try exercise(changed)
    }
  }

  @Test(arguments: RoundTripTests.forms)
  func aFileThatArrivesOpensWithItsHeaderAndNeverLooksAhead(form: WAVEForm) throws {
    let bytes = try rich(form, 6)
    let whole = try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits())
    let start = Int(whole.tracks[0].dataOffset)
    for count in 0..<start {
      let source = PartialSource(bytes, arrivedCount: count)
      #expect(throws: ContainerError.self) { try WAVEReader(source, limits: ResourceLimits()) }
    }
    let source = PartialSource(bytes, arrivedCount: start)
    var reader = try WAVEReader(source, limits: ResourceLimits())
    expectEqual(reader.tracks[0].packetCount, whole.tracks[0].packetCount)
    expectEqual(reader.tracks[0].dataOffset, whole.tracks[0].dataOffset)
    let size = reader.tracks[0].format.bytesPerPacket
    var batch = PacketBatch()
    var found: [UInt8] = []
    let end = start + Int(whole.tracks[0].audioByteCount ?? 0)
    while source.arrivedCount < end {
      source.arrivedCount += 1
      let saved = reader
      do {
        if try reader.readPackets(ofTrack: 0, into: &batch) { found += batch.bytes }
      } catch {
        reader = saved
      }
      expectEqual(found.count, (source.arrivedCount - start) / size * size)
      expectEqual(reader.lowestNeededOffset, Int64(start + found.count))
    }
    expectEqual(found, Array(bytes[start..<end]))
  }

  @Test(arguments: RoundTripTests.forms, [SizeUpdatePolicy.deferred, .continuous])
  func aWriterThatIsKilledLeavesWhatWasWrittenOrNothing(form: WAVEForm, policy: SizeUpdatePolicy) throws {
    var random = SplitMix64(seed: 21)
    for kind in 0..<RandomRecording.kinds {
      let recording = RandomRecording(form: form, kind: kind, channels: 3, using: &random)
      let size = recording.settings.format.bytesPerPacket
      var settings = recording.settings
      settings.metadata = randomMetadata(for: form, using: &random)
      settings.sizeUpdates = policy
      let sink = JournalSink()
      var writer = try WAVEWriter(sink, settings: settings, form: form)
      for place in stride(from: 0, to: recording.data.count, by: size * 50) {
        let end = min(recording.data.count, place + size * 50)
        try writer.write(recording.data.span.extracting(place..<end), descriptions: Span())
      }
      try writer.setMetadata(randomMetadata(for: form, using: &random))
      try writer.finish()
      var written = 0
      for (index, change) in sink.changes.enumerated() {
        for part in [0, 0.3, 1] {
          try expectPrefix(
            of: recording.data, in: sink.file(after: index, part: part), atLeast: policy == .continuous ? written : 0)
        }
        // The header is the first change; with the second the samples begin.
        if case .overwrite = change, policy == .continuous, index > 0 {
          let file = sink.file(after: index + 1, part: 0)
          if var reader = try? WAVEReader(MemoryByteSource(file), limits: ResourceLimits()) {
            written = max(written, try readAll(&reader).count)
          }
        }
      }
      #expect(policy == .deferred || written == recording.data.count)
    }
  }

  private func expectPrefix(of data: [UInt8], in file: [UInt8], atLeast count: Int) throws {
    guard var reader = try? WAVEReader(MemoryByteSource(file), limits: ResourceLimits()) else {
      expectEqual(count, 0)
      return
    }
    let found = try readAll(&reader)
    #expect(found.count >= count && found.count <= data.count)
    #expect(found.elementsEqual(data.prefix(found.count)))
  }

  @Test func aFullDiskSurfacesAsItsError() throws {
    final class FullSink: ByteSink {
      let canOverwrite = true
      var byteCount: Int64 = 0
      func append(_ bytes: Span<UInt8>) throws(ContainerError) {
        guard byteCount + Int64(bytes.count) <= 200 else {
          throw ContainerError(.inputOutput, "no space", at: byteCount, systemError: 28)
        }
        byteCount += Int64(bytes.count)
      }
      func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {}
    }
    var writer = try WAVEWriter(FullSink(), settings: settings(.int16, ChannelLayout([.center])), form: .riff)
    let error = #expect(throws: ContainerError.self) {
      try writer.write([UInt8](repeating: 0, count: 400).span, descriptions: Span())
    }
    #expect(error?.kind == .inputOutput && error?.systemError == 28)
  }
}
