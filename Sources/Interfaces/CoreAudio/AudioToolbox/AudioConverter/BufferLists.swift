import AudioBase
import AudioConversion

/// The `AudioBufferList` that a converter hands to its caller's input function.
///
/// `@unchecked`: one thread at a time uses it, the one that converts or renders.
@safe
final class CallbackBufferList: @unchecked Sendable {
  /// The number of buffers.
  let count: Int
  /// A list of that many buffers.
  private let memory: UnsafeMutableRawPointer
  /// Memory in which functions without their own buffers may put their input: a part for each buffer.
  private var room = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// Creates a list of the given number of buffers.
  init(count: Int) {
    self.count = count
    let layout = AudioBufferMemory.byteCount(of: count)
    unsafe memory = UnsafeMutableRawPointer.allocate(byteCount: layout, alignment: 8)
  }

  deinit {
    unsafe memory.deallocate()
    unsafe room.deallocate()
  }

  /// Returns the list for a call.
  ///
  /// - Parameters:
  ///   - channelsPerBuffer: The channels of each buffer.
  ///   - byteCount: The number of bytes of memory that each buffer is to come with; none if that is out of all
  ///     proportion.
  @unsafe
  func prepare(channelsPerBuffer: Int, byteCount: Int = 0) -> UnsafeMutablePointer<AudioBufferList> {
    let byteCount = byteCount <= (1 << 24) / count ? byteCount : 0
    makeRoom(byteCount * count)
    let list = unsafe memory.bindMemory(to: AudioBufferList.self, capacity: 1)
    unsafe list.pointee.mNumberBuffers = UInt32(count)
    for index in 0..<count {
      unsafe AudioBufferMemory.buffer(index, of: list).pointee = AudioBuffer(
        mNumberChannels: UInt32(channelsPerBuffer), mDataByteSize: UInt32(byteCount),
        mData: byteCount > 0 ? room.baseAddress.map { unsafe $0 + index * byteCount } : nil)
    }
    return unsafe list
  }

  /// Returns the largest number of bytes that a function may have put at `data`: limited within ``room``, unlimited
  /// elsewhere.
  @unsafe
  func byteLimit(at data: UnsafeMutableRawPointer) -> Int {
    guard let start = unsafe room.baseAddress else { return Int.max }
    let offset = unsafe data - start
    guard offset >= 0, unsafe offset < room.count else { return Int.max }
    return unsafe room.count - offset
  }

  /// Allocates zeroed memory: a function that supplies fewer bytes than it states supplies silence, never old memory.
  private func makeRoom(_ byteCount: Int) {
    guard unsafe byteCount > room.count else { return }
    unsafe room.deallocate()
    unsafe room = .allocate(byteCount: byteCount, alignment: 16)
    unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
  }
}

/// The buffers of an `AudioBufferList`, of which the struct declares only one.
enum AudioBufferMemory {
  /// The number of bytes before the first buffer: the count, and the padding that aligns the pointers of the buffers.
  private static var headerByteCount: Int { 8 }

  /// Returns the number of bytes of a list of the given number of buffers.
  static func byteCount(of count: Int) -> Int { unsafe headerByteCount + count * MemoryLayout<AudioBuffer>.stride }

  /// Returns one buffer of a list.
  @unsafe
  static func buffer(
    _ index: Int, of list: UnsafeMutablePointer<AudioBufferList>
  ) -> UnsafeMutablePointer<AudioBuffer> {
    let address = unsafe UnsafeMutableRawPointer(list) + byteCount(of: index)
    return unsafe address.assumingMemoryBound(to: AudioBuffer.self)
  }

  /// Lends the bytes of one buffer of a list, if it has memory.
  @unsafe
  static func withBytes(
    _ index: Int, of list: UnsafeMutablePointer<AudioBufferList>, _ body: (inout MutableSpan<UInt8>) -> Void
  ) {
    let buffer = unsafe buffer(index, of: list).pointee
    guard let start = unsafe buffer.mData?.assumingMemoryBound(to: UInt8.self) else { return }
    var bytes = unsafe UnsafeMutableBufferPointer(start: start, count: Int(buffer.mDataByteSize)).mutableSpan
    body(&bytes)
  }
}

/// The caller's buffers for the output.
@safe
package struct OutputBuffers: LentBuffers {
  private let list: UnsafeMutablePointer<AudioBufferList>
  /// The number of buffers.
  let count: Int
  /// The number of bytes in each buffer that are already filled.
  private var offset = 0

  /// Creates a view of the caller's list, which must outlive it.
  ///
  /// - Throws: `kAudio_ParamError` without a list; `kAudioConverterErr_InvalidOutputSize` if it has fewer buffers
  ///   than the format needs, or one without memory.
  @unsafe
  package init(_ list: UnsafeMutablePointer<AudioBufferList>, count: Int) throws(Status) {
    try requirePointer(UInt(bitPattern: list))
    guard unsafe Int(list.pointee.mNumberBuffers) >= count else { throw Status(kAudioConverterErr_InvalidOutputSize) }
    unsafe self.list = list
    self.count = count
    for index in 0..<count {
      let buffer = unsafe AudioBufferMemory.buffer(index, of: list).pointee
      guard unsafe buffer.mData != nil || buffer.mDataByteSize == 0 else { throw Status(kAudio_ParamError) }
    }
  }

  /// Returns the rest of the buffers, after the given number of bytes of each.
  func dropping(_ byteCount: Int) -> OutputBuffers {
    var rest = self
    rest.offset = byteCount
    return rest
  }

  package func withBuffer(_ index: Int, _ body: (inout MutableSpan<UInt8>) -> Void) {
    unsafe AudioBufferMemory.withBytes(index, of: list) { bytes in
      var rest = bytes._mutatingExtracting(offset..<bytes.count)
      body(&rest)
    }
  }

  /// The capacity of each buffer, in bytes.
  var room: Int {
    var room = Int.max
    for index in 0..<count {
      unsafe room = min(room, Int(AudioBufferMemory.buffer(index, of: list).pointee.mDataByteSize))
    }
    return room
  }

  /// Puts the bytes of packets into a single buffer, which has room for them.
  func put(_ bytes: Span<UInt8>) {
    guard !bytes.isEmpty else { return }
    withBuffer(0) { buffer in for index in bytes.indices { buffer[index] = bytes[index] } }
  }

  /// Says of each buffer how many bytes it holds.
  func setSize(_ byteCount: Int) {
    for index in 0..<count {
      unsafe AudioBufferMemory.buffer(index, of: list).pointee.mDataByteSize = UInt32(byteCount)
    }
  }
}

/// Returns the frames in a caller's buffers, plane after plane.
///
/// - Throws: `kAudio_ParamError` if there are fewer buffers or bytes than that.
@unsafe
func planes(
  of list: UnsafePointer<AudioBufferList>, _ format: StreamFormat, frameCount: Int
) throws(Status) -> [UInt8] {
  let list = unsafe UnsafeMutablePointer(mutating: list)
  guard unsafe Int(list.pointee.mNumberBuffers) >= format.bufferCount else { throw Status(kAudio_ParamError) }
  let (size, overflow) = frameCount.multipliedReportingOverflow(by: format.bytesPerFrame)
  var bytes: [UInt8] = []
  for index in 0..<format.bufferCount {
    let buffer = unsafe AudioBufferMemory.buffer(index, of: list).pointee
    if size == 0 { continue }
    guard let data = unsafe buffer.mData, !overflow, unsafe size <= Int(buffer.mDataByteSize) else {
      throw Status(kAudio_ParamError)
    }
    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: size))
  }
  return bytes
}
