import CCoreMedia
import CoreFoundation
import Foundation

/// The object that a `CMSampleBufferRef` points to: samples, or a marker without samples.
///
/// Any thread may use it at any time. Variable state is read and replaced under ``MediaObject/stateLock``; the
/// program's functions, which load the data or are notified of its end, are called while nothing is locked.
final class SampleBuffer: MediaObject {
  static let typeID = register("CMSampleBuffer", SampleBuffer.self)

  /// A function that loads the data, and returns 0 if that succeeded.
  typealias Loader = (_ buffer: SampleBuffer) -> OSStatus
  /// A function that is called when the buffer is made invalid.
  typealias InvalidationHandler = (_ buffer: SampleBuffer) -> Void

  /// The readiness of the data.
  enum Readiness {
    case ready
    /// The data arrive later, possibly by a function that loads them.
    case awaited(Loader?)
    case failed(OSStatus)
    /// The data become ready when another buffer's do.
    case tracking(SampleBuffer)
  }

  /// The properties that can change.
  private struct State {
    var data: BlockBuffer?
    var readiness: Readiness
    /// True while a function of the program's is loading the data.
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
  /// The sizes of the samples in bytes: one for each, one for all, or none if the samples are not contiguous.
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

  /// The number of samples.
  var count: Int { timing.count }
  /// The largest number of elements of a list for samples whose number only the caller states.
  static let largestListCount = 1 << 20

  /// The data; once set, it does not change during the life of the buffer.
  var data: BlockBuffer? { stateLock.locked { state.data } }

  /// Sets a buffer's data, once.
  func setData(_ block: BlockBuffer) throws(Failure) {
    try stateLock.locked { () throws(Failure) in
      guard state.data == nil else { throw Failure(kCMSampleBufferError_AlreadyHasDataBuffer) }
      state.data = block
    }
  }

  /// The time that replaces the one computed from the attachments, or an invalid one.
  var outputPresentationTimeStamp: CMTime {
    get { stateLock.locked { state.outputPresentationTimeStamp } }
    set { stateLock.locked { state.outputPresentationTimeStamp = newValue } }
  }

  /// The descriptions of packets, once they have been requested.
  var knownPacketDescriptions: FixedMemory? { stateLock.locked { state.packetDescriptions } }

  /// Keeps the descriptions of packets for the life of the buffer; if there are several, the first ones.
  func keep(packetDescriptions made: FixedMemory) -> FixedMemory {
    stateLock.locked {
      let kept = state.packetDescriptions ?? made
      state.packetDescriptions = kept
      return kept
    }
  }

  // MARK: Validity

  /// True if the buffer was never made invalid.
  var isValid: Bool { stateLock.locked { state.isValid } }

  /// Sets the function that is called when the buffer is made invalid.
  func setInvalidationHandler(_ handler: @escaping InvalidationHandler) {
    var handler: InvalidationHandler? = handler
    stateLock.locked { swap(&state.onInvalidation, &handler) }
  }

  /// Makes the buffer invalid permanently.
  func invalidate() {
    var handler: InvalidationHandler?
    stateLock.locked {
      state.isValid = false
      swap(&state.onInvalidation, &handler)
    }
    handler?(self)
  }

  // MARK: Readiness

  /// The readiness of this buffer's own data.
  var readiness: Readiness { stateLock.locked { state.readiness } }

  /// Replaces the readiness and returns the old one, which may be the last reference to another buffer.
  private func exchange(_ readiness: Readiness) -> Readiness {
    var readiness = readiness
    stateLock.locked { swap(&state.readiness, &readiness) }
    return readiness
  }

  /// The last of the buffers that wait for one another, and the readiness of its data.
  private var source: (buffer: SampleBuffer, readiness: Readiness) {
    var buffer = self
    while true {
      let readiness = buffer.readiness
      guard case .tracking(let other) = readiness else { return (buffer, readiness) }
      buffer = other
    }
  }

  /// True if the data are ready.
  var isReady: Bool { if case .ready = source.readiness { true } else { false } }

  /// The reason for which the data will never be ready, or `nil`.
  var failure: OSStatus? { if case .failed(let status) = source.readiness { status } else { nil } }

  /// Marks the data as ready.
  func setReady() {
    _ = exchange(.ready)
    post(kCMSampleBufferNotification_DataBecameReady, [:])
  }

  /// Marks the data as failed.
  func setFailed(_ status: OSStatus) {
    _ = exchange(.failed(status))
    post(
      kCMSampleBufferNotification_DataFailed,
      [swiftString(kCMSampleBufferNotificationParameter_OSStatus): NSNumber(value: status)])
  }

  /// Guards the dependencies of all buffers: two threads could close a circle that neither sees.
  private static let following = StateLock()

  /// Makes the data ready from now on when another buffer's is.
  func track(_ other: SampleBuffer) throws(Failure) {
    // Held until nothing is locked, for any of them may be released meanwhile.
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

  /// Makes sure that the data is ready, calling the function that loads it if necessary.
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

  /// Calls the function of the program that loads the data.
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

  /// Returns a dictionary for each sample; `nil` if there are none and none are to be created, or if more than
  /// ``largestListCount`` would be needed.
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

  /// Copies the attachments of some samples of another buffer, and the propagating attachments of the buffer.
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

/// The number, times and sizes of a buffer's samples.
struct Samples {
  var count: Int
  var timing: [CMSampleTimingInfo]
  var sizes: [Int]

  init(count: Int, timing: [CMSampleTimingInfo], sizes: [Int]) {
    self.count = count
    self.timing = timing
    self.sizes = sizes
  }

  /// Creates sample properties from a caller's entries: none, one or as many as samples of each kind.
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
