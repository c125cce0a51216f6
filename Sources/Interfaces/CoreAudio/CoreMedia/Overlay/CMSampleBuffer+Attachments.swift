public import CCoreMedia
import CoreFoundation

// Apple's Swift view of sample buffers: the attachments of samples, and their keys.

extension CMSampleBuffer {
  /// The key of an attachment of a buffer.
  public struct AttachmentKey: RawRepresentable, Hashable, Sendable {
    /// The text of the key.
    public let rawValue: String
    /// Creates a value from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding`.
    public static let resetDecoderBeforeDecoding = AttachmentKey(rawValue: "ResetDecoderBeforeDecoding")
    /// `kCMSampleBufferAttachmentKey_DrainAfterDecoding`.
    public static let drainAfterDecoding = AttachmentKey(rawValue: "DrainAfterDecoding")
    /// `kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed`.
    public static let postNotificationWhenConsumed = AttachmentKey(rawValue: "PostNotificationWhenConsumed")
    /// `kCMSampleBufferAttachmentKey_ResumeOutput`.
    public static let resumeOutput = AttachmentKey(rawValue: "ResumeOutput")
    /// `kCMSampleBufferAttachmentKey_TransitionID`.
    public static let transitionID = AttachmentKey(rawValue: "TransitionID")
    /// `kCMSampleBufferAttachmentKey_TrimDurationAtStart`.
    public static let trimDurationAtStart = AttachmentKey(rawValue: "TrimDurationAtStart")
    /// `kCMSampleBufferAttachmentKey_TrimDurationAtEnd`.
    public static let trimDurationAtEnd = AttachmentKey(rawValue: "TrimDurationAtEnd")
    /// `kCMSampleBufferAttachmentKey_SpeedMultiplier`.
    public static let speedMultiplier = AttachmentKey(rawValue: "SpeedMultiplier")
    /// `kCMSampleBufferAttachmentKey_Reverse`.
    public static let reverse = AttachmentKey(rawValue: "Reverse")
    /// `kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence`.
    public static let fillDiscontinuitiesWithSilence = AttachmentKey(rawValue: "FillDiscontinuitiesWithSilence")
    /// `kCMSampleBufferAttachmentKey_EmptyMedia`.
    public static let emptyMedia = AttachmentKey(rawValue: "EmptyMedia")
    /// `kCMSampleBufferAttachmentKey_PermanentEmptyMedia`.
    public static let permanentEmptyMedia = AttachmentKey(rawValue: "PermanentEmptyMedia")
    /// `kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately`.
    public static let displayEmptyMediaImmediately = AttachmentKey(rawValue: "DisplayEmptyMediaImmediately")
    /// `kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration`.
    public static let endsPreviousSampleDuration = AttachmentKey(rawValue: "EndsPreviousSampleDuration")
    /// `kCMSampleBufferAttachmentKey_SampleReferenceURL`.
    public static let sampleReferenceURL = AttachmentKey(rawValue: "SampleReferenceURL")
    /// `kCMSampleBufferAttachmentKey_SampleReferenceByteOffset`.
    public static let sampleReferenceByteOffset = AttachmentKey(rawValue: "SampleReferenceByteOffset")
    /// `kCMSampleBufferAttachmentKey_GradualDecoderRefresh`.
    public static let gradualDecoderRefresh = AttachmentKey(rawValue: "GradualDecoderRefresh")
    /// `kCMSampleBufferAttachmentKey_DroppedFrameReason`.
    public static let droppedFrameReason = AttachmentKey(rawValue: "DroppedFrameReason")
    /// `kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo`.
    public static let droppedFrameReasonInfo = AttachmentKey(rawValue: "DroppedFrameReasonInfo")
    /// `kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo`.
    public static let stillImageLensStabilizationInfo = AttachmentKey(rawValue: "StillImageLensStabilizationInfo")
    /// `kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix`.
    public static let cameraIntrinsicMatrix = AttachmentKey(rawValue: "CameraIntrinsicMatrix")
    /// `kCMSampleBufferAttachmentKey_ForceKeyFrame`.
    public static let forceKeyFrame = AttachmentKey(rawValue: "ForceKeyFrame")
  }

