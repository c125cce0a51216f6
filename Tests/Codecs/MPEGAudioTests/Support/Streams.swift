import AudioBase
import Foundation
import MPEGAudioCodec
import MPEGAudioFrames
import TestSupport

/// The frames of a stream, cut apart at their headers.
struct FrameList {
  var header: MPEGAudioHeader
  var packets: [[UInt8]] = []

  /// Cuts a stream of known bit rates apart; leaves out an info frame and what is no frame.
  init?(_ bytes: [UInt8]) {
    var place = FrameList.firstFrame(bytes)
    guard let first = MPEGAudioHeader(bytes.span, at: place) else { return nil }
    header = first
    while let next = MPEGAudioHeader(bytes.span, at: place), next.agrees(with: first),
      let size = next.frameByteCount, size <= bytes.count - place
    {
      packets.append(Array(bytes[place..<(place + size)]))
      place += size
    }
    if let info = packets.first, FrameList.isInfo(info) { packets.removeFirst() }
  }

  /// Behind an ID3v2 tag, where there is one.
  private static func firstFrame(_ bytes: [UInt8]) -> Int {
    guard bytes.count > 10, bytes.starts(with: Array("ID3".utf8)) else { return 0 }
    return 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
  }

  private static func isInfo(_ packet: [UInt8]) -> Bool {
    let text = String(decoding: packet.prefix(64), as: UTF8.self)
    return ["Xing", "Info", "VBRI"].contains { text.contains($0) }
  }

  /// The frames of a fixture.
  static func fixture(_ name: String) -> FrameList? {
    FrameList(SharedFiles.bytes(SharedFiles.fixtures.appending(path: "MPEGAudio/\(name)")))
  }
}

/// Every 16th frame of a fixture's sound, channels interleaved, made by another decoder.
func reference(of fixture: String) -> [Float] {
  let name = fixture.prefix { $0 != "." }
  let bytes = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "MPEGAudio/\(name).ref"))
  return floats(bytes)
}

/// A decoder of either kind, and the sound that came out of it.
struct TestDecoder: ~Copyable {
  private var decoder: any PacketDecoder & ~Copyable
  private(set) var block: PCMBlock
  /// All sound so far, channels interleaved.
  private(set) var sound: [Float] = []
  /// What was remarked about the last packet.
  private(set) var remark: CodecError?
  let prerollPacketCount: Int

  init(_ header: MPEGAudioHeader) throws {
    try self.init(header.format)
  }

  init(_ format: StreamFormat) throws {
    decoder = try MPEGAudioCodec.descriptor.makeDecoder(CodedStream(format: format))
    prerollPacketCount = decoder.prerollPacketCount
    block = PCMBlock(channelCount: format.channelsPerFrame, capacity: 1152)
  }

  /// Whether the last block holds numbers only.
  var hasFiniteBlock: Bool {
    (0..<block.channelCount).allSatisfy { channel in
      let plane = block.channel(channel)
      return plane.indices.allSatisfy { plane[$0].isFinite }
    }
  }

  mutating func decode(_ packet: [UInt8]) throws(CodecError) {
    try decoder.decode(packet.span, frameCount: 0, into: &block)
    remark = decoder.remark
    collect()
  }

  mutating func conceal() {
    decoder.conceal(into: &block)
    collect()
  }

  mutating func reset() {
    decoder.reset()
    sound = []
  }

  private mutating func collect() {
    for frame in 0..<block.frameCount {
      for channel in 0..<block.channelCount { sound.append(block.channel(channel)[frame]) }
    }
  }
}

/// All sound of a stream.
func decodeAll(_ frames: FrameList) throws -> [Float] {
  var decoder = try TestDecoder(frames.header)
  for packet in frames.packets { try decoder.decode(packet) }
  return decoder.sound
}

/// The root of the mean square of a difference, and its peak.
func deviation(_ ours: [Float], _ theirs: [Float]) -> (rms: Double, peak: Double) {
  var sum = 0.0
  var peak = 0.0
  for (value, wanted) in zip(ours, theirs) {
    let error = abs(Double(value) - Double(wanted))
    sum += error * error
    peak = max(peak, error)
  }
  let count = min(ours.count, theirs.count)
  return count == 0 ? (.infinity, .infinity) : ((sum / Double(count)).squareRoot(), peak)
}

/// ISO/IEC 11172-4's full accuracy: rms below 2^-15 / √12, peak at most 2^-14.
let fullAccuracy = (rms: 1 / 32768 / 12.0.squareRoot(), peak: 1.0 / 16384)
