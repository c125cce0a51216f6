// Block buffers: one range of bytes over many blocks of memory.
//
// Threads: any thread may use a CMBlockBufferRef at any time. Blocks are only added, so a pointer into one holds for as long
// as the buffer. Two threads that need a block at once may both have it allocated by a custom block source: one of the two is
// freed at once. The bytes themselves are the program's: who writes them while another reads gives that one a mixture.
// Written by Scripts/house core-audio-headers.
#ifndef CA_COREMEDIA_CMBLOCKBUFFER_H
#define CA_COREMEDIA_CMBLOCKBUFFER_H

#include <CAudioToolbox/Platform.h>
#include <CoreMedia/CMAttachment.h>

CA_HEADER_BEGIN

typedef struct CMBlockBufferCustomBlockSource CMBlockBufferCustomBlockSource;
typedef uint32_t CMBlockBufferFlags;

CF_ENUM(OSStatus) {
    kCMBlockBufferNoErr = 0,
    kCMBlockBufferStructureAllocationFailedErr = -12700,
    kCMBlockBufferBlockAllocationFailedErr = -12701,
    kCMBlockBufferBadCustomBlockSourceErr = -12702,
    kCMBlockBufferBadOffsetParameterErr = -12703,
    kCMBlockBufferBadLengthParameterErr = -12704,
    kCMBlockBufferBadPointerParameterErr = -12705,
    kCMBlockBufferEmptyBBufErr = -12706,
    kCMBlockBufferUnallocatedBlockErr = -12707,
    kCMBlockBufferInsufficientSpaceErr = -12708
};

CF_ENUM(CMBlockBufferFlags) {
    kCMBlockBufferAssureMemoryNowFlag = 1,
    kCMBlockBufferAlwaysCopyDataFlag = 2,
    kCMBlockBufferDontOptimizeDepthFlag = 4,
    kCMBlockBufferPermitEmptyReferenceFlag = 8
};

CF_ENUM(uint32_t) {
    kCMBlockBufferCustomBlockSourceVersion = 0
};

#pragma pack(push, 4)
struct CMBlockBufferCustomBlockSource {
    uint32_t version;
    void * _Nullable (* _Nullable AllocateBlock)(void * _Nullable refCon, size_t sizeInBytes);
    void (* _Nullable FreeBlock)(void * _Nullable refCon, void *doomedMemoryBlock, size_t sizeInBytes);
    void * _Nullable refCon;
};
#pragma pack(pop)

CF_EXPORT OSStatus CMBlockBufferCreateEmpty(CFAllocatorRef _Nullable structureAllocator,
    uint32_t subBlockCapacity, CMBlockBufferFlags flags,
    CF_RETURNS_RETAINED CMBlockBufferRef _Nullable * _Nonnull blockBufferOut) CF_SWIFT_NAME(CMBlockBufferCreateEmpty(allocator:capacity:flags:blockBufferOut:));

CF_EXPORT OSStatus CMBlockBufferCreateWithMemoryBlock(CFAllocatorRef _Nullable structureAllocator,
    void * _Nullable memoryBlock, size_t blockLength, CFAllocatorRef _Nullable blockAllocator,
    const CMBlockBufferCustomBlockSource * _Nullable customBlockSource, size_t offsetToData,
    size_t dataLength, CMBlockBufferFlags flags,
    CF_RETURNS_RETAINED CMBlockBufferRef _Nullable * _Nonnull blockBufferOut) CF_SWIFT_NAME(CMBlockBufferCreateWithMemoryBlock(allocator:memoryBlock:blockLength:blockAllocator:customBlockSource:offsetToData:dataLength:flags:blockBufferOut:));

CF_EXPORT OSStatus CMBlockBufferCreateWithBufferReference(CFAllocatorRef _Nullable structureAllocator,
    CMBlockBufferRef bufferReference, size_t offsetToData, size_t dataLength, CMBlockBufferFlags flags,
    CF_RETURNS_RETAINED CMBlockBufferRef _Nullable * _Nonnull blockBufferOut) CF_SWIFT_NAME(CMBlockBufferCreateWithBufferReference(allocator:referenceBuffer:offsetToData:dataLength:flags:blockBufferOut:));

