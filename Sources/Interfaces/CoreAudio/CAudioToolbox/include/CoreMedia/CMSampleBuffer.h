// Sample buffers: samples, their sizes, times and attachments.
//
// Threads: any thread may use a CMSampleBufferRef at any time. Callbacks run on the thread whose call needs them, with nothing
// locked, and may use their buffer. The callback that makes data ready runs once at a time: who needs the data meanwhile gets
// kCMSampleBufferError_BufferNotReady. The dictionaries of CMSampleBufferGetSampleAttachmentsArray are Core Foundation's: one
// thread at a time may change them.
// Written by Scripts/house core-audio-headers.
#ifndef CA_COREMEDIA_CMSAMPLEBUFFER_H
#define CA_COREMEDIA_CMSAMPLEBUFFER_H

#include <CAudioToolbox/Platform.h>
#include <CoreMedia/CMTimeRange.h>
#include <CoreMedia/CMBlockBuffer.h>
#include <CoreMedia/CMFormatDescription.h>

CA_HEADER_BEGIN

typedef struct CMSampleTimingInfo CMSampleTimingInfo;

CF_ENUM(OSStatus) {
    kCMSampleBufferError_AllocationFailed = -12730,
    kCMSampleBufferError_RequiredParameterMissing = -12731,
    kCMSampleBufferError_AlreadyHasDataBuffer = -12732,
    kCMSampleBufferError_BufferNotReady = -12733,
    kCMSampleBufferError_SampleIndexOutOfRange = -12734,
    kCMSampleBufferError_BufferHasNoSampleSizes = -12735,
    kCMSampleBufferError_BufferHasNoSampleTimingInfo = -12736,
    kCMSampleBufferError_ArrayTooSmall = -12737,
    kCMSampleBufferError_InvalidEntryCount = -12738,
    kCMSampleBufferError_CannotSubdivide = -12739,
    kCMSampleBufferError_SampleTimingInfoInvalid = -12740,
    kCMSampleBufferError_InvalidMediaTypeForOperation = -12741,
    kCMSampleBufferError_InvalidSampleData = -12742,
    kCMSampleBufferError_InvalidMediaFormat = -12743,
    kCMSampleBufferError_Invalidated = -12744,
    kCMSampleBufferError_DataFailed = -16750,
    kCMSampleBufferError_DataCanceled = -16751
};

CF_ENUM(uint32_t) {
    kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment = 1
};

typedef OSStatus (*CMSampleBufferMakeDataReadyCallback)(CMSampleBufferRef, void * _Nullable);
typedef void (*CMSampleBufferInvalidateCallback)(CMSampleBufferRef, uint64_t);

#if defined(CA_HAVE_BLOCKS)
typedef OSStatus (^CMSampleBufferMakeDataReadyHandler)(CMSampleBufferRef);
typedef void (^CMSampleBufferInvalidateHandler)(CMSampleBufferRef);
#endif

struct CMSampleTimingInfo {
    CMTime duration;
    CMTime presentationTimeStamp;
    CMTime decodeTimeStamp;
};

CF_EXPORT const CFStringRef kCMSampleBufferNotification_DataBecameReady;

CF_EXPORT const CFStringRef kCMSampleBufferNotification_DataFailed;

CF_EXPORT const CFStringRef kCMSampleBufferNotificationParameter_OSStatus;

CF_EXPORT const CFStringRef kCMSampleBufferConduitNotification_InhibitOutputUntil;

CF_EXPORT const CFStringRef kCMSampleBufferConduitNotificationParameter_ResumeTag;

CF_EXPORT const CFStringRef kCMSampleBufferConduitNotification_ResetOutput;

CF_EXPORT const CFStringRef kCMSampleBufferConduitNotification_UpcomingOutputPTSRangeChanged;

CF_EXPORT const CFStringRef kCMSampleBufferConduitNotificationParameter_MinUpcomingOutputPTS;

CF_EXPORT const CFStringRef kCMSampleBufferConduitNotificationParameter_MaxUpcomingOutputPTS;

