#if canImport(Glibc)
  import AudioDevices
  import AudioToolbox
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @Suite("Audio queues leave nothing behind", .serialized)
  struct QueueLifetimeTests {
    @Test("A thousand queues that were made, used and disposed of")
    func cycles() throws {
      let device = steppedDevice(rate: 48000, channels: 1, buffer: 64)
      defer { DeviceList.unregister(device) }
      let samples = [Float](repeating: 0.5, count: 64)
      let played = try LeftBehind.bytes {
        let player = try QueuePlayer(.floats(rate: 48000))
        player.onBuffer = { _, _ in }
        #expect(setDevice(player.queue, device) == noErr)
        var timeline: AudioQueueTimelineRef?
        #expect(AudioQueueCreateTimeline(player.queue, &timeline) == noErr)
        #expect(player.enqueue(samples, try player.allocate(256)).status == noErr)
        #expect(AudioQueueStart(player.queue, nil) == noErr)
        device.advance(frameCount: 64)
        if let timeline { #expect(AudioQueueDisposeTimeline(player.queue, timeline) == noErr) }
        player.dispose()
      }
      let recorded = LeftBehind.bytes {
        var format = AudioStreamBasicDescription.floats(rate: 48000)
        var queue: AudioQueueRef?
        #expect(AudioQueueNewInput(&format, { _, _, _, _, _, _ in }, nil, nil, nil, 0, &queue) == noErr)
        guard let queue else { return }
        #expect(setDevice(queue, device) == noErr)
        var buffer: AudioQueueBufferRef?
        #expect(AudioQueueAllocateBuffer(queue, 64, &buffer) == noErr)
        guard let buffer else { return }
        #expect(AudioQueueEnqueueBuffer(queue, buffer, 0, nil) == noErr)
        #expect(AudioQueueStart(queue, nil) == noErr)
        device.advance(frameCount: 64)
        #expect(AudioQueueDispose(queue, true) == noErr)
      }
      // Other tests hold some memory meanwhile. A queue has a hundred kilobytes.
      #expect(played < 4_000_000)
      #expect(recorded < 4_000_000)
    }
  }
#endif
