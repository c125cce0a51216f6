import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioFiles
import AudioPlayback
import Foundation
import TestSupport
import Testing

@Suite("Samples of a track")
struct TrackSourceTests {
  /// Reads frames until the end, in blocks of a size.
  private func all(of source: TrackSource, blockLength: Int) throws -> [[Float]] {
    var block = PCMBlock(channelCount: source.channelCount, capacity: blockLength)
    var channels = [[Float]](repeating: [], count: source.channelCount)
    while true {
      let count = try source.read(into: &block)
      for channel in channels.indices {
        for index in 0..<count { channels[channel].append(block.planes[channel * block.capacity + index]) }
      }
      if count < blockLength { return channels }
    }
  }

  private func source(_ path: String, _ output: SampleRequest = SampleRequest()) throws -> TrackSource {
    let file = try MediaFile(path: path, containers: Catalog.standard.containers)
    return try TrackSource(of: file.reader, track: 0, as: output, codecs: Catalog.standard.codecs)
  }

  @Test("Frames are those of the file, from a frame on that was sought", arguments: [1, 100, 4096])
  func plain(blockLength: Int) throws {
    let folder = try PlaybackFolder()
    let ramp = (0..<5000).map { Float($0 - 2500) / 32768 }
    try makeFile(folder.file("ramp.wav"), sampleRate: 8000, channels: [ramp, ramp.reversed()])
    let source = try source(folder.file("ramp.wav"))
    expectEqual(source.frameCount, 5000)
    try expectEqual(all(of: source, blockLength: blockLength), [ramp, ramp.reversed()])
    try source.seek(toFrame: 1234)
    try expectEqual(all(of: source, blockLength: blockLength)[0], Array(ramp[1234...]))
    try source.seek(toFrame: .max)
    #expect(try all(of: source, blockLength: blockLength)[0].isEmpty)
    try source.seek(toFrame: -5)
    try expectEqual(all(of: source, blockLength: blockLength)[0].count, 5000)
  }

  @Test("A rate is converted: a sine stays one, as long as before, and a mono file sounds from both sides")
  func conversion() throws {
    let folder = try PlaybackFolder()
    let sine = (0..<8000).map { Float(0.5 * sin(Double($0) / 8000 * 2 * .pi * 440)) }
    try makeFile(folder.file("sine.wav"), sampleRate: 8000, channels: [sine])
    let output = SampleRequest(sampleRate: 44_100, layout: ChannelLayout([.left, .right]))
    let channels = try all(of: try source(folder.file("sine.wav"), output), blockLength: 777)
    expectEqual(channels[0].count, 44_100)
    expectEqual(channels[0], channels[1])
    for frame in 2000..<42_000 {
      // 16 bits round by 1.5e-5, and the filter is 130 dB down.
      expectLess(abs(Double(channels[0][frame]) - 0.5 * sin(Double(frame) / 44_100 * 2 * .pi * 440)), 5e-5)
    }
  }

  @Test("Stereo is mixed where there is one loudspeaker")
  func mixing() throws {
    let folder = try PlaybackFolder()
    let (left, right) = ([Float](repeating: 0.25, count: 600), [Float](repeating: -0.25, count: 600))
    try makeFile(folder.file("a.wav"), sampleRate: 8000, channels: [left, right])
    let output = SampleRequest(layout: ChannelLayout([.center]))
    let channels = try all(of: try source(folder.file("a.wav"), output), blockLength: 64)
    #expect(channels.count == 1 && channels[0].count == 600)
    #expect(channels[0].allSatisfy { abs($0) < 1e-6 })
  }

  @Test("Places that are sought in a compressed file are those of decoding it whole")
  func compressedSeeking() throws {
    let path = SharedFiles.fixtures.appending(path: "glockenspiel-aac-eld.m4a").path
    let whole = try all(of: try source(path), blockLength: 4096)
    expectEqual(whole[0].count, 176_400)
    let later = try source(path)
    for frame in [100_000, 480, 176_399] {
      try later.seek(toFrame: Int64(frame))
      try expectEqual(all(of: later, blockLength: 1000), whole.map { Array($0[frame...]) })
    }
  }
}

@Suite("Samples of a track whose stream changes")
struct ChangingTrackSourceTests {
  /// Frames of ADTS: LC, with an index of the rate and a number of channels.
  private static func frames(_ name: String, rateIndex: UInt8, channels: UInt8) -> [UInt8] {
    let dump = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "AAC/\(name).dump"))
    return adtsFrames(packetsOfDump(dump), rateIndex: rateIndex, channels: channels)
  }

  private static let stereo = frames("lc_44100_st_128k_syn_burst", rateIndex: 4, channels: 2)
  private static let mono = frames("lc_24000_mo_32k_harpsi", rateIndex: 6, channels: 1)

  private func source(_ bytes: [UInt8], _ output: SampleRequest = SampleRequest()) throws -> TrackSource {
    let file = try MediaFile(source: MemoryByteSource(bytes), name: nil, containers: Catalog.standard.containers)
    return try TrackSource(of: file.reader, track: 0, as: output, codecs: Catalog.standard.codecs)
  }

  private func all(of source: TrackSource) throws -> [[Float]] {
    var block = PCMBlock(channelCount: source.channelCount, capacity: 1000)
    var channels = [[Float]](repeating: [], count: source.channelCount)
    while true {
      let count = try source.read(into: &block)
      for channel in channels.indices {
        for index in 0..<count { channels[channel].append(block.planes[channel * block.capacity + index]) }
      }
      if count < 1000 { return channels }
    }
  }

  @Test("All parts sound, at the rate and from the sides of the first, and can be sought")
  func parts() throws {
    let part = try all(of: source(Self.stereo))
    let source = try source(Self.stereo + Self.mono + Self.stereo)
    // 20,480 frames of 24 kHz are 37,632 of 44.1 kHz, between twice 20,480.
    expectEqual(source.frameCount, 78_592)
    let whole = try all(of: source)
    expectEqual(whole.map(\.count), [78_592, 78_592])
    for channel in 0..<2 {
      expectEqual(Array(whole[channel].prefix(20_480)), part[channel])
      expectEqual(Array(whole[channel].suffix(20_480)), part[channel])
    }
    expectEqual(Array(whole[0][20_480..<58_112]), Array(whole[1][20_480..<58_112]))
    #expect(whole[0][20_480..<58_112].contains { abs($0) > 0.01 })
    for frame: Int64 in [63_112, 58_112, 30_000, 100] {
      try source.seek(toFrame: frame)
      let rest = try all(of: source)
      expectLessOrEqual(abs(rest[0].count - (78_592 - Int(frame))), 2)
      expectEqual(rest[0].suffix(15_000), whole[0].suffix(15_000))
    }
  }
}