CF_EXPORT const CFStringRef kCMSampleBufferConsumerNotification_BufferConsumed;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_NotSync;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_PartialSync;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_HasRedundantCoding;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_IsDependedOnByOthers;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_DependsOnOthers;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_EarlierDisplayTimesAllowed;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_DisplayImmediately;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_DoNotDisplay;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_DrainAfterDecoding;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_PostNotificationWhenConsumed;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_ResumeOutput;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_HEVCTemporalLevelInfo;

CF_EXPORT const CFStringRef kCMHEVCTemporalLevelInfoKey_TemporalLevel;

CF_EXPORT const CFStringRef kCMHEVCTemporalLevelInfoKey_ProfileSpace;

CF_EXPORT const CFStringRef kCMHEVCTemporalLevelInfoKey_TierFlag;

CF_EXPORT const CFStringRef kCMHEVCTemporalLevelInfoKey_ProfileIndex;

CF_EXPORT const CFStringRef kCMHEVCTemporalLevelInfoKey_ProfileCompatibilityFlags;

CF_EXPORT const CFStringRef kCMHEVCTemporalLevelInfoKey_ConstraintIndicatorFlags;

CF_EXPORT const CFStringRef kCMHEVCTemporalLevelInfoKey_LevelIndex;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_TransitionID;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_TrimDurationAtStart;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_TrimDurationAtEnd;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_SpeedMultiplier;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_Reverse;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_FillDiscontinuitiesWithSilence;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_EmptyMedia;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_PermanentEmptyMedia;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_DisplayEmptyMediaImmediately;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_SampleReferenceURL;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_SampleReferenceByteOffset;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_GradualDecoderRefresh;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_DroppedFrameReason;

CF_EXPORT const CFStringRef kCMSampleBufferDroppedFrameReason_FrameWasLate;

CF_EXPORT const CFStringRef kCMSampleBufferDroppedFrameReason_OutOfBuffers;

CF_EXPORT const CFStringRef kCMSampleBufferDroppedFrameReason_Discontinuity;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo;

CF_EXPORT const CFStringRef kCMSampleBufferDroppedFrameReasonInfo_CameraModeSwitch;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo;

CF_EXPORT const CFStringRef kCMSampleBufferLensStabilizationInfo_Active;

CF_EXPORT const CFStringRef kCMSampleBufferLensStabilizationInfo_OutOfRange;

CF_EXPORT const CFStringRef kCMSampleBufferLensStabilizationInfo_Unavailable;

CF_EXPORT const CFStringRef kCMSampleBufferLensStabilizationInfo_Off;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix;

CF_EXPORT const CFStringRef kCMSampleBufferAttachmentKey_ForceKeyFrame;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_CryptorSubsampleAuxiliaryData;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_HDR10PlusPerFrameData;

CF_EXPORT const CFStringRef kCMSampleAttachmentKey_PostDecodeProcessingMetadata;

CF_EXPORT OSStatus CMSampleBufferCreate(CFAllocatorRef _Nullable allocator,
    CMBlockBufferRef _Nullable dataBuffer, Boolean dataReady,
    CMSampleBufferMakeDataReadyCallback _Nullable makeDataReadyCallback,
    void * _Nullable makeDataReadyRefcon, CMFormatDescriptionRef _Nullable formatDescription,
    CMItemCount numSamples, CMItemCount numSampleTimingEntries,
    const CMSampleTimingInfo * _Nullable sampleTimingArray, CMItemCount numSampleSizeEntries,
    const size_t * _Nullable sampleSizeArray,
    CF_RETURNS_RETAINED CMSampleBufferRef _Nullable * _Nonnull sampleBufferOut) CF_SWIFT_NAME(CMSampleBufferCreate(allocator:dataBuffer:dataReady:makeDataReadyCallback:refcon:formatDescription:sampleCount:sampleTimingEntryCount:sampleTimingArray:sampleSizeEntryCount:sampleSizeArray:sampleBufferOut:));

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus CMSampleBufferCreateWithMakeDataReadyHandler(CFAllocatorRef _Nullable allocator,
    CMBlockBufferRef _Nullable dataBuffer, Boolean dataReady,
    CMFormatDescriptionRef _Nullable formatDescription, CMItemCount numSamples,
    CMItemCount numSampleTimingEntries, const CMSampleTimingInfo * _Nullable sampleTimingArray,
    CMItemCount numSampleSizeEntries, const size_t * _Nullable sampleSizeArray,
    CF_RETURNS_RETAINED CMSampleBufferRef _Nullable * _Nonnull sampleBufferOut,
    CMSampleBufferMakeDataReadyHandler _Nullable makeDataReadyHandler);
