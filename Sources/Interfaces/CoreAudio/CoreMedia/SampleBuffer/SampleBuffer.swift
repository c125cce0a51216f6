import CCoreMedia
import CoreFoundation
import Foundation

/// What a `CMSampleBufferRef` points to: samples, or a marker where there are none.
///
/// Any thread may use it at any time. What can change is read and replaced behind ``MediaObject/stateLock``; the
/// functions of the program's, which load the data or hear of its end, are called when nothing is locked.
final class SampleBuffer: MediaObject {
  static let typeID = register("CMSampleBuffer", SampleBuffer.self)

  /// Loads the data; 0 where that succeeded.
  typealias Loader = (_ buffer: SampleBuffer) -> OSStatus
  /// Hears of the buffer's being made invalid.
  typealias InvalidationHandler = (_ buffer: SampleBuffer) -> Void

  /// Whether the data is there.
  enum Readiness {
    case ready
    /// It comes later; perhaps somebody can be asked for it.
    case awaited(Loader?)
    case failed(OSStatus)
    /// It is there when another buffer's is.
    case tracking(SampleBuffer)
  }

  /// What can change.
  private struct State {
    var data: BlockBuffer?
    var readiness: Readiness
    /// Whether a function of the program's is loading the data.
    var isLoading = false
    var isValid = true
    var onInvalidation: InvalidationHandler?
    var outputPresentationTimeStamp = CMTime.nowhere
    var attachmentsOfSamples: CFMutableArray?
    var packetDescriptions: FixedMemory?
  }

  private var state: State
  let format: FormatDescription?
  let timing: SampleTiming
  /// Bytes of each sample, of all, or nothing where samples do not lie together.
  let sizes: [Int]

  init(
    _ data: BlockBuffer?, _ readiness: Readiness, _ format: FormatDescription?, _ samples: Samples
  ) {
    state = State(data: data, readiness: readiness)
    self.format = format
    timing = SampleTiming(entries: samples.timing, count: samples.count)
    sizes = samples.sizes
    super.init(Self.typeID)
  }

  /// How many samples there are.
  var count: Int { timing.count }
  /// Samples of which a list is made, with an element for each, where a caller's number is all that tells of them.
  static let largestListCount = 1 << 20

  /// The data; once it is there, it stays for as long as the buffer.
  var data: BlockBuffer? { stateLock.locked { state.data } }

  /// Gives a buffer its data, once.
  func setData(_ block: BlockBuffer) throws(Failure) {
    try stateLock.locked { () throws(Failure) in
      guard state.data == nil else { throw Failure(kCMSampleBufferError_AlreadyHasDataBuffer) }
      state.data = block
    }
  }

  /// The time that replaces the one which follows from the attachments, or an invalid one.
  var outputPresentationTimeStamp: CMTime {
    get { stateLock.locked { state.outputPresentationTimeStamp } }
    set { stateLock.locked { state.outputPresentationTimeStamp = newValue } }
  }

  /// Where packets lie, as far as somebody has asked.
  var knownPacketDescriptions: FixedMemory? { stateLock.locked { state.packetDescriptions } }

  /// Keeps where packets lie for as long as the buffer; of several the first.
  func keep(packetDescriptions made: FixedMemory) -> FixedMemory {
    stateLock.locked {
      let kept = state.packetDescriptions ?? made
      state.packetDescriptions = kept
      return kept
    }
  }

  // MARK: Validity

  /// Whether the buffer was never made invalid.
  var isValid: Bool { stateLock.locked { state.isValid } }

  /// Says what is to be done when the buffer is made invalid.
  func setInvalidationHandler(_ handler: @escaping InvalidationHandler) {
    var handler: InvalidationHandler? = handler
    stateLock.locked { swap(&state.onInvalidation, &handler) }
  }

  /// Makes the buffer invalid, for ever.
  func invalidate() {
    var handler: InvalidationHandler?
    stateLock.locked {
      state.isValid = false
      swap(&state.onInvalidation, &handler)
    }
    handler?(self)
  }

  // MARK: Readiness

  /// Whether the data is there, of this buffer itself.
  var readiness: Readiness { stateLock.locked { state.readiness } }

  /// Replaces the readiness; returns the old one, which may be the last to hold another buffer.
  private func exchange(_ readiness: Readiness) -> Readiness {
    var readiness = readiness
    stateLock.locked { swap(&state.readiness, &readiness) }
    return readiness
  }

  /// The buffer at the end of those that wait for one another, and whether its data is there.
  private var source: (buffer: SampleBuffer, readiness: Readiness) {
    var buffer = self
    while true {
      let readiness = buffer.readiness
      guard case .tracking(let other) = readiness else { return (buffer, readiness) }
      buffer = other
    }
  }

  /// Whether the data is there.
  var isReady: Bool { if case .ready = source.readiness { true } else { false } }

  /// Why the data will never come, or `nil`.
  var failure: OSStatus? { if case .failed(let status) = source.readiness { status } else { nil } }

  /// Tells that the data is there.
  func setReady() {
    _ = exchange(.ready)
    post(kCMSampleBufferNotification_DataBecameReady, [:])
  }

