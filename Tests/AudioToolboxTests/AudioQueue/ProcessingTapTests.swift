import AudioToolbox
import Foundation
import Testing

@Suite("Audio queues: processing taps")
struct ProcessingTapTests {
  private final class Seen: @unchecked Sendable {
    var flags: [AudioQueueProcessingTapFlags] = []
    var frames: [UInt32] = []
    var first: [Float] = []
    var queueTimes: [Double] = []
    var statuses: [OSStatus] = []
  }

  /// Negates what comes, and notes it.
  private static let negate: AudioQueueProcessingTapCallback = { data, tap, count, time, flags, made, list in
    let seen = Unmanaged<Seen>.fromOpaque(data).takeUnretainedValue()
    var told: AudioQueueProcessingTapFlags = []
    seen.statuses.append(AudioQueueProcessingTapGetSourceAudio(tap, count, time, &told, made, list))
    flags.pointee = told
    let buffers = UnsafeMutableAudioBufferListPointer(list)
    for buffer in buffers {
      let samples = UnsafeMutableBufferPointer<Float>(buffer)
      for index in samples.indices { samples[index] = -samples[index] }
    }
    let samples = UnsafeMutableBufferPointer<Float>(buffers[0])
    var place = (0.0, UInt32(0))
    seen.statuses.append(AudioQueueProcessingTapGetQueueTime(tap, &place.0, &place.1))
    if made.pointee > 0 {
      seen.queueTimes.append(place.0)
      seen.first.append(samples[0])
      seen.flags.append(told)
      seen.frames.append(made.pointee)
    }
  }

  private func tap(
    _ queue: AudioQueueRef, _ seen: Seen, _ flags: AudioQueueProcessingTapFlags
  ) -> (OSStatus, AudioQueueProcessingTapRef?, AudioStreamBasicDescription) {
    var tap: AudioQueueProcessingTapRef?
    var largest: UInt32 = 0
    var format = AudioStreamBasicDescription()
    let data = Unmanaged.passUnretained(seen).toOpaque()
    let status = AudioQueueProcessingTapNew(queue, Self.negate, data, flags, &largest, &format, &tap)
    if status == noErr { #expect(largest >= 512) }
    return (status, tap, format)
  }

  @Test("A tap changes what is heard, before and after the effects, until it is disposed of")
  func changing() throws {
    let player = try QueuePlayer(.floats(rate: 8000, channels: 2))
    player.onBuffer = { _, _ in }
    defer { player.dispose() }
    var format = AudioStreamBasicDescription.floats(rate: 8000, channels: 2)
    #expect(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil) == noErr)
    let (before, after) = (Seen(), Seen())
    let (status, first, made) = tap(player.queue, before, .preEffects)
    #expect(status == noErr)
    #expect(made.mSampleRate == 8000)
    #expect(made.mChannelsPerFrame == 2)
    #expect(made.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0)
    #expect(made.mBytesPerFrame == 4)
    #expect(tap(player.queue, after, .preEffects).0 == kAudioQueueErr_TooManyTaps)
    let samples = (0..<40).map(Float.init)
    #expect(player.enqueue(samples, try player.allocate()).status == noErr)
    #expect(AudioQueueStart(player.queue, nil) == noErr)
    #expect(floats(try player.renderOffline(5, bytesPerFrame: 8, calls: 1)) == samples[0..<10].map { -$0 })
    let (second, other, _) = tap(player.queue, after, .postEffects)
    #expect(second == noErr)
    #expect(floats(try player.renderOffline(5, bytesPerFrame: 8, calls: 1)) == Array(samples[10..<20]))
    #expect(AudioQueueProcessingTapDispose(try #require(first)) == noErr)
    #expect(AudioQueueProcessingTapDispose(try #require(first)) == kAudio_ParamError)
    #expect(floats(try player.renderOffline(5, bytesPerFrame: 8, calls: 1)) == samples[20..<30].map { -$0 })
    #expect(AudioQueueProcessingTapDispose(try #require(other)) == noErr)
    #expect(floats(try player.renderOffline(9, bytesPerFrame: 8)) == Array(samples[30...]))
    #expect(before.statuses.allSatisfy { $0 == noErr })
    #expect(before.frames == [5, 5])
    #expect(before.queueTimes == [0, 5])
    #expect(before.flags[0].contains(.startOfStream))
    #expect(!before.flags[1].contains(.startOfStream))
  }

  @Test("A siphon sees everything and changes nothing")
  func siphon() throws {
    let player = try QueuePlayer(.floats(rate: 8000))
    player.onBuffer = { _, _ in }
    defer { player.dispose() }
    var format = AudioStreamBasicDescription.floats(rate: 8000)
    #expect(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil) == noErr)
    let seen = Seen()
    let (status, made, _) = tap(player.queue, seen, [.preEffects, .siphon])
    #expect(status == noErr)
    #expect(player.enqueue([1, 2, 3, 4], try player.allocate()).status == noErr)
    #expect(AudioQueueStart(player.queue, nil) == noErr)
    #expect(floats(try player.renderOffline(3, bytesPerFrame: 4)) == [1, 2, 3, 4])
    #expect(seen.first == [-1, -4])
    #expect(seen.frames == [3, 1])
    #expect(AudioQueueProcessingTapDispose(try #require(made)) == noErr)
  }

  @Test("Taps of no kind, and questions at the wrong time, are refused")
  func mistakes() throws {
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    let seen = Seen()
    for flags in [
      [], [.preEffects, .postEffects], .siphon, [.preEffects, .startOfStream],
      [.postEffects, AudioQueueProcessingTapFlags(rawValue: 1 << 20)],
    ] as [AudioQueueProcessingTapFlags] {
      #expect(tap(player.queue, seen, flags).0 == kAudioQueueErr_InvalidTapType)
    }
    let handle = try #require(tap(player.queue, seen, .postEffects).1)
    var time = AudioTimeStamp()
    var flags: AudioQueueProcessingTapFlags = []
    var count: UInt32 = 0
    var sampleTime = 0.0
    var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer())
    #expect(
      AudioQueueProcessingTapGetSourceAudio(handle, 1, &time, &flags, &count, &list)
        == kAudioQueueErr_InvalidTapContext)
    #expect(AudioQueueProcessingTapGetQueueTime(handle, &sampleTime, &count) == kAudioQueueErr_InvalidTapContext)
    #expect(AudioQueueProcessingTapDispose(handle) == noErr)
    #expect(AudioQueueProcessingTapGetQueueTime(handle, &sampleTime, &count) == kAudio_ParamError)
  }
}