  /// The attachments of one sample. Changing them changes the buffer.
  public struct PerSampleAttachmentsDictionary: Sequence {
    /// The key of an attachment of a sample.
    public struct Key: RawRepresentable, Hashable, Sendable {
      /// The text of the key.
      public let rawValue: String
      /// Creates a value from its text.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// `kCMSampleAttachmentKey_NotSync`.
      public static let notSync = Key(rawValue: "NotSync")
      /// `kCMSampleAttachmentKey_PartialSync`.
      public static let partialSync = Key(rawValue: "PartialSync")
      /// `kCMSampleAttachmentKey_HasRedundantCoding`.
      public static let hasRedundantCoding = Key(rawValue: "HasRedundantCoding")
      /// `kCMSampleAttachmentKey_IsDependedOnByOthers`.
      public static let isDependedOnByOthers = Key(rawValue: "IsDependedOnByOthers")
      /// `kCMSampleAttachmentKey_DependsOnOthers`.
      public static let dependsOnOthers = Key(rawValue: "DependsOnOthers")
      /// `kCMSampleAttachmentKey_EarlierDisplayTimesAllowed`.
      public static let earlierDisplayTimesAllowed = Key(rawValue: "EarlierDisplayTimesAllowed")
      /// `kCMSampleAttachmentKey_DisplayImmediately`.
      public static let displayImmediately = Key(rawValue: "DisplayImmediately")
      /// `kCMSampleAttachmentKey_DoNotDisplay`.
      public static let doNotDisplay = Key(rawValue: "DoNotDisplay")
      /// `kCMSampleAttachmentKey_HEVCTemporalLevelInfo`.
      public static let hevcTemporalLevelInfo = Key(rawValue: "HEVCTemporalLevelInfo")
      /// `kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess`.
      public static let hevcTemporalSubLayerAccess = Key(rawValue: "HEVCTemporalSubLayerAccess")
      /// `kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess`.
      public static let hevcStepwiseTemporalSubLayerAccess = Key(rawValue: "HEVCStepwiseTemporalSubLayerAccess")
      /// `kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType`.
      public static let hevcSyncSampleNALUnitType = Key(rawValue: "HEVCSyncSampleNALUnitType")
      /// `kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount`.
      public static let audioIndependentSampleDecoderRefreshCount = Key(
        rawValue: "AudioIndependentSampleDecoderRefreshCount")
      /// `kCMSampleAttachmentKey_CryptorSubsampleAuxiliaryData`.
      public static let cryptorSubsampleAuxiliaryData = Key(rawValue: "CryptorSubsampleAuxiliaryData")
      /// `kCMSampleAttachmentKey_HDR10PlusPerFrameData`.
      public static let hdr10PlusPerFrameData = Key(rawValue: "HDR10PlusPerFrameData")
      /// `kCMSampleAttachmentKey_PostDecodeProcessingMetadata`.
      public static let postDecodeProcessingMetadata = Key(rawValue: "PostDecodeProcessingMetadata")
    }

    fileprivate let dictionary: CFMutableDictionary

    /// The attachment of a key; `nil` removes it.
    public subscript(key: Key) -> Any? {
      get { unsafe dictionary.value(coreFoundationString(key.rawValue)).map { unsafe swiftValue($0) } }
      nonmutating set {
        let name = coreFoundationString(key.rawValue)
        if let newValue { dictionary.set(name, coreFoundationObject(newValue)) } else { dictionary.remove(name) }
      }
    }

    /// Creates an iterator over keys and values.
    public func makeIterator() -> IndexingIterator<[(key: Key, value: Any)]> {
      swiftDictionary(dictionary).map { (key: Key(rawValue: $0), value: $1) }.makeIterator()
    }
  }

  /// The attachments of each sample. Changing them changes the buffer.
  public struct SampleAttachmentsArray: MutableCollection, RandomAccessCollection {
    fileprivate let dictionaries: [PerSampleAttachmentsDictionary]

    /// The first index: 0.
    public var startIndex: Int { 0 }
    /// The number of samples.
    public var endIndex: Int { dictionaries.count }

    /// The attachments of a sample.
    public subscript(index: Int) -> PerSampleAttachmentsDictionary {
      get { dictionaries[index] }
      nonmutating set {
        let target = dictionaries[index].dictionary
        guard target !== newValue.dictionary else { return }
        CFDictionaryRemoveAllValues(target)
        for (key, value) in newValue { dictionaries[index][key] = value }
      }
    }
  }

  /// The attachments of each sample.
  public var sampleAttachments: SampleAttachmentsArray {
    get {
      guard let array = CMSampleBufferGetSampleAttachmentsArray(self, createIfNecessary: true) else {
        return SampleAttachmentsArray(dictionaries: [])
      }
      return SampleAttachmentsArray(
        dictionaries: (0..<CFArrayGetCount(array)).compactMap { index in
          unsafe CFArrayGetValueAtIndex(array, index).map {
            PerSampleAttachmentsDictionary(
              dictionary: unsafe Unmanaged<CFMutableDictionary>.fromOpaque($0).takeUnretainedValue())
          }
        })
    }
    set {
      let attachments = sampleAttachments
      for index in attachments.indices where newValue.indices.contains(index) { attachments[index] = newValue[index] }
    }
  }
}
