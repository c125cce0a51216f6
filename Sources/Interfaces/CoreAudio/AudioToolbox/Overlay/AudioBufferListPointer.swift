public import CAudioToolbox

// Apple's Swift view of buffer lists, whose struct declares but one of its buffers.

/// The buffers of an `AudioBufferList` as a collection.
@unsafe
public struct UnsafeMutableAudioBufferListPointer {
  /// The list itself.
  public var unsafeMutablePointer: UnsafeMutablePointer<AudioBufferList>

  /// Creates a view of a list.
  public init(_ p: UnsafeMutablePointer<AudioBufferList>) { unsafe unsafeMutablePointer = unsafe p }

  /// Creates a view of a list, or `nil`.
  public init?(_ p: UnsafeMutablePointer<AudioBufferList>?) {
    guard let p = unsafe p else { return nil }
    unsafe self.init(p)
  }

  /// The list, for functions that only read it.
  public var unsafePointer: UnsafePointer<AudioBufferList> { unsafe UnsafePointer(unsafeMutablePointer) }
}

extension UnsafeMutableAudioBufferListPointer: @unsafe MutableCollection, @unsafe RandomAccessCollection {
  /// The number of a buffer.
  public typealias Index = Int
  /// The indices of all buffers.
  public typealias Indices = Range<Int>

  /// The number of buffers: `mNumberBuffers`.
  public var count: Int {
    get { unsafe Int(unsafeMutablePointer.pointee.mNumberBuffers) }
    nonmutating set { unsafe unsafeMutablePointer.pointee.mNumberBuffers = UInt32(newValue) }
  }

  /// The first index: 0.
  public var startIndex: Int { 0 }
  /// The number of buffers.
  public var endIndex: Int { unsafe count }

  /// A buffer of the list.
  public subscript(index: Int) -> AudioBuffer {
    get {
      unsafe precondition(index >= 0 && index < count, "there is no such buffer")
      return unsafe AudioBufferMemory.buffer(index, of: unsafeMutablePointer).pointee
    }
    nonmutating set {
      unsafe precondition(index >= 0 && index < count, "there is no such buffer")
      unsafe AudioBufferMemory.buffer(index, of: unsafeMutablePointer).pointee = newValue
    }
  }
}

extension AudioBufferList {
  /// Returns the number of bytes of a list of a number of buffers.
  public static func sizeInBytes(maximumBuffers: Int) -> Int {
    precondition(maximumBuffers >= 1, "a list has at least one buffer")
    return AudioBufferMemory.byteCount(of: maximumBuffers)
  }

  /// Allocates an empty list of a number of buffers, which the caller frees.
  public static func allocate(maximumBuffers: Int) -> UnsafeMutableAudioBufferListPointer {
    let size = sizeInBytes(maximumBuffers: maximumBuffers)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<AudioBufferList>.alignment)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let list = unsafe UnsafeMutableAudioBufferListPointer(memory.assumingMemoryBound(to: AudioBufferList.self))
    unsafe list.count = maximumBuffers
    return unsafe list
  }
}

extension AudioBuffer {
  /// Creates a buffer over the caller's memory.
  public init<Element>(_ typedBuffer: UnsafeMutableBufferPointer<Element>, numberOfChannels: Int) {
    unsafe self.init(
      mNumberChannels: UInt32(numberOfChannels),
      mDataByteSize: UInt32(typedBuffer.count * MemoryLayout<Element>.stride),
      mData: UnsafeMutableRawPointer(typedBuffer.baseAddress))
  }
}

extension UnsafeBufferPointer {
  /// Creates the elements of a buffer.
  public init(_ audioBuffer: AudioBuffer) {
    let count = unsafe Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
    unsafe self.init(start: audioBuffer.mData?.assumingMemoryBound(to: Element.self), count: count)
  }
}

extension UnsafeMutableBufferPointer {
  /// Creates the elements of a buffer.
  public init(_ audioBuffer: AudioBuffer) {
    let count = unsafe Int(audioBuffer.mDataByteSize) / MemoryLayout<Element>.stride
    unsafe self.init(start: audioBuffer.mData?.assumingMemoryBound(to: Element.self), count: count)
  }
}
