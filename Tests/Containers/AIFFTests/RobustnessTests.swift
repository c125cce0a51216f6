import AIFFContainer
import AudioBase
import TestSupport
import Testing

@Suite struct RobustnessTests {
  static let kinds = HeldFormat.all.filter { ["BEI16", "BEI8", "ima4", "ulaw"].contains($0.name) }

  @Test("of many comments the first thousand are taken, and that is told")
  func manyComments() throws {
    let comments = (0..<5000).flatMap { Bytes.chunk("ANNO", Array("text \(10_000 + $0)".utf8)) }
    let bytes = Bytes.form(
      "AIFF", Bytes.common(channels: 2, frames: 4, bits: 16), comments, Bytes.sound([UInt8](repeating: 0, count: 16)))
    let reader = try open(bytes)
    expectEqual(reader.metadata[.comments]?.split(separator: "\n").count, ResourceLimits.metadataTextCount)
    #expect(reader.warnings.contains { $0.contains("\(ResourceLimits.metadataTextCount)") })
  }

  private func exercise(_ bytes: [UInt8]) throws -> Bool {
    guard var reader = try? open(bytes) else { return false }
    try expectLessOrEqual(samples(&reader).count, bytes.count)
    #expect(reader.chunks.allSatisfy { $0.byteCount >= 0 && $0.byteCount <= bytes.count })
    _ = try reader.locate(.frame(.max), ofTrack: 0)
    return true
  }

  @Test(arguments: kinds)
  func everyShortenedFileIsRefusedOrRead(held: HeldFormat) throws {
    for seed in 1...3 {
      let bytes = try richFile(held, seed: UInt64(seed))
      let start = Int(try open(bytes).tracks[0].dataOffset)
      for count in 0..<bytes.count {
        try expectEqual(exercise(Array(bytes.prefix(count))), count >= start, "\(count) of \(bytes.count)")
      }
    }
  }

  @Test(arguments: kinds)
  func everySizeAndCountMayBeWrong(held: HeldFormat) throws {
    let bytes = try richFile(held, seed: 4)
    var opened = 0
    for place in 0..<(bytes.count - 4) {
      let old = bytes[place..<(place + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      for value in [old &+ 1, old &- 1, 0, 1, .max, 0x7FFF_FFFF, 0x8000_0000] {
        var changed = bytes
        changed.replaceSubrange(place..<(place + 4), with: Bytes.big(Int(value), 4))
        if try exercise(changed) { opened += 1 }
      }
    }
    expectGreater(opened, bytes.count)
  }

  @Test(arguments: kinds)
  func damagedBytesNeverTrap(held: HeldFormat) throws {
    var random = SplitMix64(seed: 11)
    let bytes = try richFile(held, seed: 5)
    for _ in 0..<3000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = try exercise(changed)
    }
  }

  @Test(arguments: kinds)
  func aFileThatArrivesOpensWithItsHeaderAndNeverLooksAhead(held: HeldFormat) throws {
    let bytes = try richFile(held, seed: 6)
    let whole = try open(bytes)
    let start = Int(whole.tracks[0].dataOffset)
    for count in 0..<start {
      #expect(throws: ContainerError.self) {
        try AIFFReader(PartialSource(bytes, arrivedCount: count), limits: ResourceLimits())
      }
    }
    let source = PartialSource(bytes, arrivedCount: start)
    var reader = try AIFFReader(source, limits: ResourceLimits())
    expectEqual(reader.tracks[0].packetCount, whole.tracks[0].packetCount)
    expectEqual(reader.tracks[0].dataOffset, whole.tracks[0].dataOffset)
    let size = reader.tracks[0].format.bytesPerPacket
    let end = start + Int(whole.tracks[0].audioByteCount ?? 0)
    var batch = PacketBatch()
    var found: [UInt8] = []
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

  @Test(arguments: HeldFormat.all, [SizeUpdatePolicy.deferred, .continuous])
  func aWriterThatIsKilledLeavesWhatWasWrittenOrNothing(held: HeldFormat, policy: SizeUpdatePolicy) throws {
    var random = SplitMix64(seed: 21)
    let format = held.format(rate: 48_000, channels: 3)
    let data = random.bytes(format.bytesPerPacket * 100)
    var settings = WriterSettings(format: format, layout: ChannelLayout([.left, .right, .center]))
    settings.metadata = randomMetadata(using: &random)
    settings.sizeUpdates = policy
    let sink = JournalSink()
    var writer = try AIFFWriter(sink, settings: settings, form: held.form)
    var safe: [(changes: Int, bytes: Int)] = []
    for place in stride(from: 0, to: data.count, by: format.bytesPerPacket * 20) {
      let end = place + format.bytesPerPacket * 20
      try writer.write(data.span.extracting(place..<end), descriptions: Span())
      safe.append((sink.changeCount, end))
    }
    try writer.setMetadata(randomMetadata(using: &random))
    try writer.finish()
    for index in 0..<sink.changeCount {
      for part in [0, 0.3, 1] {
        // What a call has written is there for good once it has come back; in place where sizes are deferred, too.
        let least = safe.last { $0.changes <= index }?.bytes ?? 0
        let file = sink.file(after: index, part: part)
        guard var reader = try? open(file) else {
          expectEqual(least, 0)
          continue
        }
        let found = try samples(&reader)
        #expect(found.count >= least && found.elementsEqual(data.prefix(found.count)))
      }
    }
    var reader = try open(sink.bytes)
    try expectEqual(samples(&reader), data)
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
    let format = StreamFormat(SampleFormat("BEI16")!, sampleRate: 44_100, channelsPerFrame: 1)
    var writer = try AIFFWriter(
      FullSink(), settings: WriterSettings(format: format, layout: .init([.center])), form: .aiff)
    let error = #expect(throws: ContainerError.self) {
      try writer.write([UInt8](repeating: 0, count: 400).span, descriptions: Span())
    }
    #expect(error?.kind == .inputOutput && error?.systemError == 28)
  }
}
