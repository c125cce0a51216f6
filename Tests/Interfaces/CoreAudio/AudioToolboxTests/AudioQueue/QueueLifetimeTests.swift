#if canImport(Glibc)
  import AudioDevices
  import AudioToolbox
  import Foundation
  import TestSupport
  import Testing

  /// Queues that are made, used and disposed of a thousand times, each kind in a process of its own.
  @Suite("Audio queues leave nothing behind", .serialized, .ownThreads)
  struct QueueLifetimeTests {
    @Test func players() async {
      await #expect(processExitsWith: .success) {
        let device = steppedDevice(rate: 48000, channels: 1, buffer: 64)
        defer { DeviceList.unregister(device) }
        let samples = [Float](repeating: 0.5, count: 64)
        let left = try LeftBehind.bytesPerRound {
          let player = try QueuePlayer(.floats(rate: 48000))
          player.onBuffer = { _, _ in }
          expectEqual(setDevice(player.queue, device), noErr)
          var timeline: AudioQueueTimelineRef?
          expectEqual(AudioQueueCreateTimeline(player.queue, &timeline), noErr)
          expectEqual(player.enqueue(samples, try player.allocate(256)).status, noErr)
          expectEqual(AudioQueueStart(player.queue, nil), noErr)
          device.advance(frameCount: 64)
          if let timeline { expectEqual(AudioQueueDisposeTimeline(player.queue, timeline), noErr) }
          player.dispose()
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func recorders() async {
      await #expect(processExitsWith: .success) {
        let device = steppedDevice(rate: 48000, channels: 1, buffer: 64)
        defer { DeviceList.unregister(device) }
        let left = LeftBehind.bytesPerRound {
          var format = AudioStreamBasicDescription.floats(rate: 48000)
          var queue: AudioQueueRef?
          expectEqual(AudioQueueNewInput(&format, { _, _, _, _, _, _ in }, nil, nil, nil, 0, &queue), noErr)
          guard let queue else { return }
          expectEqual(setDevice(queue, device), noErr)
          var buffer: AudioQueueBufferRef?
          expectEqual(AudioQueueAllocateBuffer(queue, 64, &buffer), noErr)
          guard let buffer else { return }
          expectEqual(AudioQueueEnqueueBuffer(queue, buffer, 0, nil), noErr)
          expectEqual(AudioQueueStart(queue, nil), noErr)
          device.advance(frameCount: 64)
          expectEqual(AudioQueueDispose(queue, true), noErr)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }
  }
#endif
