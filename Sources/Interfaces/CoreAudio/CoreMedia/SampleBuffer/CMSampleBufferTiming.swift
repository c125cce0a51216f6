public import CCoreMedia

// <CoreMedia/CMSampleBuffer.h>: how many samples there are, when they come and how large they are.

/// `CMSampleBufferGetNumSamples`.
@c(CMSampleBufferGetNumSamples)
public func cmSampleBufferGetNumSamples(_ sbuf: UnsafeRawPointer?) -> Int { unsafe usable(sbuf)?.count ?? 0 }

/// `CMSampleBufferGetDuration`.
@c(CMSampleBufferGetDuration)
public func cmSampleBufferGetDuration(_ sbuf: UnsafeRawPointer?) -> CMTime {
  unsafe usable(sbuf)?.timing.duration ?? .nowhere
}

/// `CMSampleBufferGetPresentationTimeStamp`.
@c(CMSampleBufferGetPresentationTimeStamp)
public func cmSampleBufferGetPresentationTimeStamp(_ sbuf: UnsafeRawPointer?) -> CMTime {
  unsafe usable(sbuf)?.timing.presentationTimeStamp ?? .nowhere
}

/// `CMSampleBufferGetDecodeTimeStamp`.
@c(CMSampleBufferGetDecodeTimeStamp)
public func cmSampleBufferGetDecodeTimeStamp(_ sbuf: UnsafeRawPointer?) -> CMTime {
  unsafe usable(sbuf)?.timing.decodeTimeStamp ?? .nowhere
}

/// `CMSampleBufferGetOutputDuration`.
@c(CMSampleBufferGetOutputDuration)
public func cmSampleBufferGetOutputDuration(_ sbuf: UnsafeRawPointer?) -> CMTime {
  unsafe usable(sbuf).map { OutputTiming($0).duration } ?? .nowhere
}

/// `CMSampleBufferGetOutputPresentationTimeStamp`.
@c(CMSampleBufferGetOutputPresentationTimeStamp)
public func cmSampleBufferGetOutputPresentationTimeStamp(_ sbuf: UnsafeRawPointer?) -> CMTime {
  unsafe usable(sbuf).map { OutputTiming($0).presentationTimeStamp } ?? .nowhere
}

/// `CMSampleBufferSetOutputPresentationTimeStamp`: an invalid time restores the computed one.
@c(CMSampleBufferSetOutputPresentationTimeStamp)
public func cmSampleBufferSetOutputPresentationTimeStamp(
  _ sbuf: UnsafeRawPointer?, _ outputPresentationTimeStamp: CMTime
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe sampleBuffer(sbuf).outputPresentationTimeStamp = outputPresentationTimeStamp
  }
}

/// `CMSampleBufferGetOutputDecodeTimeStamp`.
@c(CMSampleBufferGetOutputDecodeTimeStamp)
public func cmSampleBufferGetOutputDecodeTimeStamp(_ sbuf: UnsafeRawPointer?) -> CMTime {
  unsafe usable(sbuf).map { OutputTiming($0).decodeTimeStamp } ?? .nowhere
}

/// `CMSampleBufferGetSampleTimingInfoArray`.
@c(CMSampleBufferGetSampleTimingInfoArray)
public func cmSampleBufferGetSampleTimingInfoArray(
  _ sbuf: UnsafeRawPointer?, _ numSampleTimingEntries: Int, _ timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  _ timingArrayEntriesNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe hand(
      sampleBuffer(sbuf).timing.entries, (timingArrayOut, numSampleTimingEntries, timingArrayEntriesNeededOut),
      none: kCMSampleBufferError_BufferHasNoSampleTimingInfo)
  }
}

/// `CMSampleBufferGetOutputSampleTimingInfoArray`.
@c(CMSampleBufferGetOutputSampleTimingInfoArray)
public func cmSampleBufferGetOutputSampleTimingInfoArray(
  _ sbuf: UnsafeRawPointer?, _ timingArrayEntries: Int, _ timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
  _ timingArrayEntriesNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe hand(
      OutputTiming(sampleBuffer(sbuf)).entries(), (timingArrayOut, timingArrayEntries, timingArrayEntriesNeededOut),
      none: kCMSampleBufferError_BufferHasNoSampleTimingInfo)
  }
}

/// `CMSampleBufferGetSampleTimingInfo`.
@c(CMSampleBufferGetSampleTimingInfo)
public func cmSampleBufferGetSampleTimingInfo(
  _ sbuf: UnsafeRawPointer?, _ sampleIndex: Int, _ timingInfoOut: UnsafeMutablePointer<CMSampleTimingInfo>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe sampleBuffer(sbuf)
    guard let out = unsafe timingInfoOut else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
    unsafe out.pointee = try buffer.timing.entry(at: sampleIndex)
  }
}

/// `CMSampleBufferGetSampleSizeArray`.
@c(CMSampleBufferGetSampleSizeArray)
public func cmSampleBufferGetSampleSizeArray(
  _ sbuf: UnsafeRawPointer?, _ sizeArrayEntries: Int, _ sizeArrayOut: UnsafeMutablePointer<Int>?,
  _ sizeArrayEntriesNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe hand(
      sampleBuffer(sbuf).sizes, (sizeArrayOut, sizeArrayEntries, sizeArrayEntriesNeededOut),
      none: kCMSampleBufferError_BufferHasNoSampleSizes)
  }
}

/// `CMSampleBufferGetSampleSize`.
@c(CMSampleBufferGetSampleSize)
public func cmSampleBufferGetSampleSize(_ sbuf: UnsafeRawPointer?, _ sampleIndex: Int) -> Int {
  unsafe usable(sbuf)?.size(at: sampleIndex) ?? 0
}

/// `CMSampleBufferGetTotalSampleSize`.
@c(CMSampleBufferGetTotalSampleSize)
public func cmSampleBufferGetTotalSampleSize(_ sbuf: UnsafeRawPointer?) -> Int { unsafe usable(sbuf)?.totalSize ?? 0 }

// MARK: Helpers

/// Fills a caller's array, and returns the number of entries that it needs; without an array, it only returns the
/// number.
@unsafe
private func hand<Entry: BitwiseCopyable>(
  _ entries: [Entry], _ place: (array: UnsafeMutablePointer<Entry>?, room: Int, needed: UnsafeMutablePointer<Int>?),
  none: OSStatus
) throws(Failure) {
  if let out = unsafe place.needed { unsafe out.pointee = entries.count }
  guard !entries.isEmpty else { throw Failure(none) }
  guard let array = unsafe place.array else { return }
  guard unsafe place.room >= entries.count else { throw Failure(kCMSampleBufferError_ArrayTooSmall) }
  for index in entries.indices { unsafe array[index] = entries[index] }
}
