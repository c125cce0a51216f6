import AudioToolbox

/// Sentences for the statuses of Core Media, which errors of Foundation's carry as their description.
enum MediaStatusText {
  /// Returns the meaning of a status, with its number: `The sample buffer's data is not ready. (-12733)`
  static func text(_ status: OSStatus) -> String {
    sentences[status].map { "\($0) (\(status))" } ?? StatusText.text(status)
  }

  private static let sentences: [OSStatus: String] = [
    samples, blocks, queues, descriptions,
  ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  private static let samples: [OSStatus: String] = [
    kCMSampleBufferError_AllocationFailed: "There is not enough memory for a sample buffer.",
    kCMSampleBufferError_RequiredParameterMissing: "An argument is missing.",
    kCMSampleBufferError_AlreadyHasDataBuffer: "The sample buffer has data already.",
    kCMSampleBufferError_BufferNotReady: "The sample buffer's data is not ready.",
    kCMSampleBufferError_SampleIndexOutOfRange: "The sample buffer has no such sample.",
    kCMSampleBufferError_BufferHasNoSampleSizes: "The sample buffer does not say how large its samples are.",
    kCMSampleBufferError_BufferHasNoSampleTimingInfo: "The sample buffer does not say when its samples are.",
    kCMSampleBufferError_ArrayTooSmall: "The array is too small.",
    kCMSampleBufferError_InvalidEntryCount: "The number of entries does not fit the number of samples.",
    kCMSampleBufferError_CannotSubdivide: "The sample buffer cannot be divided.",
    kCMSampleBufferError_SampleTimingInfoInvalid: "The times of the samples are wrong.",
    kCMSampleBufferError_InvalidMediaTypeForOperation: "The sample buffer holds another kind of media.",
    kCMSampleBufferError_InvalidSampleData: "The sample buffer's data is wrong.",
    kCMSampleBufferError_InvalidMediaFormat: "The sample buffer has another format.",
    kCMSampleBufferError_Invalidated: "The sample buffer was invalidated.",
    kCMSampleBufferError_DataFailed: "The sample buffer's data could not be loaded.",
    kCMSampleBufferError_DataCanceled: "Loading the sample buffer's data was canceled.",
  ]

  private static let blocks: [OSStatus: String] = [
    kCMBlockBufferStructureAllocationFailedErr: "There is not enough memory for a block buffer.",
    kCMBlockBufferBlockAllocationFailedErr: "There is not enough memory for a block.",
    kCMBlockBufferBadCustomBlockSourceErr: "The custom block source is wrong.",
    kCMBlockBufferBadOffsetParameterErr: "The offset is not in the block buffer.",
    kCMBlockBufferBadLengthParameterErr: "The length goes beyond the block buffer.",
    kCMBlockBufferBadPointerParameterErr: "A pointer is missing.",
    kCMBlockBufferEmptyBBufErr: "The block buffer is empty.",
    kCMBlockBufferUnallocatedBlockErr: "The block buffer has no memory yet.",
    kCMBlockBufferInsufficientSpaceErr: "The block buffer has too little room.",
  ]

  private static let queues: [OSStatus: String] = [
    kCMSimpleQueueError_AllocationFailed: "There is not enough memory for a queue.",
    kCMSimpleQueueError_RequiredParameterMissing: "An argument is missing.",
    kCMSimpleQueueError_ParameterOutOfRange: "An argument is out of range.",
    kCMSimpleQueueError_QueueIsFull: "The queue is full.",
    kCMBufferQueueError_AllocationFailed: "There is not enough memory for a queue.",
    kCMBufferQueueError_RequiredParameterMissing: "An argument is missing.",
    kCMBufferQueueError_InvalidCMBufferCallbacksStruct: "The callbacks are wrong.",
    kCMBufferQueueError_EnqueueAfterEndOfData: "The queue's data has been marked as ended.",
    kCMBufferQueueError_QueueIsFull: "The queue is full.",
    kCMBufferQueueError_BadTriggerDuration: "The trigger's duration is wrong.",
    kCMBufferQueueError_CannotModifyQueueFromTriggerCallback: "A trigger's callback cannot change its queue.",
    kCMBufferQueueError_InvalidTriggerCondition: "There is no such trigger condition.",
    kCMBufferQueueError_InvalidTriggerToken: "The queue has no such trigger.",
    kCMBufferQueueError_InvalidBuffer: "The buffer is not of the queue's kind.",
  ]

  private static let descriptions: [OSStatus: String] = [
    kCMFormatDescriptionError_InvalidParameter: "An argument is wrong.",
    kCMFormatDescriptionError_AllocationFailed: "There is not enough memory for a format description.",
    kCMFormatDescriptionError_ValueNotAvailable: "The format description does not have the value.",
  ]
}
