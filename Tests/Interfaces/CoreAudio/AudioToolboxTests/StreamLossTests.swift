import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What a stream says when bytes were lost, and where it cannot go to a packet.
@Suite("Audio File Stream Services: lost bytes")
struct StreamLossTests {
  private final class Listener {
    var packetCount = 0
    var isReady = false
    var bytes: [UInt8] = []
  }

  private func open(_ hint: AudioFileTypeID, _ listener: Listener) throws -> AudioFileStreamID {
    var stream: AudioFileStreamID?
    let status = AudioFileStreamOpen(
      Unmanaged.passUnretained(listener).toOpaque(),
      { data, _, property, _ in
        guard property == kAudioFileStreamProperty_ReadyToProducePackets else { return }
        Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue().isReady = true
      },
      { data, size, count, bytes, _ in
        let listener = Unmanaged<Listener>.fromOpaque(data).takeUnretainedValue()
        listener.packetCount += Int(count)
        listener.bytes += UnsafeRawBufferPointer(start: bytes, count: Int(size))
      }, hint, &stream)
    guard status == noErr, let stream else { throw TestFailure(status: status) }
    return stream
  }

  private func parse(
    _ stream: AudioFileStreamID, _ bytes: some Collection<UInt8>, _ flags: AudioFileStreamParseFlags = []
  ) -> OSStatus { AudioFileStreamParseBytes(stream, UInt32(bytes.count), Array(bytes), flags) }

  /// ADIF: the header of ISO/IEC 14496-3, 1.A.2.2.1, for a pair of AAC-LC at 44.1 kHz, and packets without a mark
  /// between them.
  static func adif() throws -> [UInt8] {
    let bits =
      "0" + "00" + "1" + String(repeating: "0", count: 23) + "0000" + "0000" + "01" + "0100" + "0001"
      + String(repeating: "0", count: 20) + "10000"
    let padded = bits + String(repeating: "0", count: (8 - bits.count % 8) % 8)
    var header = Array("ADIF".utf8)
    var rest = padded[...]
    while !rest.isEmpty {
      header.append(UInt8(rest.prefix(8), radix: 2) ?? 0)
      rest = rest.dropFirst(8)
    }
    // No comment.
    header.append(0)
    return header + (try Fixture.dump("lc_44100_st_128k_syn_burst").packets.joined())
  }

  @Test("A loss among packets that only their places tell apart cannot be recovered from")
  func lossOfPackets() throws {
    for (name, bytes) in [("m4a", try Fixture.bytes("glockenspiel-aac-eld.m4a")), ("adif", try Self.adif())] {
      let listener = Listener()
      let stream = try open(0, listener)
      defer { AudioFileStreamClose(stream) }
      let half = bytes.count / 2
      expectEqual(parse(stream, bytes.prefix(half)), noErr, "\(name)")
      #expect(listener.isReady && listener.packetCount > 0, "\(name)")
      expectEqual(
        parse(stream, bytes.dropFirst(half + 100), .discontinuity), kAudioFileStreamError_DiscontinuityCantRecover,
        "\(name)")
      withExtendedLifetime(listener) {}
    }
  }

  /// A WAVE file of 16-bit samples of one channel, of which each tells its number.
  private static func wave(_ samples: Int) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    return Array("RIFF".utf8) + little(36 + samples * 2, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
      + little(1, 2) + little(8000, 4) + little(16000, 4) + little(2, 2) + little(16, 2) + Array("data".utf8)
      + little(samples * 2, 4) + (0..<samples).flatMap { little($0, 2) }
  }

  @Test("Bytes from where a seek said are told to be no continuation, and are what the seek was for")
  func discontinuityBehindSeek() throws {
    let adts = try Fixture.dump("lc_44100_st_128k_syn_burst").packets.flatMap { inADTSFrame($0, frequencyIndex: 4) }
    for (name, bytes, target) in [
      ("wave", Self.wave(3000), Int64(1234)), ("m4a", try Fixture.bytes("glockenspiel-aac-eld.m4a"), 20),
      ("adts", adts, 15),
    ] {
      let listener = Listener()
      let stream = try open(0, listener)
      defer { AudioFileStreamClose(stream) }
      try #require(parse(stream, bytes) == noErr, "\(name)")
      let (all, count) = (listener.bytes, listener.packetCount)
      try #require(count > Int(target), "\(name)")
      var (offset, flags, start): (Int64, AudioFileStreamSeekFlags, Int64) = (0, [], 0)
      var size = UInt32(8)
      try #require(AudioFileStreamSeek(stream, target, &offset, &flags) == noErr, "\(name)")
      try #require(AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataOffset, &size, &start) == noErr)
      (listener.bytes, listener.packetCount) = ([], 0)
      // As players do: the first piece is marked, those behind it are not.
      let rest = bytes.dropFirst(Int(start + offset))
      expectEqual(parse(stream, rest.prefix(500), .discontinuity), noErr, "\(name)")
      expectEqual(parse(stream, rest.dropFirst(500)), noErr, "\(name)")
      #expect(listener.bytes.count > 0 && listener.bytes == all.suffix(listener.bytes.count), "\(name)")
      if !flags.contains(.offsetIsEstimated) { expectEqual(listener.packetCount, count - Int(target), "\(name)") }
      withExtendedLifetime(listener) {}
    }
  }

  @Test("A stream whose packets can only be read in order goes nowhere")
  func seeking() throws {
    let listener = Listener()
    let stream = try open(0, listener)
    defer { AudioFileStreamClose(stream) }
    expectEqual(parse(stream, try Self.adif()), noErr)
    expectGreater(listener.packetCount, 10)
    var (offset, flags): (Int64, AudioFileStreamSeekFlags) = (0, [])
    expectEqual(AudioFileStreamSeek(stream, 5, &offset, &flags), kAudioFileStreamError_IllegalOperation)
    withExtendedLifetime(listener) {}
  }

  @Test("After a loss within the header the file may come from its start, and nothing else may")
  func lossOfHeader() throws {
    let bytes = try Fixture.bytes("glockenspiel-aac-eld.m4a")
    for hint in [0, kAudioFileM4AType] {
      let listener = Listener()
      let again = try open(hint, listener)
      expectEqual(parse(again, bytes.prefix(100)), noErr)
      expectEqual(parse(again, bytes, .discontinuity), noErr)
      #expect(listener.isReady && listener.packetCount > 0)
      expectEqual(AudioFileStreamClose(again), noErr)

      let lost = try open(hint, listener)
      expectEqual(parse(lost, bytes.prefix(100)), noErr)
      // What looks like a box that is smaller than its header; without a hint, like no file at all.
      let start: [UInt8] = hint == 0 ? [] : [0, 0, 0, 4] + Array("moov".utf8)
      let middle = start + [UInt8](repeating: 0x20, count: 1 << 21)
      let status = parse(lost, middle, .discontinuity)
      expectEqual(status, kAudioFileStreamError_DiscontinuityCantRecover, "\(hint)")
      expectEqual(parse(lost, [0]), kAudioFileStreamError_DiscontinuityCantRecover)
      expectEqual(AudioFileStreamClose(lost), noErr)

      // Nothing was lost where nothing had come.
      let first = try open(hint, listener)
      let other = parse(first, middle, .discontinuity)
      expectEqual(
        other, hint == 0 ? kAudioFileStreamError_UnsupportedFileType : kAudioFileStreamError_InvalidFile, "\(hint)")
      expectEqual(AudioFileStreamClose(first), noErr)
      withExtendedLifetime(listener) {}
    }
  }
}