CF_EXPORT OSStatus CMBlockBufferCreateContiguous(CFAllocatorRef _Nullable structureAllocator,
    CMBlockBufferRef sourceBuffer, CFAllocatorRef _Nullable blockAllocator,
    const CMBlockBufferCustomBlockSource * _Nullable customBlockSource, size_t offsetToData,
    size_t dataLength, CMBlockBufferFlags flags,
    CF_RETURNS_RETAINED CMBlockBufferRef _Nullable * _Nonnull blockBufferOut) CF_SWIFT_NAME(CMBlockBufferCreateContiguous(allocator:sourceBuffer:blockAllocator:customBlockSource:offsetToData:dataLength:flags:blockBufferOut:));

CF_EXPORT CFTypeID CMBlockBufferGetTypeID(void);

CF_EXPORT OSStatus CMBlockBufferAppendMemoryBlock(CMBlockBufferRef theBuffer, void * _Nullable memoryBlock,
    size_t blockLength, CFAllocatorRef _Nullable blockAllocator,
    const CMBlockBufferCustomBlockSource * _Nullable customBlockSource, size_t offsetToData,
    size_t dataLength, CMBlockBufferFlags flags) CF_SWIFT_NAME(CMBlockBufferAppendMemoryBlock(_:memoryBlock:length:blockAllocator:customBlockSource:offsetToData:dataLength:flags:));

CF_EXPORT OSStatus CMBlockBufferAppendBufferReference(CMBlockBufferRef theBuffer,
    CMBlockBufferRef targetBBuf, size_t offsetToData, size_t dataLength,
    CMBlockBufferFlags flags) CF_SWIFT_NAME(CMBlockBufferAppendBufferReference(_:targetBBuf:offsetToData:dataLength:flags:));

CF_EXPORT OSStatus CMBlockBufferAssureBlockMemory(CMBlockBufferRef theBuffer);

CF_EXPORT OSStatus CMBlockBufferAccessDataBytes(CMBlockBufferRef theBuffer, size_t offset, size_t length,
    void *temporaryBlock, char * _Nullable * _Nonnull returnedPointerOut) CF_SWIFT_NAME(CMBlockBufferAccessDataBytes(_:atOffset:length:temporaryBlock:returnedPointerOut:));

CF_EXPORT OSStatus CMBlockBufferCopyDataBytes(CMBlockBufferRef theSourceBuffer, size_t offsetToData,
    size_t dataLength, void *destination) CF_SWIFT_NAME(CMBlockBufferCopyDataBytes(_:atOffset:dataLength:destination:));

CF_EXPORT OSStatus CMBlockBufferReplaceDataBytes(const void *sourceBytes,
    CMBlockBufferRef destinationBuffer, size_t offsetIntoDestination,
    size_t dataLength) CF_SWIFT_NAME(CMBlockBufferReplaceDataBytes(with:blockBuffer:offsetIntoDestination:dataLength:));

CF_EXPORT OSStatus CMBlockBufferFillDataBytes(char fillByte, CMBlockBufferRef destinationBuffer,
    size_t offsetIntoDestination, size_t dataLength) CF_SWIFT_NAME(CMBlockBufferFillDataBytes(with:blockBuffer:offsetIntoDestination:dataLength:));

CF_EXPORT OSStatus CMBlockBufferGetDataPointer(CMBlockBufferRef theBuffer, size_t offset,
    size_t * _Nullable lengthAtOffsetOut, size_t * _Nullable totalLengthOut,
    char * _Nullable * _Nullable dataPointerOut) CF_SWIFT_NAME(CMBlockBufferGetDataPointer(_:atOffset:lengthAtOffsetOut:totalLengthOut:dataPointerOut:));

CF_EXPORT size_t CMBlockBufferGetDataLength(CMBlockBufferRef theBuffer);

CF_EXPORT Boolean CMBlockBufferIsRangeContiguous(CMBlockBufferRef theBuffer, size_t offset,
    size_t length) CF_SWIFT_NAME(CMBlockBufferIsRangeContiguous(_:atOffset:length:));

CF_EXPORT Boolean CMBlockBufferIsEmpty(CMBlockBufferRef theBuffer);

CA_HEADER_END

#endif
