public import CCoreMedia
public import CoreFoundation
public import Foundation

// Apple's Swift view of sample buffers: their contents.

extension CMSampleBuffer {
  /// The errors of format description functions.
  public struct Error {
    private static func error(_ status: OSStatus) -> NSError { Failure(status).error }

    /// Memory could not be allocated.
    public static var allocationFailed: NSError { error(kCMSampleBufferError_AllocationFailed) }
    /// A required argument is missing.
    public static var requiredParameterMissing: NSError { error(kCMSampleBufferError_RequiredParameterMissing) }
    /// The data can be set only once.
    public static var alreadyHasDataBuffer: NSError { error(kCMSampleBufferError_AlreadyHasDataBuffer) }
    /// The data are not ready yet.
    public static var bufferNotReady: NSError { error(kCMSampleBufferError_BufferNotReady) }
    /// The sample index is out of range.
    public static var sampleIndexOutOfRange: NSError { error(kCMSampleBufferError_SampleIndexOutOfRange) }
    /// The sizes are not known.
    public static var bufferHasNoSampleSizes: NSError { error(kCMSampleBufferError_BufferHasNoSampleSizes) }
    /// The times are not known.
    public static var bufferHasNoSampleTimingInfo: NSError { error(kCMSampleBufferError_BufferHasNoSampleTimingInfo) }
    /// The array is too small.
    public static var arrayTooSmall: NSError { error(kCMSampleBufferError_ArrayTooSmall) }
    /// The number of entries is neither 0, nor 1, nor the number of samples.
    public static var invalidEntryCount: NSError { error(kCMSampleBufferError_InvalidEntryCount) }
    /// The samples cannot be separated.
    public static var cannotSubdivide: NSError { error(kCMSampleBufferError_CannotSubdivide) }
    /// A time makes no sense.
    public static var sampleTimingInfoInvalid: NSError { error(kCMSampleBufferError_SampleTimingInfoInvalid) }
    /// The operation requires another media type.
    public static var invalidMediaTypeForOperation: NSError { error(kCMSampleBufferError_InvalidMediaTypeForOperation) }
    /// The length of the data differs from that of the samples.
    public static var invalidSampleData: NSError { error(kCMSampleBufferError_InvalidSampleData) }
    /// The operation requires another format.
    public static var invalidMediaFormat: NSError { error(kCMSampleBufferError_InvalidMediaFormat) }
    /// The buffer was made invalid.
    public static var invalidated: NSError { error(kCMSampleBufferError_Invalidated) }
    /// The data will never be ready.
    public static var dataFailed: NSError { error(kCMSampleBufferError_DataFailed) }
    /// The data is no longer needed.
    public static var dataCanceled: NSError { error(kCMSampleBufferError_DataCanceled) }
  }

  /// Options for making buffer lists.
  public struct Flags: OptionSet, Sendable {
    /// The bits of the flags.
    public let rawValue: UInt32
    /// Creates a value from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The memory of each buffer is aligned to 16 bytes.
    public static let audioBufferListAssure16ByteAlignment = Flags(
      rawValue: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment)
  }

  /// The identifier of the class in Core Foundation.
  public static var typeID: CFTypeID { CMSampleBufferGetTypeID() }

  /// Posted when the data become ready.
  public static var dataBecameReady: NSNotification.Name {
    NSNotification.Name(swiftString(kCMSampleBufferNotification_DataBecameReady))
  }

  /// Posted when the data can no longer become ready.
  public static var dataFailed: NSNotification.Name {
    NSNotification.Name(swiftString(kCMSampleBufferNotification_DataFailed))
  }

  // MARK: Data