#endif

CF_EXPORT OSStatus CMSampleBufferCreateReady(CFAllocatorRef _Nullable allocator,
    CMBlockBufferRef _Nullable dataBuffer, CMFormatDescriptionRef _Nullable formatDescription,
    CMItemCount numSamples, CMItemCount numSampleTimingEntries,
    const CMSampleTimingInfo * _Nullable sampleTimingArray, CMItemCount numSampleSizeEntries,
    const size_t * _Nullable sampleSizeArray,
    CF_RETURNS_RETAINED CMSampleBufferRef _Nullable * _Nonnull sampleBufferOut) CF_SWIFT_NAME(CMSampleBufferCreateReady(allocator:dataBuffer:formatDescription:sampleCount:sampleTimingEntryCount:sampleTimingArray:sampleSizeEntryCount:sampleSizeArray:sampleBufferOut:));

CF_EXPORT OSStatus CMAudioSampleBufferCreateWithPacketDescriptions(CFAllocatorRef _Nullable allocator,
    CMBlockBufferRef _Nullable dataBuffer, Boolean dataReady,
    CMSampleBufferMakeDataReadyCallback _Nullable makeDataReadyCallback,
    void * _Nullable makeDataReadyRefcon, CMFormatDescriptionRef formatDescription, CMItemCount numSamples,
    CMTime presentationTimeStamp, const AudioStreamPacketDescription * _Nullable packetDescriptions,
    CF_RETURNS_RETAINED CMSampleBufferRef _Nullable * _Nonnull sampleBufferOut) CF_SWIFT_NAME(CMAudioSampleBufferCreateWithPacketDescriptions(allocator:dataBuffer:dataReady:makeDataReadyCallback:refcon:formatDescription:sampleCount:presentationTimeStamp:packetDescriptions:sampleBufferOut:));

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus CMAudioSampleBufferCreateWithPacketDescriptionsAndMakeDataReadyHandler(CFAllocatorRef _Nullable allocator, CMBlockBufferRef _Nullable dataBuffer, Boolean dataReady, CMFormatDescriptionRef formatDescription, CMItemCount numSamples, CMTime presentationTimeStamp, const AudioStreamPacketDescription * _Nullable packetDescriptions, CF_RETURNS_RETAINED CMSampleBufferRef _Nullable * _Nonnull sampleBufferOut, CMSampleBufferMakeDataReadyHandler _Nullable makeDataReadyHandler);
#endif

CF_EXPORT OSStatus CMAudioSampleBufferCreateReadyWithPacketDescriptions(CFAllocatorRef _Nullable allocator,
    CMBlockBufferRef dataBuffer, CMFormatDescriptionRef formatDescription, CMItemCount numSamples,
    CMTime presentationTimeStamp, const AudioStreamPacketDescription * _Nullable packetDescriptions,
    CF_RETURNS_RETAINED CMSampleBufferRef _Nullable * _Nonnull sampleBufferOut) CF_SWIFT_NAME(CMAudioSampleBufferCreateReadyWithPacketDescriptions(allocator:dataBuffer:formatDescription:sampleCount:presentationTimeStamp:packetDescriptions:sampleBufferOut:));

