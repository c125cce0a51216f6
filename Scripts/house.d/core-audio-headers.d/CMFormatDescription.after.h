typedef CMFormatDescriptionRef CMTimeCodeFormatDescriptionRef;
typedef CMFormatDescriptionRef CMTextFormatDescriptionRef;
typedef CMFormatDescriptionRef CMClosedCaptionFormatDescriptionRef;
typedef CMFormatDescriptionRef CMMetadataFormatDescriptionRef;

#define CMVideoFormatDescriptionGetCodecType(desc) CMFormatDescriptionGetMediaSubType(desc)
#define CMMuxedFormatDescriptionGetStreamType(desc) CMFormatDescriptionGetMediaSubType(desc)
#define CMClosedCaptionFormatDescriptionGetFormatType(desc) CMFormatDescriptionGetMediaSubType(desc)
#define CMSubtitleFormatDescriptionGetFormatType(desc) CMFormatDescriptionGetMediaSubType(desc)
#define CMTimeCodeFormatDescriptionGetFormatType(desc) CMFormatDescriptionGetMediaSubType(desc)

CF_ENUM(CMClosedCaptionFormatType) {
    kCMClosedCaptionFormatType_CEA608 = 0x63363038 /* 'c608' */,
    kCMClosedCaptionFormatType_CEA708 = 0x63373038 /* 'c708' */,
    kCMClosedCaptionFormatType_ATSC = 0x61746363 /* 'atcc' */
};

CF_ENUM(CMTextFormatType) {
    kCMTextFormatType_QTText = 0x74657874 /* 'text' */,
    kCMTextFormatType_3GText = 0x74783367 /* 'tx3g' */
};

CF_ENUM(CMSubtitleFormatType) {
    kCMSubtitleFormatType_3GText = 0x74783367 /* 'tx3g' */,
    kCMSubtitleFormatType_WebVTT = 0x77767474 /* 'wvtt' */
};

CF_ENUM(CMTextDisplayFlags) {
    kCMTextDisplayFlag_scrollIn = 0x00000020,
    kCMTextDisplayFlag_scrollOut = 0x00000040,
    kCMTextDisplayFlag_scrollDirectionMask = 0x00000180,
    kCMTextDisplayFlag_scrollDirection_bottomToTop = 0x00000000,
    kCMTextDisplayFlag_scrollDirection_rightToLeft = 0x00000080,
    kCMTextDisplayFlag_scrollDirection_topToBottom = 0x00000100,
    kCMTextDisplayFlag_scrollDirection_leftToRight = 0x00000180,
    kCMTextDisplayFlag_continuousKaraoke = 0x00000800,
    kCMTextDisplayFlag_writeTextVertically = 0x00020000,
    kCMTextDisplayFlag_fillTextRegion = 0x00040000,
    kCMTextDisplayFlag_obeySubtitleFormatting = 0x20000000,
    kCMTextDisplayFlag_forcedSubtitlesPresent = 0x40000000,
    kCMTextDisplayFlag_allSubtitlesForced = 0x80000000
};

CF_ENUM(CMTextJustificationValue) {
    kCMTextJustification_left_top = 0,
    kCMTextJustification_centered = 1,
    kCMTextJustification_bottom_right = -1
};

CF_ENUM(CMMetadataFormatType) {
    kCMMetadataFormatType_ICY = 0x69637920 /* 'icy ' */,
    kCMMetadataFormatType_ID3 = 0x69643320 /* 'id3 ' */,
    kCMMetadataFormatType_Boxed = 0x6d656278 /* 'mebx' */,
    kCMMetadataFormatType_EMSG = 0x656d7367 /* 'emsg' */
};