  /// Sets the buffer's data, once.
  public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
    try require(CMSampleBufferSetDataBuffer(self, newValue: dataBuffer))
  }

  /// The data.
  public var dataBuffer: CMBlockBuffer? { CMSampleBufferGetDataBuffer(self) }

  /// `nil`: there are no image buffers here.
  public var imageBuffer: CVImageBuffer? { CMSampleBufferGetImageBuffer(self) }

  /// The format of the samples.
  public var formatDescription: CMFormatDescription? { CMSampleBufferGetFormatDescription(self) }

  // MARK: Samples

  /// The number of samples.
  public var numSamples: Int { CMSampleBufferGetNumSamples(self) }
  /// The duration of all samples.
  public var duration: CMTime { CMSampleBufferGetDuration(self) }
  /// The presentation time of the first sample.
  public var presentationTimeStamp: CMTime { CMSampleBufferGetPresentationTimeStamp(self) }
  /// The decoding time of the first sample.
  public var decodeTimeStamp: CMTime { CMSampleBufferGetDecodeTimeStamp(self) }
  /// The duration after trimming and changes of speed.
  public var outputDuration: CMTime { CMSampleBufferGetOutputDuration(self) }
  /// The presentation time of the first sample after trimming.
  public var outputPresentationTimeStamp: CMTime { CMSampleBufferGetOutputPresentationTimeStamp(self) }
  /// The decoding time of the first sample, shifted like the output's presentation time.
  public var outputDecodeTimeStamp: CMTime { CMSampleBufferGetOutputDecodeTimeStamp(self) }

  /// Replaces the output's presentation time; an invalid time restores the computed one.
  public func setOutputPresentationTimeStamp(_ pts: CMTime) throws {
    try require(CMSampleBufferSetOutputPresentationTimeStamp(self, newValue: pts))
  }

  /// Returns the timing entries, one for all samples or one each.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
    try unsafe list {
      unsafe CMSampleBufferGetSampleTimingInfoArray(self, entryCount: $0, arrayToFill: $1, entriesNeededOut: $2)
    }
  }

  /// Returns the timing entries after trimming and changes of speed.
  public func outputSampleTimingInfos() throws -> [CMSampleTimingInfo] {
    try unsafe list {
      unsafe CMSampleBufferGetOutputSampleTimingInfoArray(self, entryCount: $0, arrayToFill: $1, entriesNeededOut: $2)
    }
  }

  /// Returns the decoding and presentation times of one sample.
  public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
    var entry = CMSampleTimingInfo()
    try require(unsafe CMSampleBufferGetSampleTimingInfo(self, at: sampleIndex, timingInfoOut: &entry))
    return entry
  }

  /// Returns the sizes, one for all samples or one each.
  public func sampleSizes() throws -> [Int] {
    try unsafe list {
      unsafe CMSampleBufferGetSampleSizeArray(self, entryCount: $0, arrayToFill: $1, entriesNeededOut: $2)
    }
  }

  /// Returns the number of bytes of one sample.
  public func sampleSize(at sampleIndex: Int) -> Int { CMSampleBufferGetSampleSize(self, at: sampleIndex) }

  /// The number of bytes of all samples.
  public var totalSampleSize: Int { CMSampleBufferGetTotalSampleSize(self) }

  /// Calls twice: for the number of entries, and for the entries.
  private func list<Entry: BitwiseCopyable>(
    _ ask: (CMItemCount, UnsafeMutablePointer<Entry>?, UnsafeMutablePointer<CMItemCount>?) -> OSStatus
  ) throws -> [Entry] {
    var count = 0
    try require(unsafe ask(0, nil, &count))
    return try unsafe [Entry](unsafeUninitializedCapacity: count) { memory, filled in
      try require(unsafe ask(count, memory.baseAddress, &count))
      filled = count
    }
  }

  // MARK: Validity

  /// Invalidates the buffer permanently.
  public func invalidate() throws { try require(CMSampleBufferInvalidate(self)) }

  /// Sets the closure to call when the buffer is invalidated; ignores its errors.
  public func setInvalidateHandler(_ body: @escaping (CMSampleBuffer) throws -> Void) throws {
    try require(CMSampleBufferSetInvalidateHandler(self) { try? body($0) })
  }

  /// True unless the buffer was invalidated.
  public var isValid: Bool { CMSampleBufferIsValid(self) }
}

extension CMSampleTimingInfo {
  /// Timing information with invalid times.
  public static var invalid: CMSampleTimingInfo {
    CMSampleTimingInfo(duration: .nowhere, presentationTimeStamp: .nowhere, decodeTimeStamp: .nowhere)
  }
}
