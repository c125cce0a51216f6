import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Audio queues: offline rendering")
struct OfflineRenderTests {
  private let aac = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 1024)

  private func player(_ name: String, perBuffer: Int) throws -> (QueuePlayer, [[UInt8]], [UInt8]) {
    let (packets, cookie) = try Fixture.dump(name)
    let player = try QueuePlayer(aac, packets, perBuffer: perBuffer)
    expectEqual(player.set(kAudioQueueProperty_MagicCookie, cookie), noErr)
    return (player, packets, cookie)
  }

  private func start(_ player: QueuePlayer, _ format: AudioStreamBasicDescription, buffers: Int = 2) throws {
    var format = format
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    for _ in 0..<buffers { player.fill(try player.allocate()) }
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
  }

  @Test(
    "A file that is played sounds to the bit as the converter makes it, whatever the portions",
    arguments: [(1, 1, UInt32(1000)), (3, 2, 1024), (7, 3, 4096), (2, 1, 333)])
  func equalsConverter(perBuffer: Int, buffers: Int, frames: UInt32) throws {
    let (player, packets, cookie) = try player("lc_44100_st_128k_syn_burst", perBuffer: perBuffer)
    defer { player.dispose() }
    let output = AudioStreamBasicDescription.floats(channels: 2)
    try start(player, output, buffers: buffers)
    #expect(player.isRunning)
    let expected = try converted(packets, from: aac, cookie: cookie, to: output)
    expectEqual(expected.count, packets.count * 1024 * 8)
    try expectEqual(player.renderOffline(frames, bytesPerFrame: 8), expected)
    #expect(!player.isRunning)
    #expect(player.statuses.allSatisfy { $0 == noErr })
    expectEqual(player.properties, [kAudioQueueProperty_IsRunning, kAudioQueueProperty_IsRunning])
  }

  @Test("16-bit samples come as the converter rounds them")
  func integers() throws {
    let (player, packets, cookie) = try player("lc_44100_st_128k_syn_burst", perBuffer: 5)
    defer { player.dispose() }
    try start(player, .pcm())
    let expected = try converted(packets, from: aac, cookie: cookie, to: .pcm())
    try expectEqual(player.renderOffline(1024, bytesPerFrame: 4), expected)
  }

  @Test("AAC in ADTS frames sounds like the packets in them, without a cookie")
  func framedPackets() throws {
    let (packets, cookie) = try Fixture.dump("lc_44100_st_128k_syn_burst")
    let player = try QueuePlayer(aac, packets.map { inADTSFrame($0) }, perBuffer: 3)
    defer { player.dispose() }
    let output = AudioStreamBasicDescription.floats(channels: 2)
    try start(player, output)
    let expected = try converted(packets, from: aac, cookie: cookie, to: output)
    try expectEqual(player.renderOffline(1024, bytesPerFrame: 8), expected)
  }

  @Test("Another rate makes as many frames as last as long")
  func otherRate() throws {
    let (player, packets, cookie) = try player("lc_44100_st_128k_syn_burst", perBuffer: 5)
    defer { player.dispose() }
    let output = AudioStreamBasicDescription.floats(rate: 48000, channels: 2)
    try start(player, output)
    let made = floats(try player.renderOffline(1000, bytesPerFrame: 8))
    let expected = floats(try converted(packets, from: aac, cookie: cookie, to: output))
    let frameCount = Int((Double(packets.count * 1024) * 48000 / 44100).rounded(.up))
    expectEqual(made.count, 2 * frameCount)
    expectEqual(made.count, expected.count)
    #expect(zip(made, expected).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test("Apple Lossless comes as it was")
  func lossless() throws {
    // A packet's samples are what the converter gives, which other tests hold against FFmpeg.
    var format = AudioStreamBasicDescription.pcm()
    var alac = AudioStreamBasicDescription.coded(kAudioFormatAppleLossless, frames: 4096)
    var generator = SplitMix64(seed: 7)
    let samples = (0..<9000).map { _ in Int16(truncatingIfNeeded: generator.next()) }
    let bytes = samples.withUnsafeBytes { Array($0) }
    let encoder = try makeConverter(format, alac)
    defer { AudioConverterDispose(encoder) }
    let feed = PacketFeed([bytes])
    feed.bytesPerPacket = 4
    var packets: [[UInt8]] = []
    while true {
      let result = fill(encoder, feed, packets: 1, room: 1 << 16)
      if result.packets == 0 { break }
      packets.append(result.bytes)
    }
    var cookie = [UInt8](repeating: 0, count: 256)
    var size: UInt32 = 256
    expectEqual(AudioConverterGetProperty(encoder, kAudioConverterCompressionMagicCookie, &size, &cookie), noErr)
    alac.mFormatFlags = kAppleLosslessFormatFlag_16BitSourceData
    let player = try QueuePlayer(alac, packets, perBuffer: 1)
    defer { player.dispose() }
    expectEqual(player.set(kAudioQueueProperty_MagicCookie, Array(cookie.prefix(Int(size)))), noErr)
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    player.fill(try player.allocate())
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(Array(try player.renderOffline(777, bytesPerFrame: 4).prefix(bytes.count)), bytes)
  }

  @Test("No frames cost nothing, and a queue that runs dry goes on with what comes next")
  func starving() throws {
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    player.onBuffer = { _, _ in }
    var format = AudioStreamBasicDescription.floats()
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    let buffer = try player.allocate()
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    try expectEqual(player.renderOffline(0, bytesPerFrame: 4, calls: 1), [])
    expectEqual(player.enqueue([1, 2, 3], buffer).status, noErr)
    expectEqual(floats(try player.renderOffline(2, bytesPerFrame: 4, calls: 1)), [1, 2])
    expectEqual(player.returned, [])
    expectEqual(floats(try player.renderOffline(2, bytesPerFrame: 4, calls: 1)), [3])
    expectEqual(player.returned, [buffer])
    #expect(player.isRunning)
    expectEqual(player.time, 3)
    expectEqual(player.enqueue([4], buffer).status, noErr)
    expectEqual(floats(try player.renderOffline(2, bytesPerFrame: 4, calls: 1)), [4])
  }

  @Test("Frames are cut off at both ends, exactly, and buffers follow without a gap")
  func trimming() throws {
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    player.onBuffer = { _, _ in }
    var format = AudioStreamBasicDescription.floats()
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    let ramp = (0..<5000).map(Float.init)
    let starts = try [(1000, 1), (0, 3999), (4999, 0), (3000, 3000), (0, 0)].map { trim in
      let result = player.enqueue(ramp, try player.allocate(), trim: (UInt32(trim.0), UInt32(trim.1)))
      expectEqual(result.status, noErr)
      return result.start
    }
    expectEqual(starts, [0, 3999, 5000, 5001, 5001])
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    let made = floats(try player.renderOffline(611, bytesPerFrame: 4))
    expectEqual(made, Array(ramp[1000..<4999]) + Array(ramp[0..<1001]) + [4999] + ramp)
    expectEqual(player.returned.count, 5)
  }

  @Test("AAC without its priming and remainder is the recording")
  func trimmingPackets() throws {
    let (player, packets, cookie) = try player("lc_44100_st_128k_syn_burst", perBuffer: 1)
    defer { player.dispose() }
    player.onBuffer = { _, _ in }
    var output = AudioStreamBasicDescription.floats(channels: 2)
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &output, nil), noErr)
    for (index, packet) in packets.prefix(6).enumerated() {
      let buffer = try player.allocate()
      packet.withUnsafeBytes { buffer.pointee.mAudioData.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
      buffer.pointee.mAudioDataByteSize = UInt32(packet.count)
      var place = AudioStreamPacketDescription(
        mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
      let trim: (UInt32, UInt32) = (index < 2 ? 1024 : index == 2 ? 64 : 0, index == 5 ? 500 : 0)
      expectEqual(
        AudioQueueEnqueueBufferWithParameters(player.queue, buffer, 1, &place, trim.0, trim.1, 0, nil, nil, nil), noErr)
    }
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    let expected = try converted(Array(packets.prefix(6)), from: aac, cookie: cookie, to: output)
    let made = try player.renderOffline(1024, bytesPerFrame: 8)
    expectEqual(made, Array(expected[(2112 * 8)..<((6144 - 500) * 8)]))
  }

  @Test("A packet that cannot be decoded is silent for its frames, whatever its description says of a constant number")
  func damagedPacket() throws {
    let (player, packets, _) = try player("lc_44100_st_128k_syn_burst", perBuffer: 1)
    defer { player.dispose() }
    player.onBuffer = { _, _ in }
    var output = AudioStreamBasicDescription.floats(channels: 2)
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &output, nil), noErr)
    // The third begins as the end of a block, where no channel has come yet.
    for (index, packet) in packets.prefix(4).enumerated() {
      let bytes = index == 2 ? [UInt8](repeating: 0xFF, count: 40) : packet
      let buffer = try player.allocate()
      bytes.withUnsafeBytes { buffer.pointee.mAudioData.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
      buffer.pointee.mAudioDataByteSize = UInt32(bytes.count)
      var place = AudioStreamPacketDescription(
        mStartOffset: 0, mVariableFramesInPacket: 1, mDataByteSize: UInt32(bytes.count))
      expectEqual(AudioQueueEnqueueBuffer(player.queue, buffer, 1, &place), noErr)
    }
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    try expectEqual(player.renderOffline(1024, bytesPerFrame: 8).count, 4 * 1024 * 8)
  }

  @Test("A buffer waits for its start time in silence, and is not late where it is past")
  func startTimes() throws {
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    player.onBuffer = { _, _ in }
    var format = AudioStreamBasicDescription.floats()
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    expectEqual(player.enqueue([1, 2], try player.allocate(), start: 3).start, 3)
    expectEqual(player.enqueue([3], try player.allocate()).start, 5)
    expectEqual(player.enqueue([4], try player.allocate(), start: 2).start, 6)
    expectEqual(player.enqueue([5], try player.allocate(), start: 9).start, 9)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(floats(try player.renderOffline(4, bytesPerFrame: 4)), [0, 0, 0, 1, 2, 3, 4, 0, 0, 5])
  }

  @Test("Parameters hold from the first frame of the buffer that brings them")
  func parameterEvents() throws {
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    player.onBuffer = { _, _ in }
    var format = AudioStreamBasicDescription.floats()
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    let ones = [Float](repeating: 1, count: 5)
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_Volume, 0.5), noErr)
    expectEqual(player.enqueue(ones, try player.allocate()).status, noErr)
    let quarter = AudioQueueParameterEvent(mID: kAudioQueueParam_Volume, mValue: 0.25)
    expectEqual(player.enqueue(ones, try player.allocate(), parameters: [quarter]).status, noErr)
    expectEqual(player.enqueue(ones, try player.allocate()).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    let made = floats(try player.renderOffline(7, bytesPerFrame: 4))
    expectEqual(made, [Float](repeating: 0.5, count: 5) + [Float](repeating: 0.25, count: 10))
    var volume: Float = 0
    expectEqual(AudioQueueGetParameter(player.queue, kAudioQueueParam_Volume, &volume), noErr)
    expectEqual(volume, 0.25)
    let wrong = AudioQueueParameterEvent(mID: 99, mValue: 0)
    expectEqual(
      player.enqueue(ones, try player.allocate(), parameters: [wrong]).status, kAudioQueueErr_InvalidParameter)
  }

  @Test("The volume goes to its new value by a ramp, and pan lowers the other side")
  func rampAndPan() throws {
    let player = try QueuePlayer(.floats(rate: 1000, channels: 2))
    defer { player.dispose() }
    player.onBuffer = { _, _ in }
    var format = AudioStreamBasicDescription.floats(rate: 1000, channels: 2)
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    expectEqual(player.enqueue([Float](repeating: 1, count: 40), try player.allocate()).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(floats(try player.renderOffline(2, bytesPerFrame: 8, calls: 1)), [1, 1, 1, 1])
    // Eight frames at 1000 Hz.
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_VolumeRampTime, 0.008), noErr)
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_Volume, 0), noErr)
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_Pan, 0.5), noErr)
    let made = floats(try player.renderOffline(10, bytesPerFrame: 8, calls: 1))
    let right = [7, 6, 5, 4, 3, 2, 1, 0, 0, 0].map { Float($0) / 8 }
    for frame in 0..<10 {
      expectLess(abs(made[2 * frame + 1] - right[frame]), 1e-6)
      expectLess(abs(made[2 * frame] - right[frame] / 2), 1e-6)
    }
  }

  @Test("A packet that cannot be decoded is silent for as long as it lasts, and is told")
  func damage() throws {
    let (packets, cookie) = try Fixture.dump("lc_44100_st_128k_syn_burst")
    // The middle one ends in the midst.
    let player = try QueuePlayer(aac, [packets[0], Array(packets[1].prefix(30)), packets[1]], perBuffer: 3)
    defer { player.dispose() }
    expectEqual(player.set(kAudioQueueProperty_MagicCookie, cookie), noErr)
    expectEqual(player.number(kAudioQueueProperty_ConverterError), 0)
    try start(player, .floats(channels: 2), buffers: 1)
    let made = try player.renderOffline(1024, bytesPerFrame: 8)
    expectEqual(made.count, 3 * 1024 * 8)
    #expect(made[(1024 * 8)..<(2048 * 8)].allSatisfy { $0 == 0 })
    expectEqual(player.number(kAudioQueueProperty_ConverterError), UInt32(bitPattern: kAudioCodecBadDataError))
    #expect(player.properties.contains(kAudioQueueProperty_ConverterError))
  }

  @Test("What follows a flush has nothing to do with what precedes")
  func flushing() throws {
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    player.onBuffer = { _, _ in }
    var format = AudioStreamBasicDescription.floats(rate: 22050)
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    let noise = (0..<2000).map { Float(sin(Double($0 * $0) * 0.01)) }
    expectEqual(player.enqueue(noise, try player.allocate()).status, noErr)
    expectEqual(AudioQueueFlush(player.queue), noErr)
    expectEqual(player.enqueue(noise, try player.allocate()).status, noErr)
    expectEqual(AudioQueueFlush(player.queue), noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    let made = floats(try player.renderOffline(4000, bytesPerFrame: 4, calls: 1))
    expectEqual(made.count, 2000)
    expectEqual(Array(made.prefix(1000)), Array(made.suffix(1000)))
  }

  @Test("Twice as fast is an octave higher and half as long; at 1 nothing changes")
  func varispeed() throws {
    let tone = (0..<20000).map { Float(sin(Double($0) * 0.05)) }
    for rate in [Float(1), 2, 0.5] {
      let player = try QueuePlayer(.floats())
      defer { player.dispose() }
      player.onBuffer = { player, _ in AudioQueueStop(player.queue, false) }
      var format = AudioStreamBasicDescription.floats()
      expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
      expectEqual(player.set(kAudioQueueProperty_EnableTimePitch, [1, 0, 0, 0]), noErr)
      var algorithm = kAudioQueueTimePitchAlgorithm_Varispeed
      expectEqual(AudioQueueSetProperty(player.queue, kAudioQueueProperty_TimePitchAlgorithm, &algorithm, 4), noErr)
      expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_PlayRate, rate), noErr)
      expectEqual(player.enqueue(tone, try player.allocate(80000)).status, noErr)
      expectEqual(AudioQueueStart(player.queue, nil), noErr)
      let made = floats(try player.renderOffline(1000, bytesPerFrame: 4))
      expectEqual(made.count, Int(20000 / rate))
      if rate == 1 { expectEqual(made, tone) }
      let error = (200..<(made.count - 200)).map { abs(made[$0] - Float(sin(Double($0) * Double(rate) * 0.05))) }
      expectLess(error.max() ?? 1, 2e-3)
    }
  }

  @Test("Without time pitch the rate has no effect, and bypassed neither")
  func noTimePitch() throws {
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    player.onBuffer = { _, _ in }
    var format = AudioStreamBasicDescription.floats()
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_PlayRate, 2), noErr)
    expectEqual(player.enqueue([1, 2, 3, 4], try player.allocate()).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(floats(try player.renderOffline(9, bytesPerFrame: 4)), [1, 2, 3, 4])
    expectEqual(AudioQueueStop(player.queue, true), noErr)
    expectEqual(player.set(kAudioQueueProperty_EnableTimePitch, [1, 0, 0, 0]), noErr)
    expectEqual(player.set(kAudioQueueProperty_TimePitchBypass, [1, 0, 0, 0]), noErr)
    expectEqual(player.enqueue([5, 6, 7], try player.allocate()).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(player.set(kAudioQueueProperty_EnableTimePitch, [0, 0, 0, 0]), kAudioQueueErr_InvalidRunState)
    expectEqual(floats(try player.renderOffline(9, bytesPerFrame: 4)), [5, 6, 7])
  }

  @Test("Arguments that cannot be are refused")
  func mistakes() throws {
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    var time = AudioTimeStamp()
    let buffer = try player.allocate(40)
    expectEqual(AudioQueueOfflineRender(player.queue, &time, buffer, 10), kAudioQueueErr_InvalidOfflineMode)
    var planar = AudioStreamBasicDescription.pcm(32, isFloat: true, isPlanar: true)
    var coded = aac
    var broken = AudioStreamBasicDescription.floats()
    broken.mBytesPerFrame = 3
    for format in [planar, coded, broken] {
      var format = format
      expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), kAudioFormatUnsupportedDataFormatError)
    }
    _ = (planar.mFormatID, coded.mFormatID)
    planar = .floats()
    coded = .floats()
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &planar, &layout), kAudio_ParamError)
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Mono
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &planar, &layout), noErr)
    expectEqual(AudioQueueOfflineRender(player.queue, &time, buffer, 10), kAudioQueueErr_InvalidRunState)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(AudioQueueOfflineRender(player.queue, &time, buffer, 11), kAudio_ParamError)
    expectEqual(AudioQueueOfflineRender(player.queue, &time, buffer, .max), kAudio_ParamError)
    expectEqual(AudioQueueOfflineRender(player.queue, &time, buffer, 10), noErr)
    let other = try QueuePlayer(.floats())
    let foreign = try other.allocate()
    expectEqual(AudioQueueOfflineRender(player.queue, &time, foreign, 1), kAudioQueueErr_InvalidBuffer)
    other.dispose()
    buffer.pointee.mAudioDataByteSize = 8
    expectEqual(AudioQueueEnqueueBuffer(player.queue, buffer, 0, nil), noErr)
    expectEqual(AudioQueueOfflineRender(player.queue, &time, buffer, 1), kAudioQueueErr_BufferInQueue)
    // A format of none ends it.
    expectEqual(AudioQueueStop(player.queue, true), noErr)
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, nil, nil), noErr)
    expectEqual(AudioQueueOfflineRender(player.queue, &time, buffer, 1), kAudioQueueErr_InvalidOfflineMode)
  }
}