CF_EXPORT OSStatus CMSampleBufferCreateForImageBuffer(CFAllocatorRef _Nullable allocator,
    CVImageBufferRef imageBuffer, Boolean dataReady,
    CMSampleBufferMakeDataReadyCallback _Nullable makeDataReadyCallback,
    void * _Nullable makeDataReadyRefcon, CMVideoFormatDescriptionRef formatDescription,
    const CMSampleTimingInfo *sampleTiming,
    CF_RETURNS_RETAINED CMSampleBufferRef _Nullable * _Nonnull sampleBufferOut) CF_SWIFT_NAME(CMSampleBufferCreateForImageBuffer(allocator:imageBuffer:dataReady:makeDataReadyCallback:refcon:formatDescription:sampleTiming:sampleBufferOut:));

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus CMSampleBufferCreateForImageBufferWithMakeDataReadyHandler(CFAllocatorRef _Nullable allocator, CVImageBufferRef imageBuffer, Boolean dataReady, CMVideoFormatDescriptionRef formatDescription, const CMSampleTimingInfo *sampleTiming, CF_RETURNS_RETAINED CMSampleBufferRef _Nullable * _Nonnull sampleBufferOut, CMSampleBufferMakeDataReadyHandler _Nullable makeDataReadyHandler);
#endif

CF_EXPORT OSStatus CMSampleBufferCreateReadyWithImageBuffer(CFAllocatorRef _Nullable allocator,
    CVImageBufferRef imageBuffer, CMVideoFormatDescriptionRef formatDescription,
    const CMSampleTimingInfo *sampleTiming,
    CF_RETURNS_RETAINED CMSampleBufferRef _Nullable * _Nonnull sampleBufferOut) CF_SWIFT_NAME(CMSampleBufferCreateReadyWithImageBuffer(allocator:imageBuffer:formatDescription:sampleTiming:sampleBufferOut:));

CF_EXPORT OSStatus CMSampleBufferCreateCopy(CFAllocatorRef _Nullable allocator, CMSampleBufferRef sbuf,
    CF_RETURNS_RETAINED CMSampleBufferRef _Nullable * _Nonnull sampleBufferOut) CF_SWIFT_NAME(CMSampleBufferCreateCopy(allocator:sampleBuffer:sampleBufferOut:));

CF_EXPORT OSStatus CMSampleBufferCreateCopyWithNewTiming(CFAllocatorRef _Nullable allocator,
    CMSampleBufferRef originalSBuf, CMItemCount numSampleTimingEntries,
    const CMSampleTimingInfo * _Nullable sampleTimingArray,
    CF_RETURNS_RETAINED CMSampleBufferRef _Nullable * _Nonnull sampleBufferOut) CF_SWIFT_NAME(CMSampleBufferCreateCopyWithNewTiming(allocator:sampleBuffer:sampleTimingEntryCount:sampleTimingArray:sampleBufferOut:));

CF_EXPORT OSStatus CMSampleBufferCopySampleBufferForRange(CFAllocatorRef _Nullable allocator,
    CMSampleBufferRef sbuf, CFRange sampleRange,
    CF_RETURNS_RETAINED CMSampleBufferRef _Nullable * _Nonnull sampleBufferOut) CF_SWIFT_NAME(CMSampleBufferCopySampleBufferForRange(allocator:sampleBuffer:sampleRange:sampleBufferOut:));

CF_EXPORT CFTypeID CMSampleBufferGetTypeID(void);

CF_EXPORT OSStatus CMSampleBufferSetDataBuffer(CMSampleBufferRef sbuf,
    CMBlockBufferRef dataBuffer) CF_SWIFT_NAME(CMSampleBufferSetDataBuffer(_:newValue:));

CF_EXPORT CMBlockBufferRef _Nullable CMSampleBufferGetDataBuffer(CMSampleBufferRef sbuf);

CF_EXPORT CVImageBufferRef _Nullable CMSampleBufferGetImageBuffer(CMSampleBufferRef sbuf);

CF_EXPORT OSStatus CMSampleBufferSetDataBufferFromAudioBufferList(CMSampleBufferRef sbuf,
    CFAllocatorRef _Nullable blockBufferStructureAllocator,
    CFAllocatorRef _Nullable blockBufferBlockAllocator, uint32_t flags,
    const AudioBufferList *bufferList) CF_SWIFT_NAME(CMSampleBufferSetDataBufferFromAudioBufferList(_:blockBufferAllocator:blockBufferMemoryAllocator:flags:bufferList:));

