// What the headers of Core Media share: counts, and the handles of its objects.
#ifndef CA_COREMEDIA_CMBASE_H
#define CA_COREMEDIA_CMBASE_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

CA_HEADER_BEGIN

typedef CFIndex CMItemCount;
typedef CFIndex CMItemIndex;
typedef uint32_t CMBaseClassVersion;
typedef uint32_t CMStructVersion;
typedef CFTypeRef CMAttachmentBearerRef;
typedef CFTypeRef CMBufferRef;
typedef struct CA_CLASS OpaqueCMBlockBuffer *CMBlockBufferRef;
typedef const struct CA_CLASS opaqueCMFormatDescription *CMFormatDescriptionRef;
typedef CMFormatDescriptionRef CMAudioFormatDescriptionRef;
typedef CMFormatDescriptionRef CMVideoFormatDescriptionRef;
typedef CMFormatDescriptionRef CMMuxedFormatDescriptionRef;
typedef struct CA_CLASS opaqueCMSampleBuffer *CMSampleBufferRef;
typedef struct CA_CLASS opaqueCMSimpleQueue *CMSimpleQueueRef;
typedef struct CA_CLASS opaqueCMBufferQueue *CMBufferQueueRef;
typedef struct CA_CLASS OpaqueCMClock *CMClockRef;
typedef struct CA_CLASS OpaqueCMTimebase *CMTimebaseRef;
/// A clock or a timebase.
typedef CFTypeRef CMClockOrTimebaseRef;
typedef struct CA_CLASS OpaqueCMMemoryPool *CMMemoryPoolRef;

/// A picture. Sample buffers can name one; nothing here makes one.
typedef struct CA_CLASS __CVBuffer *CVImageBufferRef;

CA_HEADER_END

#endif
