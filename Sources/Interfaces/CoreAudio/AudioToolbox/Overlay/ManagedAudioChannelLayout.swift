public import CAudioToolbox

/// A channel layout of any number of descriptions as a value: Apple's Swift view of `AudioChannelLayout`.
@safe
public struct ManagedAudioChannelLayout {
  /// The memory of a layout, which values share until one of them changes.
  @safe
  private final class Storage {
    let layout: UnsafeMutablePointer<AudioChannelLayout>
    /// The capacity of the layout, in descriptions.
    let capacity: Int
    private let deallocator: ((AudioChannelLayout.UnsafePointer) -> Void)?

    /// Takes ownership of memory that is freed by a closure, or that came from `ChannelLayoutMemory`.
    @unsafe
    init(
      _ layout: UnsafeMutablePointer<AudioChannelLayout>, capacity: Int,
      deallocator: ((AudioChannelLayout.UnsafePointer) -> Void)? = nil
    ) {
      unsafe self.layout = layout
      self.capacity = capacity
      unsafe self.deallocator = unsafe deallocator
    }

    deinit {
      guard let deallocator = unsafe deallocator else { return unsafe UnsafeMutableRawPointer(layout).deallocate() }
      unsafe deallocator(AudioChannelLayout.UnsafePointer(layout))
    }

    /// Returns a copy of the layout in its own memory.
    func copy() -> Storage {
      let copy = unsafe ChannelLayoutMemory.allocate(descriptions: capacity)
      unsafe UnsafeMutableRawPointer(copy).copyMemory(
        from: layout, byteCount: ChannelLayoutMemory.byteCount(of: capacity))
      return unsafe Storage(copy, capacity: capacity)
    }
  }

  private var storage: Storage

  /// Adopts a layout, which the closure frees when it is no longer used.
  public init(
    audioChannelLayoutPointer: AudioChannelLayout.UnsafePointer,
    deallocator: @escaping (AudioChannelLayout.UnsafePointer) -> Void
  ) {
    unsafe storage = Storage(
      UnsafeMutablePointer(mutating: audioChannelLayoutPointer.unsafePointer),
      capacity: audioChannelLayoutPointer.count, deallocator: deallocator)
  }

  /// Creates a layout of a tag, without descriptions.
  public init(tag: AudioChannelLayoutTag) {
    unsafe storage = Storage(ChannelLayoutMemory.allocate(descriptions: 0), capacity: 0)
    self.tag = tag
  }

  /// Creates a layout of a number of descriptions, at least one, all zero.
  public init(maximumDescriptions: Int) {
    precondition(maximumDescriptions > 0, "a layout by descriptions has one at least")
    unsafe storage = Storage(
      ChannelLayoutMemory.allocate(descriptions: maximumDescriptions), capacity: maximumDescriptions)
    tag = kAudioChannelLayoutTag_UseChannelDescriptions
  }

  /// Creates a layout from descriptions.
  public init(channelDescriptions: [AudioChannelDescription]) {
    let count = channelDescriptions.count
    unsafe storage = Storage(ChannelLayoutMemory.allocate(descriptions: count), capacity: count)
    tag = kAudioChannelLayoutTag_UseChannelDescriptions
    self.channelDescriptions = ChannelDescriptions(channelDescriptions)
  }