CF_EXPORT const CFStringRef kCMTextFormatDescriptionExtension_DisplayFlags;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionExtension_BackgroundColor;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionColor_Red;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionColor_Green;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionColor_Blue;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionColor_Alpha;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionExtension_DefaultTextBox;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionRect_Top;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionRect_Left;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionRect_Bottom;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionRect_Right;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionExtension_DefaultStyle;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionStyle_StartChar;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionStyle_EndChar;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionStyle_Font;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionStyle_FontFace;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionStyle_ForegroundColor;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionStyle_FontSize;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionStyle_Height;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionStyle_Ascent;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionExtension_HorizontalJustification;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionExtension_VerticalJustification;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionExtension_FontTable;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionExtension_TextJustification;
CF_EXPORT const CFStringRef kCMTextFormatDescriptionExtension_DefaultFontName;
CF_EXPORT const CFStringRef kCMTimeCodeFormatDescriptionExtension_SourceReferenceName;
CF_EXPORT const CFStringRef kCMTimeCodeFormatDescriptionKey_Value;
CF_EXPORT const CFStringRef kCMTimeCodeFormatDescriptionKey_LangCode;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtensionKey_MetadataKeyTable;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionKey_Namespace;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionKey_Value;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionKey_LocalID;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionKey_DataType;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionKey_DataTypeNamespace;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionKey_ConformingDataTypes;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionKey_LanguageTag;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionKey_StructuralDependency;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionKey_SetupData;
CF_EXPORT const CFStringRef kCMMetadataFormatDescription_StructuralDependencyKey_DependencyIsInvalidFlag;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionMetadataSpecificationKey_Identifier;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionMetadataSpecificationKey_DataType;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionMetadataSpecificationKey_ExtendedLanguageTag;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionMetadataSpecificationKey_StructuralDependency;
CF_EXPORT const CFStringRef kCMMetadataFormatDescriptionMetadataSpecificationKey_SetupData;

CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_Depth;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_CleanAperture;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_FieldCount;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_FieldDetail;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_PixelAspectRatio;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_ColorPrimaries;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_TransferFunction;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_GammaLevel;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_YCbCrMatrix;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_FullRangeVideo;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_ICCProfile;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_BytesPerRow;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_ChromaLocationTopField;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_ChromaLocationBottomField;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_TemporalQuality;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_SpatialQuality;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_VerbatimImageDescription;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_Version;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_RevisionLevel;
CF_EXPORT const CFStringRef kCMFormatDescriptionExtension_Vendor;
CF_EXPORT const CFStringRef kCMFormatDescriptionKey_CleanApertureWidth;
CF_EXPORT const CFStringRef kCMFormatDescriptionKey_CleanApertureHeight;
CF_EXPORT const CFStringRef kCMFormatDescriptionKey_CleanApertureHorizontalOffset;
CF_EXPORT const CFStringRef kCMFormatDescriptionKey_CleanApertureVerticalOffset;
CF_EXPORT const CFStringRef kCMFormatDescriptionKey_CleanApertureWidthRational;
CF_EXPORT const CFStringRef kCMFormatDescriptionKey_CleanApertureHeightRational;
CF_EXPORT const CFStringRef kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational;
CF_EXPORT const CFStringRef kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational;
CF_EXPORT const CFStringRef kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing;
CF_EXPORT const CFStringRef kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing;

CF_ENUM(CMVideoCodecType) {
    kCMVideoCodecType_422YpCbCr8 = 0x32767579 /* '2vuy' */,
    kCMVideoCodecType_Animation = 0x726c6520 /* 'rle ' */,
    kCMVideoCodecType_Cinepak = 0x63766964 /* 'cvid' */,
    kCMVideoCodecType_JPEG = 0x6a706567 /* 'jpeg' */,
    kCMVideoCodecType_JPEG_OpenDML = 0x646d6231 /* 'dmb1' */,
    kCMVideoCodecType_SorensonVideo = 0x53565131 /* 'SVQ1' */,
    kCMVideoCodecType_SorensonVideo3 = 0x53565133 /* 'SVQ3' */,
    kCMVideoCodecType_H263 = 0x68323633 /* 'h263' */,
    kCMVideoCodecType_H264 = 0x61766331 /* 'avc1' */,
    kCMVideoCodecType_HEVC = 0x68766331 /* 'hvc1' */,
    kCMVideoCodecType_HEVCWithAlpha = 0x6d757861 /* 'muxa' */,
    kCMVideoCodecType_DolbyVisionHEVC = 0x64766831 /* 'dvh1' */,
    kCMVideoCodecType_MPEG4Video = 0x6d703476 /* 'mp4v' */,
    kCMVideoCodecType_MPEG2Video = 0x6d703276 /* 'mp2v' */,
    kCMVideoCodecType_MPEG1Video = 0x6d703176 /* 'mp1v' */,
    kCMVideoCodecType_VP9 = 0x76703039 /* 'vp09' */,
    kCMVideoCodecType_AV1 = 0x61763031 /* 'av01' */,
    kCMVideoCodecType_AppleProRes4444XQ = 0x61703478 /* 'ap4x' */,
    kCMVideoCodecType_AppleProRes4444 = 0x61703468 /* 'ap4h' */,
    kCMVideoCodecType_AppleProRes422HQ = 0x61706368 /* 'apch' */,
    kCMVideoCodecType_AppleProRes422 = 0x6170636e /* 'apcn' */,
    kCMVideoCodecType_AppleProRes422LT = 0x61706373 /* 'apcs' */,
    kCMVideoCodecType_AppleProRes422Proxy = 0x6170636f /* 'apco' */
};

