import AudioBase
import AudioConversion
import TestSupport
import Testing

/// Durations, formats and rates that nobody means: refused, or converted in the memory that the bytes justify.
struct HostileStreamTests {
  private static let durations = [Int.min, -1, 0, 1, 3, 4, 5, 1 << 16, 1 << 17, Int(UInt32.max), Int.max]

  /// Packets of so many bytes that are said to last so long; the decoder gives four frames a byte.
  private func decode(_ packets: [[UInt8]], stated: Int) throws -> (frames: Int, capacity: Int) {
    var reader = ListReader(packets, framesPerPacket: 4)
    reader.frameCounts = packets.map { _ in stated }
    var decoder = try TrackDecoder(of: reader, track: 0, codecs: [EchoDecoder.descriptor])
    var frames = 0
    while let kept = try decoder.decodeNext() { frames += kept.count }
    return (frames, decoder.block.capacity)
  }

  @Test(arguments: durations) func framesThatAContainerStatesAreNotAllocated(stated: Int) throws {
    let found = try decode([[1], [2], [3]], stated: stated)
    #expect(found == (12, 4))
  }

  @Test(arguments: durations) func framesOfDamagedPacketsAreNotAllocated(stated: Int) throws {
    let found = try decode([[1], [255], [3]], stated: stated)
    #expect(found == (12, 4))
  }

  @Test(arguments: durations) func framesThatACallerStatesAreNotAllocated(stated: Int) throws {
    var format = StreamFormat(formatID: "echo", sampleRate: 1000, channelsPerFrame: 1)
    format.framesPerPacket = 4
    let output = StreamFormat(SampleFormat.int16, sampleRate: 0, channelsPerFrame: 1)
    var converter = try PacketConverter(
      from: PacketInput(CodedStream(format: format, cookie: [4, 1]), damagePolicy: .conceal),
      to: PacketRequest(output), codecs: [EchoDecoder.descriptor])
    var frames = 0
    for packet: [UInt8] in [[1], [255], [3]] {
      let place = PacketDescription(startOffset: 0, byteCount: 1, frameCount: stated)
      converter.append(packet.span, descriptions: [place].span)
      var batch = PacketBatch()
      _ = try converter.fill(&batch, packetCount: 1 << 10)
      frames += batch.bytes.count / 2
    }
    // A damaged packet may be said to be shorter than others.
    #expect(frames >= 9 && frames <= 12)
  }

  @Test func anOutputIsBoundedWhateverIsAskedFor() throws {
    let format = StreamFormat(SampleFormat.int16, sampleRate: 8000, channelsPerFrame: 2)
    var converter = try PacketConverter(from: CodedStream(format: format), to: CodedStream(format: format))
    let bytes = [UInt8](repeating: 1, count: 40)
    converter.append(bytes.span)
    var batch = PacketBatch()
    _ = try converter.fill(&batch, packetCount: .max)
    expectEqual(batch.bytes, bytes)
  }

  @Test func linearPCMOfEveryFormatConvertsOrIsRefused() {
    var random = SplitMix64(seed: 43)
    var madeCount = 0
    let counts = [-1, 0, 1, 2, 3, 8, 64, 1024, 65_535, 65_536, Int(UInt32.max), Int.max, Int.min]
    for round in 0..<4000 {
      let rates = HostileRates.numbers
      var format = StreamFormat(
        formatID: .linearPCM, sampleRate: round % 3 == 0 ? rates[round % rates.count] : 8000,
        channelsPerFrame: counts.randomElement(using: &random) ?? 1, framesPerPacket: round % 7 == 0 ? 2 : 1,
        formatFlags: UInt32(truncatingIfNeeded: random.next() & 0x1FFF))
      format.bitsPerChannel = [0, 1, 8, 16, 20, 24, 31, 32, 33, 64, -5, Int.max].randomElement(using: &random) ?? 16
      let slot = [1, 2, 3, 4, 8, 9].randomElement(using: &random) ?? 2
      let isPlanar = format.formatFlags & 32 != 0
      let (size, overflow) = slot.multipliedReportingOverflow(by: isPlanar ? 1 : format.channelsPerFrame)
      format.bytesPerFrame = random.chance(80) && !overflow ? size : counts.randomElement(using: &random) ?? 0
      format.bytesPerPacket = format.bytesPerFrame
      if convert(format, &random) { madeCount += 1 }
    }
    expectGreater(madeCount, 50)
  }

  /// Converts a few bytes; whether there was a converter to do it.
  private func convert(_ format: StreamFormat, _ random: inout SplitMix64) -> Bool {
    let output = StreamFormat(SampleFormat.int16, sampleRate: 0, channelsPerFrame: random.chance(50) ? 2 : 1)
    do throws(AudioError) {
      var converter = try PacketConverter(from: CodedStream(format: format), to: CodedStream(format: output))
      let bytes = random.bytes(1000)
      converter.append(bytes.span)
      converter.endInput()
      var batch = PacketBatch()
      _ = try converter.fill(&batch, packetCount: 100)
      return true
    } catch {
      return false
    }
  }

  @Test func aMatrixOfTooManyChannelsIsRefused() {
    let format = StreamFormat(SampleFormat.int16, sampleRate: 8000, channelsPerFrame: 65_535)
    #expect(throws: AudioError.self) {
      _ = try PacketConverter(from: CodedStream(format: format), to: CodedStream(format: format))
    }
  }
}
