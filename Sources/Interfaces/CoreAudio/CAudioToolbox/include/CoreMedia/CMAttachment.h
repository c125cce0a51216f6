// Attachments: values that travel with a buffer.
//
// Threads: any thread may use the attachments of an object at any time. What CMGetAttachment gives stays the object's: where
// another thread may replace or remove it meanwhile, take a reference of your own from CMCopyDictionaryOfAttachments.
// Written by Scripts/house core-audio-headers.
#ifndef CA_COREMEDIA_CMATTACHMENT_H
#define CA_COREMEDIA_CMATTACHMENT_H

#include <CAudioToolbox/Platform.h>
#include <CoreMedia/CMBase.h>

CA_HEADER_BEGIN

typedef int32_t CMPersistentTrackID;
typedef uint32_t CMAttachmentMode;

CF_ENUM(CMPersistentTrackID) {
    kCMPersistentTrackID_Invalid = 0
};

CF_ENUM(CMAttachmentMode) {
    kCMAttachmentMode_ShouldNotPropagate = 0,
    kCMAttachmentMode_ShouldPropagate = 1
};

CF_EXPORT void CMSetAttachment(CMAttachmentBearerRef target, CFStringRef key, CFTypeRef _Nullable value,
    CMAttachmentMode attachmentMode) CF_SWIFT_NAME(CMSetAttachment(_:key:value:attachmentMode:));

CF_EXPORT CFTypeRef _Nullable CMGetAttachment(CMAttachmentBearerRef target, CFStringRef key,
    CMAttachmentMode * _Nullable attachmentModeOut) CF_SWIFT_NAME(CMGetAttachment(_:key:attachmentModeOut:));

CF_EXPORT void CMRemoveAttachment(CMAttachmentBearerRef target,
    CFStringRef key) CF_SWIFT_NAME(CMRemoveAttachment(_:key:));

CF_EXPORT void CMRemoveAllAttachments(CMAttachmentBearerRef target);

CF_EXPORT CFDictionaryRef _Nullable CMCopyDictionaryOfAttachments(CFAllocatorRef _Nullable allocator,
    CMAttachmentBearerRef target, CMAttachmentMode attachmentMode) CF_SWIFT_NAME(CMCopyDictionaryOfAttachments(allocator:target:attachmentMode:));

CF_EXPORT void CMSetAttachments(CMAttachmentBearerRef target, CFDictionaryRef theAttachments,
    CMAttachmentMode attachmentMode) CF_SWIFT_NAME(CMSetAttachments(_:attachments:attachmentMode:));

CF_EXPORT void CMPropagateAttachments(CMAttachmentBearerRef source,
    CMAttachmentBearerRef destination) CF_SWIFT_NAME(CMPropagateAttachments(_:destination:));

CA_HEADER_END

#endif