CF_EXPORT OSStatus CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(CMSampleBufferRef sbuf,
    size_t * _Nullable bufferListSizeNeededOut, AudioBufferList * _Nullable bufferListOut,
    size_t bufferListSize, CFAllocatorRef _Nullable blockBufferStructureAllocator,
    CFAllocatorRef _Nullable blockBufferBlockAllocator, uint32_t flags,
    CF_RETURNS_RETAINED CMBlockBufferRef _Nullable * _Nullable blockBufferOut) CF_SWIFT_NAME(CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(_:bufferListSizeNeededOut:bufferListOut:bufferListSize:blockBufferAllocator:blockBufferMemoryAllocator:flags:blockBufferOut:));

CF_EXPORT OSStatus CMSampleBufferGetAudioStreamPacketDescriptions(CMSampleBufferRef sbuf,
    size_t packetDescriptionsSize, AudioStreamPacketDescription * _Nullable packetDescriptionsOut,
    size_t * _Nullable packetDescriptionsSizeNeededOut) CF_SWIFT_NAME(CMSampleBufferGetAudioStreamPacketDescriptions(_:allocatedSize:packetDescriptionsOut:packetDescriptionsSizeNeededOut:));

CF_EXPORT OSStatus CMSampleBufferGetAudioStreamPacketDescriptionsPtr(CMSampleBufferRef sbuf,
    const AudioStreamPacketDescription * _Nullable * _Nullable packetDescriptionsPointerOut,
    size_t * _Nullable packetDescriptionsSizeOut) CF_SWIFT_NAME(CMSampleBufferGetAudioStreamPacketDescriptionsPtr(_:packetDescriptionsPointerOut:sizeOut:));

CF_EXPORT OSStatus CMSampleBufferCopyPCMDataIntoAudioBufferList(CMSampleBufferRef sbuf,
    int32_t frameOffset, int32_t numFrames,
    AudioBufferList *bufferList) CF_SWIFT_NAME(CMSampleBufferCopyPCMDataIntoAudioBufferList(_:at:frameCount:into:));

CF_EXPORT OSStatus CMSampleBufferSetDataReady(CMSampleBufferRef sbuf);

CF_EXPORT Boolean CMSampleBufferDataIsReady(CMSampleBufferRef sbuf);

CF_EXPORT OSStatus CMSampleBufferSetDataFailed(CMSampleBufferRef sbuf,
    OSStatus status) CF_SWIFT_NAME(CMSampleBufferSetDataFailed(_:status:));

CF_EXPORT Boolean CMSampleBufferHasDataFailed(CMSampleBufferRef sbuf,
    OSStatus * _Nullable statusOut) CF_SWIFT_NAME(CMSampleBufferHasDataFailed(_:statusOut:));

CF_EXPORT OSStatus CMSampleBufferMakeDataReady(CMSampleBufferRef sbuf);

CF_EXPORT OSStatus CMSampleBufferTrackDataReadiness(CMSampleBufferRef sbuf,
    CMSampleBufferRef sampleBufferToTrack) CF_SWIFT_NAME(CMSampleBufferTrackDataReadiness(_:sampleBufferToTrack:));

CF_EXPORT OSStatus CMSampleBufferInvalidate(CMSampleBufferRef sbuf);

CF_EXPORT OSStatus CMSampleBufferSetInvalidateCallback(CMSampleBufferRef sbuf,
    CMSampleBufferInvalidateCallback invalidateCallback,
    uint64_t invalidateRefCon) CF_SWIFT_NAME(CMSampleBufferSetInvalidateCallback(_:callback:refcon:));

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus CMSampleBufferSetInvalidateHandler(CMSampleBufferRef sbuf,
    CMSampleBufferInvalidateHandler invalidateHandler) CF_SWIFT_NAME(CMSampleBufferSetInvalidateHandler(_:invalidateHandler:));
#endif

CF_EXPORT Boolean CMSampleBufferIsValid(CMSampleBufferRef sbuf);

CF_EXPORT CMItemCount CMSampleBufferGetNumSamples(CMSampleBufferRef sbuf);

CF_EXPORT CMTime CMSampleBufferGetDuration(CMSampleBufferRef sbuf);

CF_EXPORT CMTime CMSampleBufferGetPresentationTimeStamp(CMSampleBufferRef sbuf);

CF_EXPORT CMTime CMSampleBufferGetDecodeTimeStamp(CMSampleBufferRef sbuf);

