public import AudioToolbox

/// Frames of linear PCM in memory.
@safe
open class AVAudioPCMBuffer: AVAudioBuffer {
  /// The number of frames that fit.
  public let frameCapacity: AVAudioFrameCount
  /// An address for each channel; of the type that the format states.
  private let channels: UnsafeMutableRawPointer
  private let deallocator: ((UnsafePointer<AudioBufferList>) -> Void)?

  /// Creates a buffer of zeros with no frames in use.
  ///
  /// - Returns: `nil` for a format that is not linear PCM or has no bytes in a frame, and where a buffer of the list
  ///   would need more bytes than a `UInt32` counts, or more than there are.
  public convenience init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
    let stream = format.stream
    let (bytes, overflow) = frameCapacity.multipliedReportingOverflow(by: stream.mBytesPerFrame)
    guard format.isLinearPCM, stream.mBytesPerFrame > 0, stream.mChannelsPerFrame > 0, !overflow else { return nil }
    let made = BufferMemory(
      bufferCount: format.bufferCount, byteCapacity: Int(bytes), channelsPerBuffer: format.channelsPerBuffer)
    guard let memory = made else { return nil }
    unsafe self.init(format: format, memory: memory, frameCapacity: frameCapacity, deallocator: nil)
  }

  /// Creates a buffer over the caller's memory, with all frames in use.
  ///
  /// - Parameters:
  ///   - format: The format of the samples, linear PCM.
  ///   - bufferList: One buffer of interleaved samples, or one per channel. Its memory must outlive this object.
  ///   - deallocator: Called when this object is deallocated, with a list of the same buffers.
  /// - Returns: `nil` for a format that is not linear PCM or has no bytes in a frame, and for a list that has another
  ///   number of buffers than the format, or one without memory, or buffers of different sizes or of none.
  public convenience init?(
    pcmFormat format: AVAudioFormat, bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
    deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
  ) {
    let stream = format.stream
    guard format.isLinearPCM, stream.mBytesPerFrame > 0, stream.mChannelsPerFrame > 0 else { return nil }
    let list = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
    let size = unsafe bufferList.pointee.mBuffers.mDataByteSize
    guard unsafe list.count == format.bufferCount, size > 0 else { return nil }
    let isUsable = unsafe list.allSatisfy { unsafe $0.mData != nil && $0.mDataByteSize == size }
    guard isUsable else { return nil }
    let memory = unsafe BufferMemory(
      addresses: list.compactMap { unsafe $0.mData }, byteCapacity: Int(size),
      channelsPerBuffer: format.channelsPerBuffer)
    let capacity = size / stream.mBytesPerFrame
    unsafe self.init(format: format, memory: memory, frameCapacity: capacity, deallocator: deallocator)
    frameLength = capacity
  }

  private init(
    format: AVAudioFormat, memory: BufferMemory, frameCapacity: AVAudioFrameCount,
    deallocator: ((UnsafePointer<AudioBufferList>) -> Void)?
  ) {
    self.frameCapacity = frameCapacity
    unsafe self.deallocator = unsafe deallocator
    unsafe channels = Self.addresses(of: format, in: memory)
    super.init(format: format, memory: memory)
  }

  deinit {
    unsafe deallocator?(audioBufferList)
    unsafe channels.deallocate()
  }

  /// Returns the addresses of each channel's samples. Interleaved channels begin one sample after the other.
  private static func addresses(of format: AVAudioFormat, in memory: BufferMemory) -> UnsafeMutableRawPointer {
    let count = max(1, Int(format.channelCount))
    let table = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: count)
    let sampleSize = Int(format.stream.mBitsPerChannel / 8)
    for channel in 0..<count {
      let address =
        unsafe memory.addresses.count > channel && !format.isInterleaved
        ? memory.addresses[channel] : memory.addresses[0] + channel * sampleSize
      unsafe (table + channel).initialize(to: address)
    }
    return UnsafeMutableRawPointer(table)
  }

  /// The number of frames in use.
  ///
  /// - Precondition: It is not set beyond ``frameCapacity``.
  open var frameLength: AVAudioFrameCount = 0 {
    didSet {
      precondition(frameLength <= frameCapacity, "required condition is false: frameLength <= frameCapacity")
      memory.use(byteCount: Int(frameLength) * Int(format.stream.mBytesPerFrame))
    }
  }

  /// The number of samples from one frame of a channel to its next: 1, or the number of channels if interleaved.
  open var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

  /// A pointer to each channel, with samples ``stride`` apart; `nil` unless they are 32-bit floats.
  open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
    unsafe channelData(.pcmFormatFloat32, Float.self)
  }

  /// A pointer to each channel, with samples ``stride`` apart; `nil` unless they are 16-bit integers.
  open var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? {
    unsafe channelData(.pcmFormatInt16, Int16.self)
  }

  /// A pointer to each channel, with samples ``stride`` apart; `nil` unless they are 32-bit integers.
  open var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? {
    unsafe channelData(.pcmFormatInt32, Int32.self)
  }

  private func channelData<Sample>(
    _ kind: AVAudioCommonFormat, _ type: Sample.Type
  ) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
    guard format.commonFormat == kind else { return nil }
    return unsafe UnsafePointer(channels.assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self))
  }

  override func duplicate() -> AVAudioBuffer {
    guard let copy = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCapacity) else {
      preconditionFailure("there is no memory for a copy")
    }
    copy.memory.copy(from: memory, byteCount: Int(frameLength) * Int(format.stream.mBytesPerFrame))
    copy.frameLength = frameLength
    return copy
  }
}
