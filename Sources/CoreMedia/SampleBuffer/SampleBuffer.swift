import CCoreMedia
import CoreFoundation
import Foundation

/// What a `CMSampleBufferRef` points to: samples, or a marker where there are none.
final class SampleBuffer: MediaObject {
  static let typeID = register("CMSampleBuffer", SampleBuffer.self)

  /// Loads the data; 0 where that succeeded.
  typealias Loader = (_ buffer: SampleBuffer) -> OSStatus

  /// Whether the data is there.
  enum Readiness {
    case ready
    /// It comes later; perhaps somebody can be asked for it.
    case awaited(Loader?)
    case failed(OSStatus)
    /// It is there when another buffer's is.
    case tracking(SampleBuffer)
  }

  private(set) var data: BlockBuffer?
  let format: FormatDescription?
  let timing: SampleTiming
  /// Bytes of each sample, of all, or nothing where samples do not lie together.
  let sizes: [Int]
  private(set) var readiness: Readiness
  private(set) var isValid = true
  /// What is to be done when the buffer is made invalid.
  var onInvalidation: ((_ buffer: SampleBuffer) -> Void)?
  /// The time that replaces the one which follows from the attachments, or an invalid one.
  var outputPresentationTimeStamp = CMTime.nowhere
  private var attachmentsOfSamples: CFMutableArray?
  /// Filled when somebody asks: where packets lie.
  var cachedPacketDescriptions: FixedMemory?

  init(
    _ data: BlockBuffer?, _ readiness: Readiness, _ format: FormatDescription?, _ samples: Samples
  ) {
    self.data = data
    self.readiness = readiness
    self.format = format
    timing = SampleTiming(entries: samples.timing, count: samples.count)
    sizes = samples.sizes
    super.init(Self.typeID)
  }

  /// How many samples there are.
  var count: Int { timing.count }
  /// Samples of which a list is made, with an element for each, where a caller's number is all that tells of them.
  static let largestListCount = 1 << 20

  /// Gives a buffer its data, once.
  func setData(_ block: BlockBuffer) throws(Failure) {
    guard data == nil else { throw Failure(kCMSampleBufferError_AlreadyHasDataBuffer) }
    data = block
  }

  // MARK: Readiness

  /// Whether the data is there.
  var isReady: Bool {
    switch readiness {
    case .ready: true
    case .tracking(let other): other.isReady
    case .awaited, .failed: false
    }
  }

  /// Why the data will never come, or `nil`.
  var failure: OSStatus? {
    switch readiness {
    case .failed(let status): status
    case .tracking(let other): other.failure
    case .ready, .awaited: nil
    }
  }

  /// Tells that the data is there.
  func setReady() {
    readiness = .ready
    post(kCMSampleBufferNotification_DataBecameReady, [:])
  }

  /// Tells that the data will never be there.
  func setFailed(_ status: OSStatus) {
    readiness = .failed(status)
    post(
      kCMSampleBufferNotification_DataFailed,
      [swiftString(kCMSampleBufferNotificationParameter_OSStatus): NSNumber(value: status)])
  }

  /// Is ready from now on when another buffer is.
  func track(_ other: SampleBuffer) throws(Failure) {
    // A circle of buffers would wait for itself.
    var next: SampleBuffer? = other
    while let buffer = next {
      guard buffer !== self else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
      if case .tracking(let tracked) = buffer.readiness { next = tracked } else { next = nil }
    }
    readiness = .tracking(other)
  }

  /// Sees to it that the data is there.
  func makeReady() throws(Failure) {
    switch readiness {
    case .ready: return
    case .tracking(let other): try other.makeReady()
    case .failed: throw Failure(kCMSampleBufferError_DataFailed)
    case .awaited(let loader):
      guard let loader, loader(self) == noErr else {
        throw Failure(kCMSampleBufferError_BufferNotReady)
      }
      if !isReady { setReady() }
    }
  }

  /// Makes the buffer invalid, for ever.
  func invalidate() {
    isValid = false
    let callback = onInvalidation
    onInvalidation = nil
    callback?(self)
  }

  private func post(_ name: CFString, _ information: [String: NSNumber]) {
    NotificationCenter.default.post(
      name: Notification.Name(rawValue: swiftString(name)), object: unsafe unsafeBitCast(self, to: CMSampleBuffer.self),
      userInfo: information)
  }

  // MARK: Attachments

  /// A dictionary for each sample; `nil` where there are none and none are to be made, or more than ``largestListCount``
  /// would have to be.
  func sampleAttachments(createIfNecessary: Bool) -> CFMutableArray? {
    if attachmentsOfSamples == nil, createIfNecessary, (1...Self.largestListCount).contains(count) {
      let array = makeArray()
      for _ in 0..<count { array.append(makeDictionary()) }
      attachmentsOfSamples = array
    }
    return attachmentsOfSamples
  }

  /// Takes over what was attached to some samples of another buffer, and what propagates from the buffer.
  func takeAttachments(of other: SampleBuffer, in range: Range<Int>) {
    attachments.takeOver(from: other.attachments)
    guard let theirs = other.attachmentsOfSamples else { return }
    let array = makeArray()
    for index in range {
      guard let pointer = unsafe CFArrayGetValueAtIndex(theirs, index) else { continue }
      let dictionary = unsafe Unmanaged<CFDictionary>.fromOpaque(pointer).takeUnretainedValue()
      if let copy = CFDictionaryCreateMutableCopy(nil, 0, dictionary) {
        array.append(copy)
      }
    }
    attachmentsOfSamples = array
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
