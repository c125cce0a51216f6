/// A picture format: its codec and its size in pixels.
CF_EXPORT OSStatus CMVideoFormatDescriptionCreate(
    CFAllocatorRef _Nullable allocator, CMVideoCodecType codecType, int32_t width, int32_t height,
    CFDictionaryRef _Nullable extensions,
    CF_RETURNS_RETAINED CMVideoFormatDescriptionRef _Nullable * _Nonnull formatDescriptionOut)
    CF_SWIFT_NAME(CMVideoFormatDescriptionCreate(allocator:codecType:width:height:extensions:formatDescriptionOut:));

/// The size in pixels of what a video format describes.
CF_EXPORT CMVideoDimensions CMVideoFormatDescriptionGetDimensions(CMVideoFormatDescriptionRef videoDesc);

CF_ENUM(CMVideoCodecType) {
    kCMVideoCodecType_JPEG = 0x6a706567 /* 'jpeg' */,
    kCMVideoCodecType_H263 = 0x68323633 /* 'h263' */,
    kCMVideoCodecType_H264 = 0x61766331 /* 'avc1' */,
    kCMVideoCodecType_HEVC = 0x68766331 /* 'hvc1' */,
    kCMVideoCodecType_MPEG4Video = 0x6d703476 /* 'mp4v' */,
    kCMVideoCodecType_VP9 = 0x76703039 /* 'vp09' */,
    kCMVideoCodecType_AV1 = 0x61763031 /* 'av01' */
};