  /// Tells that the data will never be there.
  func setFailed(_ status: OSStatus) {
    _ = exchange(.failed(status))
    post(
      kCMSampleBufferNotification_DataFailed,
      [swiftString(kCMSampleBufferNotificationParameter_OSStatus): NSNumber(value: status)])
  }

  /// Guards who waits for whom, for all buffers: two threads could close a circle that neither sees.
  private static let following = StateLock()

  /// Is ready from now on when another buffer is.
  func track(_ other: SampleBuffer) throws(Failure) {
    // Held until nothing is locked, for any of them may be let go of meanwhile.
    var seen = [other]
    var replaced: Readiness?
    try Self.following.locked { () throws(Failure) in
      // A circle of buffers would wait for itself.
      var buffer = other
      while buffer !== self, case .tracking(let next) = buffer.readiness {
        seen.append(next)
        buffer = next
      }
      guard buffer !== self else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
      replaced = exchange(.tracking(other))
    }
    withExtendedLifetime((seen, replaced)) {}
  }

  /// Sees to it that the data is there.
  ///
  /// - Throws: `kCMSampleBufferError_BufferNotReady` also where the data is being loaded: by the function that asks, or
  ///   by another thread, which might itself be waiting for this one.
  func makeReady() throws(Failure) {
    let (buffer, readiness) = source
    switch readiness {
    case .ready: return
    case .failed: throw Failure(kCMSampleBufferError_DataFailed)
    case .awaited(let loader?): try buffer.load(loader)
    case .awaited(nil), .tracking: throw Failure(kCMSampleBufferError_BufferNotReady)
    }
  }

  /// Lets a function of the program's load the data.
  private func load(_ loader: Loader) throws(Failure) {
    try stateLock.locked { () throws(Failure) in
      guard !state.isLoading else { throw Failure(kCMSampleBufferError_BufferNotReady) }
      state.isLoading = true
    }
    let status = loader(self)
    stateLock.locked { state.isLoading = false }
    guard status == noErr else { throw Failure(kCMSampleBufferError_BufferNotReady) }
    if !isReady { setReady() }
  }

  private func post(_ name: CFString, _ information: [String: NSNumber]) {
    NotificationCenter.default.post(
      name: Notification.Name(rawValue: swiftString(name)), object: unsafe unsafeBitCast(self, to: CMSampleBuffer.self),
      userInfo: information)
  }

  // MARK: Attachments

  /// A dictionary for each sample; `nil` where there are none and none are to be made, or more than
  /// ``largestListCount`` would have to be.
  func sampleAttachments(createIfNecessary: Bool) -> CFMutableArray? {
    stateLock.locked {
      if state.attachmentsOfSamples == nil, createIfNecessary, (1...Self.largestListCount).contains(count) {
        let array = makeArray()
        for _ in 0..<count { array.append(makeDictionary()) }
        state.attachmentsOfSamples = array
      }
      return state.attachmentsOfSamples
    }
  }

  /// Takes over what was attached to some samples of another buffer, and what propagates from the buffer.
  func takeAttachments(of other: SampleBuffer, in range: Range<Int>) {
    takeAttachments(from: other)
    guard let theirs = other.sampleAttachments(createIfNecessary: false) else { return }
    let array = makeArray()
    for index in range {
      guard let pointer = unsafe CFArrayGetValueAtIndex(theirs, index) else { continue }
      let dictionary = unsafe Unmanaged<CFDictionary>.fromOpaque(pointer).takeUnretainedValue()
      if let copy = CFDictionaryCreateMutableCopy(nil, 0, dictionary) {
        array.append(copy)
      }
    }
    stateLock.locked { state.attachmentsOfSamples = array }
  }
}

/// How many samples a buffer has, when they come and how large they are.
struct Samples {
  var count: Int
  var timing: [CMSampleTimingInfo]
  var sizes: [Int]

  init(count: Int, timing: [CMSampleTimingInfo], sizes: [Int]) {
    self.count = count
    self.timing = timing
    self.sizes = sizes
  }

  /// What a caller gives: none, one or as many entries as samples of each.
  @unsafe
  init(
    count: Int, _ timing: (count: Int, entries: UnsafePointer<CMSampleTimingInfo>?),
    _ sizes: (count: Int, entries: UnsafePointer<Int>?)
  ) throws(Failure) {
    guard count >= 0 else { throw Failure(kCMSampleBufferError_InvalidEntryCount) }
    self.count = count
    self.timing = try unsafe Self.list(timing.count, timing.entries, count)
    self.sizes = try unsafe Self.list(sizes.count, sizes.entries, count)
    guard self.sizes.allSatisfy({ $0 >= 0 }) else { throw Failure(kCMSampleBufferError_InvalidSampleData) }
  }

  @unsafe
  private static func list<Element>(
    _ entryCount: Int, _ entries: UnsafePointer<Element>?, _ count: Int
  ) throws(Failure) -> [Element] {
    guard entryCount != 0 else { return [] }
    guard entryCount == 1 || entryCount == count else { throw Failure(kCMSampleBufferError_InvalidEntryCount) }
    guard let entries = unsafe entries else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
    return unsafe Array(UnsafeBufferPointer(start: entries, count: entryCount))
  }
}