CF_ENUM(CMTimeCodeFormatType) {
    kCMTimeCodeFormatType_TimeCode32 = 0x746d6364 /* 'tmcd' */,
    kCMTimeCodeFormatType_TimeCode64 = 0x74633634 /* 'tc64' */,
    kCMTimeCodeFormatType_Counter32 = 0x636e3332 /* 'cn32' */,
    kCMTimeCodeFormatType_Counter64 = 0x636e3634 /* 'cn64' */
};

CF_ENUM(uint32_t) {
    kCMTimeCodeFlag_DropFrame = 1,
    kCMTimeCodeFlag_24HourMax = 2,
    kCMTimeCodeFlag_NegTimesOK = 4
};

/// A picture format: its codec and its size in pixels.
CF_EXPORT OSStatus CMVideoFormatDescriptionCreate(
    CFAllocatorRef _Nullable allocator, CMVideoCodecType codecType, int32_t width, int32_t height,
    CFDictionaryRef _Nullable extensions,
    CF_RETURNS_RETAINED CMVideoFormatDescriptionRef _Nullable * _Nonnull formatDescriptionOut)
    CF_SWIFT_NAME(CMVideoFormatDescriptionCreate(allocator:codecType:width:height:extensions:formatDescriptionOut:));

/// A format of H.264 from its parameter sets, without start codes; those of the sequence come first.
CF_EXPORT OSStatus CMVideoFormatDescriptionCreateFromH264ParameterSets(
    CFAllocatorRef _Nullable allocator, size_t parameterSetCount, const uint8_t * _Nonnull const * _Nonnull parameterSetPointers,
    const size_t *parameterSetSizes, int NALUnitHeaderLength,
    CF_RETURNS_RETAINED CMFormatDescriptionRef _Nullable * _Nonnull formatDescriptionOut)
    CF_SWIFT_NAME(CMVideoFormatDescriptionCreateFromH264ParameterSets(allocator:parameterSetCount:parameterSetPointers:parameterSetSizes:nalUnitHeaderLength:formatDescriptionOut:));

/// A format of HEVC from its parameter sets, without start codes, in any order.
CF_EXPORT OSStatus CMVideoFormatDescriptionCreateFromHEVCParameterSets(
    CFAllocatorRef _Nullable allocator, size_t parameterSetCount, const uint8_t * _Nonnull const * _Nonnull parameterSetPointers,
    const size_t *parameterSetSizes, int NALUnitHeaderLength, CFDictionaryRef _Nullable extensions,
    CF_RETURNS_RETAINED CMFormatDescriptionRef _Nullable * _Nonnull formatDescriptionOut)
    CF_SWIFT_NAME(CMVideoFormatDescriptionCreateFromHEVCParameterSets(allocator:parameterSetCount:parameterSetPointers:parameterSetSizes:nalUnitHeaderLength:extensions:formatDescriptionOut:));

/// A parameter set of an `avcC` atom. The pointer holds for as long as the description.
CF_EXPORT OSStatus CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
    CMFormatDescriptionRef videoDesc, size_t parameterSetIndex, const uint8_t * _Nullable * _Nullable parameterSetPointerOut,
    size_t * _Nullable parameterSetSizeOut, size_t * _Nullable parameterSetCountOut, int * _Nullable NALUnitHeaderLengthOut)
    CF_SWIFT_NAME(CMVideoFormatDescriptionGetH264ParameterSetAtIndex(_:parameterSetIndex:parameterSetPointerOut:parameterSetSizeOut:parameterSetCountOut:nalUnitHeaderLengthOut:));

