import AudioBase
import AudioToolbox

/// The arrangement of samples of one of the usual formats in a list of buffers, and their conversion to floats.
///
/// Integers are full scale at −1; floats above full scale are cut off where they become integers.
struct SampleLayout: Sendable {
  let kind: AVAudioCommonFormat
  let channelCount: Int
  let isInterleaved: Bool

  init(_ format: AVAudioFormat) {
    kind = format.commonFormat
    channelCount = Int(format.channelCount)
    isInterleaved = format.isInterleaved
  }

  private var sampleSize: Int {
    switch kind {
    case .pcmFormatInt16: 2
    case .pcmFormatFloat64: 8
    case .pcmFormatFloat32, .pcmFormatInt32, .otherFormat: 4
    }
  }

  /// Returns the number of bytes of each buffer with the given number of frames.
  func byteCount(_ frameCount: Int) -> Int { frameCount * sampleSize * (isInterleaved ? channelCount : 1) }

  /// Returns the start of a channel, and the frames that its buffer has room for; `nil` if the list lacks it.
  private func place(
    _ channel: Int, _ list: UnsafePointer<AudioBufferList>
  ) -> (memory: UnsafeMutableRawPointer, stride: Int, room: Int)? {
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
    let index = isInterleaved ? 0 : channel
    guard index < (unsafe buffers.count), let memory = unsafe buffers[index].mData else { return nil }
    let stride = isInterleaved ? channelCount : 1
    let room = unsafe Int(buffers[index].mDataByteSize) / (sampleSize * stride)
    return unsafe (memory + (isInterleaved ? channel * sampleSize : 0), stride, room)
  }

  /// Reads the first frames of a list; missing ones are silent.
  func read(_ list: UnsafePointer<AudioBufferList>, _ count: Int, into block: inout PCMBlock) {
    for channel in 0..<min(channelCount, block.channelCount) {
      guard let place = unsafe place(channel, list) else { continue }
      var plane = block.plane(channel)
      var part = plane._mutatingExtracting(0..<min(count, (unsafe place.room)))
      unsafe read(place.memory, 0, place.stride, into: &part)
    }
  }

  /// Reads samples from a frame on, with a stride.
  func read(_ memory: UnsafeMutableRawPointer, _ start: Int, _ stride: Int, into samples: inout MutableSpan<Float>) {
    switch kind {
    case .pcmFormatFloat32:
      let source = unsafe memory.assumingMemoryBound(to: Float.self)
      for index in samples.indices { samples[index] = unsafe source[(start + index) * stride] }
    case .pcmFormatFloat64:
      let source = unsafe memory.assumingMemoryBound(to: Double.self)
      for index in samples.indices { samples[index] = Float(unsafe source[(start + index) * stride]) }
    case .pcmFormatInt16:
      let source = unsafe memory.assumingMemoryBound(to: Int16.self)
      for index in samples.indices { samples[index] = Float(unsafe source[(start + index) * stride]) / 32768 }
    case .pcmFormatInt32:
      let source = unsafe memory.assumingMemoryBound(to: Int32.self)
      for index in samples.indices {
        samples[index] = Float(Double(unsafe source[(start + index) * stride]) / 2_147_483_648)
      }
    case .otherFormat: for index in samples.indices { samples[index] = 0 }
    }
  }

  /// Writes frames of one channel to the beginning of a list, as many as it has room for.
  func write(_ samples: Span<Float>, channel: Int, to list: UnsafePointer<AudioBufferList>) {
    guard let place = unsafe place(channel, list) else { return }
    let (memory, stride) = unsafe (place.memory, place.stride)
    let count = min(samples.count, unsafe place.room)
    switch kind {
    case .pcmFormatFloat32:
      let target = unsafe memory.assumingMemoryBound(to: Float.self)
      for index in 0..<count { unsafe target[index * stride] = samples[index] }
    case .pcmFormatFloat64:
      let target = unsafe memory.assumingMemoryBound(to: Double.self)
      for index in 0..<count { unsafe target[index * stride] = Double(samples[index]) }
    case .pcmFormatInt16:
      let target = unsafe memory.assumingMemoryBound(to: Int16.self)
      for index in 0..<count { unsafe target[index * stride] = Self.integer(samples[index], 32768) }
    case .pcmFormatInt32:
      let target = unsafe memory.assumingMemoryBound(to: Int32.self)
      for index in 0..<count { unsafe target[index * stride] = Self.integer(samples[index], 2_147_483_648) }
    case .otherFormat: break
    }
  }

  private static func integer<Value: FixedWidthInteger>(_ sample: Float, _ scale: Double) -> Value {
    let value = (Double(sample) * scale).rounded(.toNearestOrEven)
    guard !value.isNaN else { return 0 }
    return Value(min(max(value, Double(Value.min)), Double(Value.max)))
  }
}
