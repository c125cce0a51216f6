import AudioBase
import Foundation
import MPEGAudioCodec
import MPEGAudioFrames
import PacketInspection
import TestSupport
import Testing

@Suite struct MPEGAudioInspectionTests {
  /// The frames of a fixture, cut by their headers.
  private func frames(_ name: String) throws -> [[UInt8]] {
    let bytes = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "MPEGAudio/" + name))
    var frames: [[UInt8]] = []
    var place = 0
    while let header = MPEGAudioHeader(bytes.span, at: place), let count = header.frameByteCount,
      place + count <= bytes.count
    {
      frames.append(Array(bytes[place..<place + count]))
      place += count
    }
    return frames
  }

  @Test(
    "joint stereo, main_data_begin and block types are those of the bits",
    arguments: ["l3-lame-44100-joint.mp3", "l3-mpeg1-44100-joint.mp3", "l3-mpeg2-22050-joint.mp3"])
  func layerIII(name: String) throws {
    let frames = try frames(name)
    expectGreaterOrEqual(frames.count, 3)
    let firstFrame = frames[0]
    let first = MPEGAudioHeader(firstFrame.span, at: 0)
    let header = try required(first)
    let format = StreamFormat(formatID: .mpegLayer3, sampleRate: Double(header.sampleRate), channelsPerFrame: 2)
    var inspector = try MPEGAudioCodec.inspector.makeInspector(CodedStream(format: format))
    let isMPEG1 = header.version == .one
    for frame in frames {
      let found = try inspector.inspect(frame.span)
      func value(_ property: String, _ scope: String = "") -> Int? {
        inspector.properties.firstIndex { $0.name == property && $0.scope == scope }.flatMap { found[$0] }
      }
      // ISO/IEC 11172-3, 2.4.1.3 and 2.4.1.7; ISO/IEC 13818-3, 2.4.1.7, bit by bit.
      let joint = frame[3] >> 6 == 1
      expectEqual(value("M/S"), joint && frame[3] & 0x20 != 0 ? 1 : 0)
      expectEqual(value("intensity"), joint && frame[3] & 0x10 != 0 ? 1 : 0)
      var place = 8 * (frame[1] & 1 == 0 ? 6 : 4)
      func bits(_ count: Int) -> Int {
        defer { place += count }
        return (place..<place + count).reduce(0) { value, bit -> Int in
          let isSet = frame[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
          return value * 2 + (isSet ? 1 : 0)
        }
      }
      expectEqual(value("main_data_begin"), bits(isMPEG1 ? 9 : 8))
      _ = bits(isMPEG1 ? 3 + 8 : 2)
      for granule in 1...(isMPEG1 ? 2 : 1) {
        for channel in ["L", "R"] {
          let scope = "\(channel) granule \(granule)"
          expectEqual(value("main data", scope), bits(12))
          _ = bits(9 + 8 + (isMPEG1 ? 4 : 9))
          var type = 0
          if bits(1) == 1 {
            let (block, mixed) = (bits(2), bits(1))
            // Told as normal, start, stop, mixed, short.
            type = [0, 1, mixed == 1 ? 3 : 4, 2][block]
            _ = bits(10 + 9)
          } else {
            _ = bits(15 + 4 + 3)
          }
          expectEqual(value("block type", scope), type)
          _ = bits(isMPEG1 ? 3 : 2)
        }
      }
    }
  }

  @Test("any bytes are read or refused")
  func anyBytes() throws {
    let format = StreamFormat(formatID: .mpegLayer3, sampleRate: 44_100, channelsPerFrame: 2)
    var inspector = try MPEGAudioCodec.inspector.makeInspector(CodedStream(format: format))
    let frames = try frames("l3-lame-44100-joint.mp3")
    var random = SplitMix64(seed: 3)
    var refused = 0
    for round in 0..<2000 {
      var frame = frames[round % frames.count]
      if round % 3 == 0 { frame = Array(frame.prefix(Int.random(in: 0...frame.count, using: &random))) }
      for _ in 0..<3 where !frame.isEmpty {
        frame[Int.random(in: 0..<min(40, frame.count), using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do throws(CodecError) { _ = try inspector.inspect(frame.span) } catch { refused += 1 }
    }
    expectGreater(refused, 500)
  }
}
