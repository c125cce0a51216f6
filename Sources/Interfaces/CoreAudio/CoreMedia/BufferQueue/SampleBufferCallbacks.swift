import CCoreMedia
import CoreFoundation

// <CoreMedia/CMBufferQueue.h>: the functions of queues of sample buffers, which C programs copy and change.

/// `CMBufferQueueGetCallbacksForUnsortedSampleBuffers`.
@c(CMBufferQueueGetCallbacksForUnsortedSampleBuffers)
public func cmBufferQueueGetCallbacksForUnsortedSampleBuffers() -> UnsafeRawPointer? {
  unsafe UnsafeRawPointer(bitPattern: SampleBufferCallbacks.unsorted)
}

/// `CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS`.
@c(CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS)
public func cmBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS() -> UnsafeRawPointer? {
  unsafe UnsafeRawPointer(bitPattern: SampleBufferCallbacks.sortedByOutputPTS)
}

/// Structs that live as long as the program, by their addresses.
enum SampleBufferCallbacks {
  /// Buffers are dequeued in the order of arrival, with their original timestamps.
  static let unsorted = unsafe permanent(
    CMBufferCallbacks(
      version: 1, refcon: nil,
      getDecodeTimeStamp: { buffer, _ in CMSampleBufferGetDecodeTimeStamp(sampleBuffer(buffer)) },
      getPresentationTimeStamp: { buffer, _ in CMSampleBufferGetPresentationTimeStamp(sampleBuffer(buffer)) },
      getDuration: { buffer, _ in CMSampleBufferGetDuration(sampleBuffer(buffer)) },
      isDataReady: { buffer, _ in CMSampleBufferDataIsReady(sampleBuffer(buffer)) }, compare: nil,
      dataBecameReadyNotification: dataBecameReady,
      getSize: { buffer, _ in CMSampleBufferGetTotalSampleSize(sampleBuffer(buffer)) }))

  /// The callbacks of a queue sorted by output times: buffers are removed in output order, and have output timestamps.
  static let sortedByOutputPTS = unsafe permanent(
    CMBufferCallbacks(
      version: 1, refcon: nil,
      getDecodeTimeStamp: { buffer, _ in CMSampleBufferGetOutputDecodeTimeStamp(sampleBuffer(buffer)) },
      getPresentationTimeStamp: { buffer, _ in CMSampleBufferGetOutputPresentationTimeStamp(sampleBuffer(buffer)) },
      getDuration: { buffer, _ in CMSampleBufferGetOutputDuration(sampleBuffer(buffer)) },
      isDataReady: { buffer, _ in CMSampleBufferDataIsReady(sampleBuffer(buffer)) },
      compare: { first, second, _ in
        let order = CMTimeCompare(
          CMSampleBufferGetOutputPresentationTimeStamp(sampleBuffer(first)),
          CMSampleBufferGetOutputPresentationTimeStamp(sampleBuffer(second)))
        return order < 0 ? .compareLessThan : order > 0 ? .compareGreaterThan : .compareEqualTo
      }, dataBecameReadyNotification: dataBecameReady,
      getSize: { buffer, _ in CMSampleBufferGetTotalSampleSize(sampleBuffer(buffer)) }))

  private static var dataBecameReady: Unmanaged<CFString>? {
    unsafe Unmanaged.passUnretained(kCMSampleBufferNotification_DataBecameReady)
  }

  /// Copies a struct to permanent memory.
  @unsafe
  private static func permanent(_ callbacks: CMBufferCallbacks) -> UInt {
    let place = UnsafeMutablePointer<CMBufferCallbacks>.allocate(capacity: 1)
    unsafe place.initialize(to: callbacks)
    return UInt(bitPattern: place)
  }
}

/// Returns a buffer as a sample buffer, which it must be in such a queue.
private func sampleBuffer(_ buffer: CMBuffer) -> CMSampleBuffer { sameObject(buffer) }
