import AudioBase

/// The sentences for statuses of the C API that Foundation errors have as descriptions.
package enum StatusText {
  /// Returns the meaning of a status, with its number and, if it has one, its four-character code: `The format is not
  /// supported. ('fmt?', 1718449215)`
  package static func text(_ status: OSStatus) -> String {
    let code = FourCharacterCode(rawValue: UInt32(bitPattern: status))
    let isText = (0..<4).allSatisfy { (0x20...0x7E).contains(UInt8(truncatingIfNeeded: code.rawValue >> (8 * $0))) }
    let number = isText ? "'\(code)', \(status)" : "\(status)"
    return "\(sentences[status] ?? "The call failed.") (\(number))"
  }

  private static let sentences: [OSStatus: String] = [
    files, streams, converters, extendedFiles, queues, general,
  ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  private static let files: [OSStatus: String] = [
    kAudioFileUnspecifiedError: "The file could not be read or written.",
    kAudioFileUnsupportedFileTypeError: "The file type is not supported.",
    kAudioFileUnsupportedDataFormatError: "The file type cannot hold this format.",
    kAudioFileUnsupportedPropertyError: "The file has no such property.",
    kAudioFileBadPropertySizeError: "The property has another size.",
    kAudioFilePermissionsError: "The file was not opened for this.",
    kAudioFileNotOptimizedError: "The file must be optimized before more is written.",
    kAudioFileInvalidChunkError: "The file has no such chunk, or a chunk is wrong.",
    kAudioFileDoesNotAllow64BitDataSizeError: "The file type has no room for so much sound.",
    kAudioFileInvalidPacketOffsetError: "There is no such packet, or no packet can be written there.",
    kAudioFileInvalidFileError: "The file is malformed or cut off.",
    kAudioFileOperationNotSupportedError: "The file cannot do this.",
    kAudioFileNotOpenError: "The file is not open.",
    kAudioFileEndOfFileError: "The file ends here.",
    kAudioFilePositionError: "There is no such position in the file.",
    kAudioFileFileNotFoundError: "The file does not exist.",
  ]

  private static let streams: [OSStatus: String] = [
    kAudioFileStreamError_UnsupportedFileType: "The stream's file type is not supported.",
    kAudioFileStreamError_UnsupportedDataFormat: "The stream's format is not supported.",
    kAudioFileStreamError_UnsupportedProperty: "The stream has no such property.",
    kAudioFileStreamError_NotOptimized: "What is needed for playing stands at the end of the file.",
    kAudioFileStreamError_InvalidPacketOffset: "The stream has no such packet.",
    kAudioFileStreamError_InvalidFile: "The stream is malformed or cut off.",
    kAudioFileStreamError_ValueUnknown: "The value has not arrived yet.",
    kAudioFileStreamError_DataUnavailable: "The data has not arrived yet.",
    kAudioFileStreamError_DiscontinuityCantRecover: "The stream cannot go on behind what is missing.",
  ]

  private static let converters: [OSStatus: String] = [
    kAudioConverterErr_FormatNotSupported: "The conversion between these formats is not supported.",
    kAudioConverterErr_OperationNotSupported: "The converter cannot do this.",
    kAudioConverterErr_PropertyNotSupported: "The converter has no such property.",
    kAudioConverterErr_InvalidInputSize: "The input does not hold whole packets.",
    kAudioConverterErr_InvalidOutputSize: "The output has no room for a packet.",
    kAudioConverterErr_UnspecifiedError: "The converter failed.",
    kAudioConverterErr_BadPropertySizeError: "The property has another size.",
    kAudioConverterErr_RequiresPacketDescriptionsError: "Packets of this format need descriptions.",
    kAudioConverterErr_InputSampleRateOutOfRange: "The input's sample rate is out of range.",
    kAudioConverterErr_OutputSampleRateOutOfRange: "The output's sample rate is out of range.",
  ]

  private static let extendedFiles: [OSStatus: String] = [
    kExtAudioFileError_InvalidProperty: "The extended file has no such property.",
    kExtAudioFileError_InvalidPropertySize: "The property has another size.",
    kExtAudioFileError_NonPCMClientFormat: "The client's format must be linear PCM.",
    kExtAudioFileError_InvalidChannelMap: "The layout has another number of channels.",
    kExtAudioFileError_InvalidOperationOrder:
      "The call comes at the wrong time, or the file serves the other direction.",
    kExtAudioFileError_InvalidDataFormat: "The file type cannot hold this format.",
    kExtAudioFileError_MaxPacketSizeUnknown: "The size of the largest packet is not known.",
    kExtAudioFileError_InvalidSeek: "There is no such frame.",
  ]

  private static let queues: [OSStatus: String] = [
    kAudioQueueErr_InvalidBuffer: "The buffer belongs to another queue.",
    kAudioQueueErr_BufferEmpty: "The buffer is empty.",
    kAudioQueueErr_InvalidProperty: "The queue has no such property.",
    kAudioQueueErr_InvalidPropertySize: "The property has another size.",
    kAudioQueueErr_InvalidParameter: "The queue has no such parameter.",
    kAudioQueueErr_CannotStart: "The queue cannot be started.",
    kAudioQueueErr_InvalidDevice: "There is no such device.",
    kAudioQueueErr_BufferInQueue: "The buffer is still in the queue.",
    kAudioQueueErr_InvalidRunState: "The queue is not running, or is running already.",
  ]

  private static let general: [OSStatus: String] = [
    kAudio_UnimplementedError: "The function does not exist on this system.",
    kAudio_ParamError: "An argument is wrong.",
    kAudio_MemFullError: "There is not enough memory.",
    kAudio_BadFilePathError: "The path is wrong.",
    kAudio_TooManyFilesOpenError: "Too many files are open.",
    kAudioFormatUnsupportedDataFormatError: "The format is not supported.",
    kAudioFormatUnknownFormatError: "The format is unknown.",
    kAudioCodecBadDataError: "The packet is damaged.",
    kAudioCodecUnspecifiedError: "The codec failed.",
  ]
}