/// A parameter set of an `hvcC` atom. The pointer holds for as long as the description.
CF_EXPORT OSStatus CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
    CMFormatDescriptionRef videoDesc, size_t parameterSetIndex, const uint8_t * _Nullable * _Nullable parameterSetPointerOut,
    size_t * _Nullable parameterSetSizeOut, size_t * _Nullable parameterSetCountOut, int * _Nullable NALUnitHeaderLengthOut)
    CF_SWIFT_NAME(CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(_:parameterSetIndex:parameterSetPointerOut:parameterSetSizeOut:parameterSetCountOut:nalUnitHeaderLengthOut:));

/// The size in pixels of what a video format describes.
CF_EXPORT CMVideoDimensions CMVideoFormatDescriptionGetDimensions(CMVideoFormatDescriptionRef videoDesc);

/// Sizes and rectangles of pictures. Swift has types of its own for them, which Foundation brings.
typedef struct CAPictureSize {
    double width;
    double height;
} CAPictureSize;
typedef struct CAPictureRectangle {
    struct { double x; double y; } origin;
    CAPictureSize size;
} CAPictureRectangle;

#if !defined(__swift__)
typedef double CGFloat;
typedef CAPictureSize CGSize;
typedef CAPictureRectangle CGRect;

/// The size at which pictures are shown.
CF_EXPORT CGSize CMVideoFormatDescriptionGetPresentationDimensions(
    CMVideoFormatDescriptionRef videoDesc, Boolean usePixelAspectRatio, Boolean useCleanAperture);

/// The part of the pictures that is fit to be seen.
CF_EXPORT CGRect CMVideoFormatDescriptionGetCleanAperture(CMVideoFormatDescriptionRef videoDesc, Boolean originIsAtTopLeft);
#endif

/// The keys of extensions that pictures in memory carry too.
CF_EXPORT CFArrayRef CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers(void);

/// Always fails: there are no pictures in memory here.
CF_EXPORT OSStatus CMVideoFormatDescriptionCreateForImageBuffer(
    CFAllocatorRef _Nullable allocator, CVImageBufferRef imageBuffer,
    CF_RETURNS_RETAINED CMVideoFormatDescriptionRef _Nullable * _Nonnull formatDescriptionOut)
    CF_SWIFT_NAME(CMVideoFormatDescriptionCreateForImageBuffer(allocator:imageBuffer:formatDescriptionOut:));

/// Never true: there are no pictures in memory here.
CF_EXPORT Boolean CMVideoFormatDescriptionMatchesImageBuffer(CMVideoFormatDescriptionRef desc, CVImageBufferRef imageBuffer)
    CF_SWIFT_NAME(CMVideoFormatDescriptionMatchesImageBuffer(_:imageBuffer:));

/// A format of time codes: how long a frame is, and how many are counted to a second.
CF_EXPORT OSStatus CMTimeCodeFormatDescriptionCreate(
    CFAllocatorRef _Nullable allocator, CMTimeCodeFormatType timeCodeFormatType, CMTime frameDuration, uint32_t frameQuanta,
    uint32_t flags, CFDictionaryRef _Nullable extensions,
    CF_RETURNS_RETAINED CMTimeCodeFormatDescriptionRef _Nullable * _Nonnull formatDescriptionOut)
    CF_SWIFT_NAME(CMTimeCodeFormatDescriptionCreate(allocator:timeCodeFormatType:frameDuration:frameQuanta:flags:extensions:formatDescriptionOut:));

/// How long a frame of a time code is.
CF_EXPORT CMTime CMTimeCodeFormatDescriptionGetFrameDuration(CMTimeCodeFormatDescriptionRef timeCodeFormatDescription);

/// How many frames a time code counts to a second.
CF_EXPORT uint32_t CMTimeCodeFormatDescriptionGetFrameQuanta(CMTimeCodeFormatDescriptionRef timeCodeFormatDescription);

/// The `kCMTimeCodeFlag_…` of a time code.
CF_EXPORT uint32_t CMTimeCodeFormatDescriptionGetTimeCodeFlags(CMTimeCodeFormatDescriptionRef desc);
