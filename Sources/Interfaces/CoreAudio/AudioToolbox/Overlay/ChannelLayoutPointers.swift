public import CAudioToolbox

// Apple's Swift view of channel layouts, whose struct declares but one of its descriptions.

/// The place of the descriptions of an `AudioChannelLayout`.
enum ChannelLayoutMemory {
  /// The number of bytes before the first description: tag, bitmap and number.
  private static var headerByteCount: Int { 12 }

  /// Returns the number of bytes of a layout with the given number of descriptions: at least those of the struct.
  static func byteCount(of count: Int) -> Int {
    max(MemoryLayout<AudioChannelLayout>.size, headerByteCount + count * MemoryLayout<AudioChannelDescription>.stride)
  }

  /// Returns one description of a layout.
  @unsafe
  static func description(
    _ index: Int, of layout: UnsafeMutablePointer<AudioChannelLayout>
  ) -> UnsafeMutablePointer<AudioChannelDescription> {
    let start = unsafe UnsafeMutableRawPointer(layout) + headerByteCount
    return unsafe start.assumingMemoryBound(to: AudioChannelDescription.self) + index
  }

  /// Allocates zeroed memory for a layout of `count` descriptions; zeros mean a layout by descriptions.
  static func allocate(descriptions count: Int) -> UnsafeMutablePointer<AudioChannelLayout> {
    let size = byteCount(of: count)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: MemoryLayout<AudioChannelLayout>.alignment)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let layout = unsafe memory.assumingMemoryBound(to: AudioChannelLayout.self)
    unsafe layout.pointee.mNumberChannelDescriptions = UInt32(count)
    return unsafe layout
  }
}

extension AudioChannelLayout {
  /// Returns the number of bytes of a layout of a number of descriptions.
  public static func sizeInBytes(maximumDescriptions: Int) -> Int {
    precondition(maximumDescriptions >= 0, "a layout has some descriptions or none")
    return ChannelLayoutMemory.byteCount(of: maximumDescriptions)
  }

  /// Allocates a layout of a number of descriptions, all zero, which the caller frees.
  public static func allocate(maximumDescriptions: Int) -> AudioChannelLayout.UnsafeMutablePointer {
    precondition(maximumDescriptions >= 0, "a layout has some descriptions or none")
    return unsafe UnsafeMutablePointer(ChannelLayoutMemory.allocate(descriptions: maximumDescriptions))
  }

  /// The descriptions of a layout as a mutable collection.
  @unsafe
  public struct UnsafeMutablePointer {
    /// The layout itself.
    public var unsafeMutablePointer: Swift.UnsafeMutablePointer<AudioChannelLayout>

    /// Creates a view of a layout.
    public init(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>) { unsafe unsafeMutablePointer = unsafe p }

    /// Creates a view of a layout, or `nil`.
    public init?(_ p: Swift.UnsafeMutablePointer<AudioChannelLayout>?) {
      guard let p = unsafe p else { return nil }
      unsafe self.init(p)
    }

    /// The layout, for functions that only read it.
    public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout> {
      unsafe Swift.UnsafePointer(unsafeMutablePointer)
    }
  }

  /// The descriptions of a layout as an immutable collection.
  @unsafe
  public struct UnsafePointer {
    /// The layout itself.
    public var unsafePointer: Swift.UnsafePointer<AudioChannelLayout>

    /// Creates a view of a layout.
    public init(_ p: Swift.UnsafePointer<AudioChannelLayout>) { unsafe unsafePointer = unsafe p }

    /// Creates a view of a layout, or `nil`.
    public init?(_ p: Swift.UnsafePointer<AudioChannelLayout>?) {
      guard let p = unsafe p else { return nil }
      unsafe self.init(p)
    }
  }
}

extension AudioChannelLayout.UnsafeMutablePointer: @unsafe MutableCollection, @unsafe RandomAccessCollection {
  /// The number of a description.
  public typealias Index = Int
  /// The indices of all descriptions.
  public typealias Indices = Range<Int>

  /// The number of descriptions. Increasing it does not allocate memory.
  public var count: Int {
    get { unsafe Int(unsafeMutablePointer.pointee.mNumberChannelDescriptions) }
    nonmutating set { unsafe unsafeMutablePointer.pointee.mNumberChannelDescriptions = UInt32(newValue) }
  }

  /// The first index: 0.
  public var startIndex: Int { 0 }
  /// The number of descriptions.
  public var endIndex: Int { unsafe count }

  /// A description of the layout.
  public subscript(index: Int) -> AudioChannelDescription {
    get {
      unsafe precondition(index >= 0 && index < count, "there is no such description")
      return unsafe ChannelLayoutMemory.description(index, of: unsafeMutablePointer).pointee
    }
    nonmutating set {
      unsafe precondition(index >= 0 && index < count, "there is no such description")
      unsafe ChannelLayoutMemory.description(index, of: unsafeMutablePointer).pointee = newValue
    }
  }
}

extension AudioChannelLayout.UnsafePointer: @unsafe RandomAccessCollection {
  /// The number of a description.
  public typealias Index = Int
  /// The indices of all descriptions.
  public typealias Indices = Range<Int>

  /// The number of descriptions.
  public var count: Int { unsafe Int(unsafePointer.pointee.mNumberChannelDescriptions) }
  /// The first index: 0.
  public var startIndex: Int { 0 }
  /// The number of descriptions.
  public var endIndex: Int { unsafe count }

  /// A description of the layout.
  public subscript(index: Int) -> AudioChannelDescription {
    unsafe precondition(index >= 0 && index < count, "there is no such description")
    return unsafe ChannelLayoutMemory.description(
      index, of: Swift.UnsafeMutablePointer(mutating: unsafePointer)
    ).pointee
  }
}

extension AudioChannelDescription {
  /// Returns true if labels, flags and coordinates are equal.
  public static func == (lhs: AudioChannelDescription, rhs: AudioChannelDescription) -> Bool {
    lhs.mChannelLabel == rhs.mChannelLabel && lhs.mChannelFlags == rhs.mChannelFlags
      && lhs.mCoordinates == rhs.mCoordinates
  }
}