  /// Copies the memory if another value shares it.
  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
  }

  /// The tag of the layout, which may refer to a bitmap or to descriptions.
  public var tag: AudioChannelLayoutTag {
    get { unsafe storage.layout.pointee.mChannelLayoutTag }
    set {
      makeUnique()
      unsafe storage.layout.pointee.mChannelLayoutTag = newValue
    }
  }

  /// The channels of a layout whose tag is `kAudioChannelLayoutTag_UseChannelBitmap`.
  public var bitmap: AudioChannelBitmap {
    get { unsafe storage.layout.pointee.mChannelBitmap }
    set {
      makeUnique()
      unsafe storage.layout.pointee.mChannelBitmap = newValue
    }
  }

  /// Labels all descriptions `kAudioChannelLabel_Unknown`.
  public mutating func setAllToUnknown() {
    for index in channelDescriptions.indices { channelDescriptions[index].mChannelLabel = kAudioChannelLabel_Unknown }
  }

  /// The descriptions of a layout whose tag is `kAudioChannelLayoutTag_UseChannelDescriptions`.
  public var channelDescriptions: ChannelDescriptions {
    get { unsafe ChannelDescriptions(Array(AudioChannelLayout.UnsafePointer(storage.layout))) }
    set {
      if newValue.count > storage.capacity {
        let larger = unsafe Storage(
          ChannelLayoutMemory.allocate(descriptions: newValue.count), capacity: newValue.count)
        unsafe larger.layout.pointee.mChannelLayoutTag = tag
        unsafe larger.layout.pointee.mChannelBitmap = bitmap
        storage = larger
      } else {
        makeUnique()
      }
      let target = unsafe AudioChannelLayout.UnsafeMutablePointer(storage.layout)
      unsafe target.count = newValue.count
      for index in newValue.indices { unsafe target[index] = newValue[index] }
    }
  }

  /// The number of bytes of the `AudioChannelLayout`.
  public var sizeInBytes: Int {
    unsafe ChannelLayoutMemory.byteCount(of: Int(storage.layout.pointee.mNumberChannelDescriptions))
  }

  /// The number of channels, by tag, bitmap or descriptions.
  public var numberOfChannels: Int {
    switch tag {
    case kAudioChannelLayoutTag_UseChannelDescriptions:
      unsafe Int(storage.layout.pointee.mNumberChannelDescriptions)
    case kAudioChannelLayoutTag_UseChannelBitmap: bitmap.rawValue.nonzeroBitCount
    default: Int(AudioChannelLayoutTag_GetNumberOfChannels(tag))
    }
  }

  /// Calls `body` with a pointer to the `AudioChannelLayout`.
  public func withUnsafePointer<Result>(
    _ body: (UnsafePointer<AudioChannelLayout>) throws -> Result
  ) rethrows -> Result {
    try withExtendedLifetime(storage) { try unsafe body(UnsafePointer(storage.layout)) }
  }

  /// Calls `body` with a mutable pointer to the `AudioChannelLayout`. It must not add descriptions.
  public mutating func withUnsafeMutablePointer<Result>(
    _ body: (UnsafeMutablePointer<AudioChannelLayout>) throws -> Result
  ) rethrows -> Result {
    makeUnique()
    return try withExtendedLifetime(storage) { try unsafe body(storage.layout) }
  }

  /// The descriptions of a layout.
  public struct ChannelDescriptions: MutableCollection, RandomAccessCollection {
    private var descriptions: [AudioChannelDescription]

    fileprivate init(_ descriptions: [AudioChannelDescription]) { self.descriptions = descriptions }

    /// The first index: 0.
    public var startIndex: Int { 0 }
    /// The number of descriptions.
    public var endIndex: Int { descriptions.count }
    /// A description.
    public subscript(index: Int) -> AudioChannelDescription {
      get { descriptions[index] }
      set { descriptions[index] = newValue }
    }
  }
}

extension ManagedAudioChannelLayout: Equatable {
  /// Returns true if tag, bitmap and descriptions are equal.
  public static func == (lhs: ManagedAudioChannelLayout, rhs: ManagedAudioChannelLayout) -> Bool {
    lhs.tag == rhs.tag && lhs.bitmap == rhs.bitmap && lhs.channelDescriptions == rhs.channelDescriptions
  }
}

extension ManagedAudioChannelLayout.ChannelDescriptions: Equatable {
  /// Returns true if all descriptions are equal.
  public static func == (
    lhs: ManagedAudioChannelLayout.ChannelDescriptions, rhs: ManagedAudioChannelLayout.ChannelDescriptions
  ) -> Bool { lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { $0 == $1 } }
}