CF_EXPORT CMTime CMSampleBufferGetOutputDuration(CMSampleBufferRef sbuf);

CF_EXPORT CMTime CMSampleBufferGetOutputPresentationTimeStamp(CMSampleBufferRef sbuf);

CF_EXPORT OSStatus CMSampleBufferSetOutputPresentationTimeStamp(CMSampleBufferRef sbuf,
    CMTime outputPresentationTimeStamp) CF_SWIFT_NAME(CMSampleBufferSetOutputPresentationTimeStamp(_:newValue:));

CF_EXPORT CMTime CMSampleBufferGetOutputDecodeTimeStamp(CMSampleBufferRef sbuf);

CF_EXPORT OSStatus CMSampleBufferGetSampleTimingInfoArray(CMSampleBufferRef sbuf,
    CMItemCount numSampleTimingEntries, CMSampleTimingInfo * _Nullable timingArrayOut,
    CMItemCount * _Nullable timingArrayEntriesNeededOut) CF_SWIFT_NAME(CMSampleBufferGetSampleTimingInfoArray(_:entryCount:arrayToFill:entriesNeededOut:));

CF_EXPORT OSStatus CMSampleBufferGetOutputSampleTimingInfoArray(CMSampleBufferRef sbuf,
    CMItemCount timingArrayEntries, CMSampleTimingInfo * _Nullable timingArrayOut,
    CMItemCount * _Nullable timingArrayEntriesNeededOut) CF_SWIFT_NAME(CMSampleBufferGetOutputSampleTimingInfoArray(_:entryCount:arrayToFill:entriesNeededOut:));

CF_EXPORT OSStatus CMSampleBufferGetSampleTimingInfo(CMSampleBufferRef sbuf, CMItemIndex sampleIndex,
    CMSampleTimingInfo *timingInfoOut) CF_SWIFT_NAME(CMSampleBufferGetSampleTimingInfo(_:at:timingInfoOut:));

CF_EXPORT OSStatus CMSampleBufferGetSampleSizeArray(CMSampleBufferRef sbuf, CMItemCount sizeArrayEntries,
    size_t * _Nullable sizeArrayOut, CMItemCount * _Nullable sizeArrayEntriesNeededOut) CF_SWIFT_NAME(CMSampleBufferGetSampleSizeArray(_:entryCount:arrayToFill:entriesNeededOut:));

CF_EXPORT size_t CMSampleBufferGetSampleSize(CMSampleBufferRef sbuf,
    CMItemIndex sampleIndex) CF_SWIFT_NAME(CMSampleBufferGetSampleSize(_:at:));

CF_EXPORT size_t CMSampleBufferGetTotalSampleSize(CMSampleBufferRef sbuf);

CF_EXPORT CMFormatDescriptionRef _Nullable CMSampleBufferGetFormatDescription(CMSampleBufferRef sbuf);

CF_EXPORT CFArrayRef _Nullable CMSampleBufferGetSampleAttachmentsArray(CMSampleBufferRef sbuf,
    Boolean createIfNecessary) CF_SWIFT_NAME(CMSampleBufferGetSampleAttachmentsArray(_:createIfNecessary:));

CF_EXPORT OSStatus CMSampleBufferCallForEachSample(CMSampleBufferRef sbuf,
    OSStatus (*callback)(CMSampleBufferRef, CMItemCount, void * _Nullable),
    void * _Nullable refcon) CF_SWIFT_NAME(CMSampleBufferCallForEachSample(_:callback:refcon:));

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus CMSampleBufferCallBlockForEachSample(CMSampleBufferRef sbuf,
    OSStatus (^handler)(CMSampleBufferRef, CMItemCount));
#endif

static const CMSampleTimingInfo kCMTimingInfoInvalid CA_UNUSED = {
    {0, 0, (CMTimeFlags)0, 0}, {0, 0, (CMTimeFlags)0, 0}, {0, 0, (CMTimeFlags)0, 0}};

/// Whether the range of output times that comes may overlap what is queued.
CF_EXPORT const CFStringRef kCMSampleBufferConduitNotificationParameter_UpcomingOutputPTSRangeMayOverlapQueuedOutputPTSRange;

CA_HEADER_END

#endif
