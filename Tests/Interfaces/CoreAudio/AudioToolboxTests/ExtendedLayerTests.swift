import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Files whose headers tell of a core alone, and whose packets hold spectral band replication as well.
@Suite("Extended Audio File Services: packets that hold more than their header tells")
struct ExtendedLayerTests {
  private func value<Value: BitwiseCopyable>(
    _ file: ExtAudioFileRef, _ property: ExtAudioFilePropertyID, _ start: Value
  ) throws -> Value {
    var (value, size) = (start, UInt32(MemoryLayout<Value>.size))
    let status = ExtAudioFileGetProperty(file, property, &size, &value)
    if status != noErr { throw TestFailure(status: status) }
    return value
  }

  /// As many frames of two channels as there are, `wanted` at most.
  private func read(_ file: ExtAudioFileRef, _ wanted: Int) throws -> [Float] {
    var samples = [Float](repeating: 0, count: wanted * 2)
    var made = 0
    while made < wanted {
      var frames = UInt32(min(1000, wanted - made))
      let status = samples.withUnsafeMutableBytes { memory in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: 2, mDataByteSize: frames * 8, mData: memory.baseAddress.map { $0 + made * 8 }))
        return ExtAudioFileRead(file, &frames, &list)
      }
      if status != noErr { throw TestFailure(status: status) }
      if frames == 0 { break }
      made += Int(frames)
    }
    return Array(samples.prefix(made * 2))
  }

  @Test("HE-AAC in ADTS is read with its upper band, at twice the rate of its headers")
  func highEfficiency() throws {
    let (packets, configuration) = try Fixture.dump("hev1_44100_st_48k_syn_burst")
    // AAC-LC at 22.05 kHz is all that headers of ADTS can tell.
    let url = Fixture.temporary("aac")
    try Data(packets.flatMap { inADTSFrame($0, frequencyIndex: 7) }).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    var opened: ExtAudioFileRef?
    try #require(ExtAudioFileOpenURL(url as CFURL, &opened) == noErr)
    let file = try required(opened)
    defer { ExtAudioFileDispose(file) }
    let stored = try value(file, kExtAudioFileProperty_FileDataFormat, AudioStreamBasicDescription())
    expectEqual(stored.mFormatID, kAudioFormatMPEG4AAC)
    expectEqual(stored.mSampleRate, 22050)
    let client = try value(file, kExtAudioFileProperty_ClientDataFormat, AudioStreamBasicDescription())
    expectEqual(client.mSampleRate, 44100)
    try expectEqual(value(file, kExtAudioFileProperty_FileLengthFrames, Int64(0)), Int64(packets.count * 2048))
    var float = AudioStreamBasicDescription.pcm(32, isFloat: true)
    try #require(
      ExtAudioFileSetProperty(
        file, kExtAudioFileProperty_ClientDataFormat, UInt32(MemoryLayout.size(ofValue: float)), &float) == noErr)
    let coded = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC_HE, frames: 2048)
    let reference = try converted(packets, from: coded, cookie: configuration, to: float).withUnsafeBytes {
      Array($0.bindMemory(to: Float.self))
    }
    let all = try read(file, packets.count * 2048 + 1)
    let isSame = all == reference
    #expect(isSame)
    // Frames are counted at the rate of all of it. Behind a seek the upper band begins with less of a past.
    for frame in [0, 1, 2049, 9000, packets.count * 2048 - 700] {
      try #require(ExtAudioFileSeek(file, Int64(frame)) == noErr)
      let part = try read(file, 3000)
      expectEqual(part.count, min(3000, packets.count * 2048 - frame) * 2)
      let expected = reference[(frame * 2)...].prefix(part.count)
      let energy = expected.reduce(0) { $0 + $1 * $1 }
      let difference = zip(part, expected).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      expectLessOrEqual(difference, energy * 0.1 + 1e-6, "\(frame)")
      var told: Int64 = 0
      expectEqual(ExtAudioFileTell(file, &told), noErr)
      expectEqual(told, Int64(frame + part.count / 2))
    }
  }
}
