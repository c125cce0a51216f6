import AudioBase

/// Samples of several channels apart, in memory that stays where it is: processing taps get its address.
@safe
final class SampleMemory {
  let channelCount: Int
  /// Frames for which each channel has room.
  private(set) var capacity: Int
  private var base: UnsafeMutablePointer<Float>

  init(channelCount: Int, capacity: Int) {
    self.channelCount = channelCount
    self.capacity = capacity
    unsafe base = .allocate(capacity: max(1, channelCount * capacity))
    unsafe base.initialize(repeating: 0, count: max(1, channelCount * capacity))
  }

  deinit { unsafe base.deallocate() }

  /// Makes room for more frames; those that are there stay.
  func reserve(_ frameCount: Int) {
    guard frameCount > capacity else { return }
    let larger = max(frameCount, 2 * capacity)
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: channelCount * larger)
    unsafe memory.initialize(repeating: 0, count: channelCount * larger)
    for channel in 0..<channelCount {
      unsafe (memory + channel * larger).update(from: base + channel * capacity, count: capacity)
    }
    unsafe base.deallocate()
    unsafe base = memory
    capacity = larger
  }

  /// The samples of a channel.
  @unsafe
  func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < channelCount)
    return unsafe base + channel * capacity
  }

  /// A part of a channel.
  func samples(_ channel: Int, _ range: Range<Int>) -> UnsafeMutableBufferPointer<Float> {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
    return unsafe UnsafeMutableBufferPointer(start: plane(channel) + range.lowerBound, count: range.count)
  }

  /// Makes frames silent.
  func clear(_ range: Range<Int>) {
    for channel in 0..<channelCount { unsafe samples(channel, range).update(repeating: 0) }
  }

  /// Copies frames of another memory, channel by channel; channels that it lacks stay as they are.
  func copy(_ source: SampleMemory, _ range: Range<Int>, at offset: Int) {
    for channel in 0..<min(channelCount, source.channelCount) {
      let target = unsafe samples(channel, offset..<(offset + range.count))
      let part = unsafe source.samples(channel, range)
      // Both may be the same memory.
      if let start = target.baseAddress, let origin = part.baseAddress {
        unsafe UnsafeMutableRawPointer(start).copyMemory(from: origin, byteCount: range.count * 4)
      }
    }
  }

  /// Takes frames over from the bytes of native floats.
  ///
  /// - Parameters:
  ///   - bytes: One channel after the other, `frameCount` frames each.
  ///   - range: The frames of them that are taken.
  func put(_ bytes: Span<UInt8>, frameCount: Int, _ range: Range<Int>, at offset: Int) {
    precondition(bytes.count >= channelCount * frameCount * 4 && range.upperBound <= frameCount)
    guard !range.isEmpty else { return }
    unsafe bytes.withUnsafeBytes { source in
      for channel in 0..<channelCount {
        let target = unsafe samples(channel, offset..<(offset + range.count))
        guard let start = target.baseAddress, let origin = source.baseAddress else { return }
        let from = (channel * frameCount + range.lowerBound) * 4
        unsafe UnsafeMutableRawPointer(start).copyMemory(from: origin + from, byteCount: range.count * 4)
      }
    }
  }

  /// Appends frames as bytes, one channel after the other.
  func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
    for channel in 0..<channelCount {
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(samples(channel, range)))
    }
  }
}

/// Decoded frames that wait to be played, counted from the first that ever came.
struct SampleFIFO {
  private let memory: SampleMemory
  private var head = 0
  /// Frames that wait.
  private(set) var count = 0
  /// The number of the frame that is read next.
  private(set) var readPosition: Int64 = 0

  init(channelCount: Int) { memory = SampleMemory(channelCount: channelCount, capacity: 8192) }

  /// The number of the frame that comes next.
  var writePosition: Int64 { readPosition + Int64(count) }

  /// Adds some of the frames that bytes of native floats hold, one channel after the other.
  mutating func append(_ bytes: Span<UInt8>, frameCount: Int, _ range: Range<Int>) {
    makeRoom(for: range.count)
    memory.put(bytes, frameCount: frameCount, range, at: head + count)
    count += range.count
  }

  /// Adds silence.
  mutating func appendSilence(_ frameCount: Int) {
    makeRoom(for: frameCount)
    memory.clear((head + count)..<(head + count + frameCount))
    count += frameCount
  }

  private mutating func makeRoom(for frameCount: Int) {
    guard head + count + frameCount > memory.capacity else { return }
    memory.copyDown(head..<(head + count))
    head = 0
    memory.reserve(count + frameCount)
  }

  /// Hands out the next frames.
  mutating func read(_ frameCount: Int, into target: SampleMemory, at offset: Int) {
    target.copy(memory, head..<(head + frameCount), at: offset)
    head += frameCount
    count -= frameCount
    readPosition += Int64(frameCount)
    if count == 0 { head = 0 }
  }

  /// Takes the last frames back.
  mutating func dropLast(_ frameCount: Int) { count -= min(count, frameCount) }

  /// Forgets what waits.
  mutating func removeAll() {
    (head, count, readPosition) = (0, 0, 0)
  }
}

extension SampleMemory {
  /// Moves frames to the start; they may overlap the place where they go.
  fileprivate func copyDown(_ range: Range<Int>) {
    for channel in 0..<channelCount {
      let start = unsafe plane(channel)
      unsafe start.update(from: start + range.lowerBound, count: range.count)
    }
  }
}
