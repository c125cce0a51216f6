import CCoreMedia
import CoreFoundation
import Foundation

/// The functions by which a queue asks about its buffers: `CMBufferCallbacks`, `CMBufferHandlers` or Swift closures.
struct BufferFunctions {
  var decodeTimeStamp: ((CMBuffer) -> CMTime)?
  var presentationTimeStamp: ((CMBuffer) -> CMTime)?
  var duration: (CMBuffer) -> CMTime
  var isDataReady: ((CMBuffer) -> Bool)?
  var compare: ((CMBuffer, CMBuffer) -> CFComparisonResult)?
  /// The notification that a buffer sends when its data are available.
  var dataBecameReadyNotification: String?
  var byteCount: ((CMBuffer) -> Int)?

  /// Creates the functions from Swift's.
  init(duration: @escaping (CMBuffer) -> CMTime) { self.duration = duration }
}

// MARK: Functions of C's

/// The offsets of the fields of `CMBufferCallbacks`, which follow a version of 4 bytes without a gap.
private enum CallbackOffset {
  static let context = 4
  static let decodeTimeStamp = 12
  static let presentationTimeStamp = 20
  static let duration = 28
  static let isDataReady = 36
  static let compare = 44
  static let notification = 52
  /// Present since version 1.
  static let byteCount = 60
}

/// The fields of `CMBufferHandlers`.
private enum HandlerOffset {
  static let decodeTimeStamp = 8
  static let presentationTimeStamp = 16
  static let duration = 24
  static let isDataReady = 32
  static let compare = 40
  static let notification = 48
  static let byteCount = 56
}

extension BufferFunctions {
  /// Copies a caller's `CMBufferCallbacks`.
  ///
  /// - Throws: `kCMBufferQueueError_InvalidCMBufferCallbacksStruct` if the version is not known or there is no
  ///   function for durations.
  @unsafe
  init(callbacks memory: UnsafeRawPointer?) throws(Failure) {
    guard let memory = unsafe memory else { throw Failure(kCMBufferQueueError_RequiredParameterMissing) }
    let version = unsafe memory.loadUnaligned(as: UInt32.self)
    let fields = unsafe FunctionFields(memory)
    let context = unsafe UnsafeMutableRawPointer(bitPattern: fields.address(at: CallbackOffset.context))
    guard version <= 1,
      let duration = unsafe fields.function(at: CallbackOffset.duration, CMBufferGetTimeCallback.self)
    else { throw Failure(kCMBufferQueueError_InvalidCMBufferCallbacksStruct) }
    self.init { buffer in unsafe duration(buffer, context) }
    if let function = unsafe fields.function(at: CallbackOffset.decodeTimeStamp, CMBufferGetTimeCallback.self) {
      decodeTimeStamp = { buffer in unsafe function(buffer, context) }
    }
    if let function = unsafe fields.function(at: CallbackOffset.presentationTimeStamp, CMBufferGetTimeCallback.self) {
      presentationTimeStamp = { buffer in unsafe function(buffer, context) }
    }
    if let function = unsafe fields.function(at: CallbackOffset.isDataReady, CMBufferGetBooleanCallback.self) {
      isDataReady = { buffer in unsafe function(buffer, context) }
    }
    if let function = unsafe fields.function(at: CallbackOffset.compare, CMBufferCompareCallback.self) {
      compare = { first, second in unsafe function(first, second, context) }
    }
    dataBecameReadyNotification = unsafe fields.string(at: CallbackOffset.notification)
    guard version >= 1 else { return }
    if let function = unsafe fields.function(at: CallbackOffset.byteCount, CMBufferGetSizeCallback.self) {
      byteCount = { buffer in unsafe function(buffer, context) }
    }
  }

  /// Copies the blocks of a caller's `CMBufferHandlers`.
  ///
  /// - Throws: As ``init(callbacks:)``.
  @unsafe
  init(handlers memory: UnsafeRawPointer?) throws(Failure) {
    guard let memory = unsafe memory else { throw Failure(kCMBufferQueueError_RequiredParameterMissing) }
    typealias Time = @convention(block) (CMBuffer) -> CMTime
    let fields = unsafe FunctionFields(memory)
    guard unsafe memory.loadUnaligned(as: UInt.self) <= 1,
      let duration = unsafe fields.function(at: HandlerOffset.duration, Time.self)
    else { throw Failure(kCMBufferQueueError_InvalidCMBufferCallbacksStruct) }
    self.init(duration: duration)
    decodeTimeStamp = unsafe fields.function(at: HandlerOffset.decodeTimeStamp, Time.self)
    presentationTimeStamp = unsafe fields.function(at: HandlerOffset.presentationTimeStamp, Time.self)
    isDataReady = unsafe fields.function(at: HandlerOffset.isDataReady, (@convention(block) (CMBuffer) -> Bool).self)
    compare = unsafe fields.function(
      at: HandlerOffset.compare, (@convention(block) (CMBuffer, CMBuffer) -> CFComparisonResult).self)
    dataBecameReadyNotification = unsafe fields.string(at: HandlerOffset.notification)
    byteCount = unsafe fields.function(at: HandlerOffset.byteCount, (@convention(block) (CMBuffer) -> Int).self)
  }
}

/// The pointers of a struct of C's.
@safe
private struct FunctionFields {
  private let memory: UnsafeRawPointer

  @unsafe
  init(_ memory: UnsafeRawPointer) { unsafe self.memory = memory }

  func address(at offset: Int) -> UInt { unsafe memory.loadUnaligned(fromByteOffset: offset, as: UInt.self) }

  /// Returns a function or a block, if there is one.
  @unsafe
  func function<Function>(at offset: Int, _ type: Function.Type) -> Function? {
    unsafe unsafeBitCast(address(at: offset), to: Function?.self)
  }

  /// Returns the text of a `CFStringRef`, if there is one.
  @unsafe
  func string(at offset: Int) -> String? {
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address(at: offset)) else { return nil }
    return unsafe Unmanaged<NSString>.fromOpaque(pointer).takeUnretainedValue().description
  }
}
