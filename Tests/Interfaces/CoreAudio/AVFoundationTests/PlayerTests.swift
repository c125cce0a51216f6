import AVFoundation
import AudioDevices
import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("AVPlayer", .serialized, .ownThreads) struct PlayerTests {
  private func device() -> VirtualDevice {
    let device = VirtualDevice(
      "AVPlayer", DeviceFormat(sampleRate: 48000, channelCount: 2), pacing: .stepped, bufferFrameCount: 480)
    device.keepOutput(frameLimit: 1_000_000)
    return device
  }

  /// A file of a rising ramp from a frame on, and its samples.
  private func ramp(_ frameCount: Int, from first: Int = 1) throws -> (url: URL, samples: [Float]) {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).caf")
    let format = try required(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
    let buffer = try required(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(frameCount)))
    buffer.frameLength = AVAudioFrameCount(frameCount)
    let samples = (0..<frameCount).map { Float(first + $0) / 131_072 }
    for channel in 0..<2 {
      for (index, sample) in samples.enumerated() { buffer.floatChannelData?[channel][index] = sample }
    }
    let file = try AVAudioFile(forWriting: url, settings: format.settings)
    try file.write(from: buffer)
    file.close()
    return (url, samples)
  }

  /// Lets time pass until something is so.
  private func advance(_ device: VirtualDevice, until isDone: () -> Bool) async {
    for _ in 0..<2000 where !isDone() {
      device.advance(frameCount: 480)
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Counts the notifications of a name.
  private func count(
    _ name: NSNotification.Name, of item: AVPlayerItem
  ) -> (count: @Sendable () -> Int, end: () -> Void) {
    let count = Reported()
    let observer = NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { _ in count.add() }
    return ({ count.value }, { NotificationCenter.default.removeObserver(observer) })
  }

  private final class Reported: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .acquiring) }
    func add() { number.add(1, ordering: .acquiringAndReleasing) }
  }

  @Test("A file is played bit for bit, its end is told, and it plays again after a seek")
  func playing() async throws {
    let (url, samples) = try ramp(6000)
    defer { try? FileManager.default.removeItem(at: url) }
    let (device, item) = (device(), AVPlayerItem(url: url))
    #expect(item.status == .unknown && item.duration.isIndefinite && item.currentTime() == .zero)
    let player = AVPlayer(playerItem: item)
    player.play(through: device)
    #expect(item.status == .readyToPlay && player.status == .readyToPlay && item.isPlaybackLikelyToKeepUp)
    expectEqual(item.duration, CMTime(value: 6000, timescale: 48000))
    #expect(player.timeControlStatus == .paused && player.rate == 0 && player.error == nil && item.error == nil)
    let ends = count(.AVPlayerItemDidPlayToEndTime, of: item)
    defer { ends.end() }
    player.play()
    #expect(player.timeControlStatus == .playing && player.rate == 1 && player.defaultRate == 1)
    await advance(device) { ends.count() == 1 }
    expectEqual(Array(device.keptOutput[0].prefix(6000)), samples)
    #expect(player.rate == 0 && player.timeControlStatus == .paused)
    expectEqual(player.currentTime(), item.duration)
    player.play()
    #expect(player.timeControlStatus != .playing)
    player.pause()

    expectEqual(NSNotification.Name.AVPlayerItemTimeJumped, AVPlayerItem.timeJumpedNotification)
    let jumps = count(.AVPlayerItemTimeJumped, of: item)
    defer { jumps.end() }
    player.seek(to: CMTime(value: 3000, timescale: 48000))
    #expect(jumps.count() == 1 && player.currentTime() == CMTime(value: 3000, timescale: 48000))
    device.keepOutput(frameLimit: 1_000_000)
    player.play()
    await advance(device) { ends.count() == 2 }
    let heard = device.keptOutput[0].drop { $0 == 0 }
    expectEqual(Array(heard.prefix(3000)), Array(samples[3000...]))
  }

  @Test("A queue plays its items in their order, and the player's rate, volume and mute are theirs")
  func queues() async throws {
    let (first, second) = (try ramp(2400), try ramp(2400, from: 10_001))
    defer { for url in [first.url, second.url] { try? FileManager.default.removeItem(at: url) } }
    let device = device()
    let items = [first.url, second.url].map { AVPlayerItem(url: $0) }
    let player = AVQueuePlayer(items: items)
    player.play(through: device)
    #expect(player.items() == items && player.currentItem === items[0] && player.actionAtItemEnd == .advance)
    #expect(!player.canInsert(items[0], after: nil) && items[1].status == .unknown)
    player.volume = 0.5
    let ends = count(.AVPlayerItemDidPlayToEndTime, of: items[1])
    defer { ends.end() }
    player.play()
    await advance(device) { ends.count() == 1 }
    expectEqual(device.keptOutput[0].filter { $0 != 0 }, (first.samples + second.samples).map { $0 * 0.5 })
    #expect(player.items().isEmpty && player.currentItem == nil && player.rate == 1)

    let third = AVPlayerItem(url: first.url)
    player.isMuted = true
    device.keepOutput(frameLimit: 1_000_000)
    let endsOfThird = count(AVPlayerItem.didPlayToEndTimeNotification, of: third)
    defer { endsOfThird.end() }
    // A player that plays plays what it is given.
    player.insert(third, after: nil)
    await advance(device) { endsOfThird.count() == 1 }
    #expect(device.keptOutput[0].allSatisfy { $0 == 0 })
    player.removeAllItems()
    #expect(player.isMuted && player.volume == 0.5)
  }

  @Test("Items are skipped, removed and replaced")
  func changes() throws {
    let file = try ramp(480)
    defer { try? FileManager.default.removeItem(at: file.url) }
    let items = (0..<3).map { _ in AVPlayerItem(url: file.url) }
    let player = AVQueuePlayer(items: [items[0], items[2]])
    player.play(through: device())
    player.insert(items[1], after: items[0])
    expectEqual(player.items(), items)
    player.advanceToNextItem()
    #expect(player.currentItem === items[1])
    player.remove(items[1])
    expectEqual(player.items(), [items[2]])
    player.replaceCurrentItem(with: items[0])
    expectEqual(player.items(), [items[0]])
  }

  @Test("Rates keep the pitch and change the length; the end of an item can be set; nothing is played backwards")
  func rates() async throws {
    let (url, _) = try ramp(48_000)
    defer { try? FileManager.default.removeItem(at: url) }
    let (device, item) = (device(), AVPlayerItem(url: url))
    #expect(item.canPlayFastForward && item.canPlaySlowForward && !item.canPlayReverse)
    let player = AVPlayer(playerItem: item)
    player.play(through: device)
    let ends = count(.AVPlayerItemDidPlayToEndTime, of: item)
    defer { ends.end() }
    player.playImmediately(atRate: 2)
    expectEqual(player.rate, 2)
    await advance(device) { ends.count() == 1 }
    // Half a second of sound, not one; where the machine is busy there is silence between.
    #expect((12_000...36_000).contains(device.keptOutput[0].count { $0 != 0 }))
    player.rate = -1
    #expect(player.rate == 0 && player.timeControlStatus == .paused)
    player.rate = 100
    expectEqual(player.rate, 32)
    player.pause()

    player.actionAtItemEnd = .none
    item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 4)
    player.seek(to: .zero)
    player.defaultRate = 1
    player.play()
    await advance(device) { ends.count() == 2 }
    #expect(player.rate == 1 && player.currentTime().seconds == 0.25)
    player.pause()
  }

  @Test("Observers are called at the times that they ask for, on their queue, until they are removed")
  func observers() async throws {
    let (url, _) = try ramp(48_000)
    defer { try? FileManager.default.removeItem(at: url) }
    let (device, player) = (device(), AVPlayer(url: url))
    player.play(through: device)
    let queue = DispatchQueue(label: "observers")
    let times = Mutex<[Double]>([])
    let passed = Reported()
    let periodic = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 4), queue: queue) { time in
      dispatchPrecondition(condition: .onQueue(queue))
      times.withLock { $0.append(time.seconds) }
    }
    let boundary = player.addBoundaryTimeObserver(forTimes: [CMTime(value: 1, timescale: 2)], queue: queue) {
      passed.add()
    }
    player.play()
    await advance(device) { player.rate == 0 }
    queue.sync {}
    let told = times.withLock { $0 }
    // The start, three quarters, and the end.
    #expect(told.count >= 4 && told == told.sorted() && passed.value == 1)
    player.removeTimeObserver(periodic)
    player.removeTimeObserver(boundary)
    player.seek(to: .zero)
    queue.sync {}
    expectEqual(times.withLock { $0.count }, told.count)
  }

  @Test("A file that is cut while it is played is told")
  func damage() async throws {
    let (url, _) = try ramp(480_000)
    defer { try? FileManager.default.removeItem(at: url) }
    let (device, item) = (device(), AVPlayerItem(url: url))
    let player = AVPlayer(playerItem: item)
    player.play(through: device)
    let failures = Mutex<[NSError?]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.failedToPlayToEndTimeNotification, object: item, queue: nil
    ) { notification in
      let error = notification.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
      failures.withLock { $0.append(error) }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: 10_000)
    try file.close()
    player.play()
    await advance(device) { failures.withLock { !$0.isEmpty } }
    #expect(failures.withLock { $0.count == 1 && $0[0] != nil } && player.rate == 0)
  }

  @Test("What cannot be played fails, and names why; a seek waits for the file")
  func failures() async throws {
    let missing = AVPlayerItem(url: URL(fileURLWithPath: "/no/such/file.m4a"))
    let player = AVPlayer(playerItem: missing)
    #expect(missing.status == .failed && missing.error is AVError && player.status == .unknown)
    player.play()
    expectEqual(player.timeControlStatus, .waitingToPlayAtSpecifiedRate)
    let elsewhere = AVPlayerItem(url: try required(URL(string: "https://example.com/song.mp3")))
    player.replaceCurrentItem(with: elsewhere)
    #expect(elsewhere.status == .failed && elsewhere.error?.localizedDescription.contains("https") == true)
    #expect(await withCheckedContinuation { told in player.seek(to: .zero) { told.resume(returning: $0) } })
    player.replaceCurrentItem(with: nil)
    #expect(player.currentItem == nil && player.currentTime() == .zero)

    let (url, _) = try ramp(4800)
    defer { try? FileManager.default.removeItem(at: url) }
    let item = AVPlayerItem(asset: AVURLAsset(url: url), automaticallyLoadedAssetKeys: ["duration"])
    item.seek(to: CMTime(value: 1, timescale: 20), toleranceBefore: .zero, toleranceAfter: .zero)
    #expect(item.asset is AVURLAsset && item.currentTime().seconds == 0.05)
    player.audioOutputDeviceUniqueID = "no such device"
    player.replaceCurrentItem(with: item)
    expectEqual(item.currentTime(), CMTime(value: 2400, timescale: 48000))
    #expect(player.audioOutputDeviceUniqueID == "no such device" && !player.automaticallyWaitsToMinimizeStalling)
  }
}
