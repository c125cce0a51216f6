// The names of CoreFoundation that the audio headers use, for compilers that find no CoreFoundation.
// The library brings the functions with it: they are those of libFoundation.
#ifndef CA_CAUDIOTOOLBOX_OPAQUECOREFOUNDATION_H
#define CA_CAUDIOTOOLBOX_OPAQUECOREFOUNDATION_H

typedef bool Boolean;
typedef unsigned char UInt8;
typedef signed char SInt8;
typedef unsigned short UInt16;
typedef signed short SInt16;
typedef unsigned int UInt32;
typedef signed int SInt32;
typedef uint64_t UInt64;
typedef int64_t SInt64;
typedef SInt32 OSStatus;
typedef SInt16 OSErr;
typedef float Float32;
typedef double Float64;
typedef unsigned short UniChar;
typedef unsigned long UniCharCount;
typedef unsigned char *StringPtr;
typedef const unsigned char *ConstStringPtr;
typedef unsigned char Str255[256];
typedef const unsigned char *ConstStr255Param;
typedef SInt16 RegionCode;
typedef SInt16 LangCode;
typedef SInt16 ScriptCode;
typedef UInt32 FourCharCode;
typedef FourCharCode OSType;
typedef UInt8 Byte;
typedef SInt8 SignedByte;
typedef UInt32 UTF32Char;
typedef UInt16 UTF16Char;
typedef UInt8 UTF8Char;

#if defined(__cplusplus)
#define CF_EXTERN_C_BEGIN extern "C" {
#define CF_EXTERN_C_END }
#else
#define CF_EXTERN_C_BEGIN
#define CF_EXTERN_C_END
#endif
#define CF_EXPORT extern
#define CF_INLINE static inline

#if defined(__clang__)
#define CF_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define CF_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define CF_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#else
#define CF_ASSUME_NONNULL_BEGIN
#define CF_ASSUME_NONNULL_END
#define CF_SWIFT_NAME(name)
#define _Nullable
#define _Nonnull
#endif
#define CF_IMPLICIT_BRIDGING_ENABLED
#define CF_IMPLICIT_BRIDGING_DISABLED
#define CF_RETURNS_RETAINED
#define CF_BRIDGED_TYPE(type)

#define CA_ENUM_CHOICE(_1, _2, name, ...) name
#define CF_ENUM(...) CA_ENUM_CHOICE(__VA_ARGS__, CA_NAMED_ENUM, CA_UNNAMED_ENUM, )(__VA_ARGS__)
#if defined(__clang__)
#define CA_NAMED_ENUM(type, name) enum name : type name; enum name : type
#define CA_UNNAMED_ENUM(type) enum : type
#else
#define CA_NAMED_ENUM(type, name) type name; enum
#define CA_UNNAMED_ENUM(type) enum
#endif
#define CF_OPTIONS(type, name) type name; enum

typedef unsigned long CFTypeID;
typedef unsigned long CFOptionFlags;
typedef unsigned long CFHashCode;
typedef long CFIndex;
typedef UInt32 CFStringEncoding;
typedef CFIndex CFComparisonResult;
typedef struct {
    CFIndex location;
    CFIndex length;
} CFRange;
typedef const void *CFTypeRef;
typedef CFTypeRef CFPropertyListRef;
typedef const struct __CFAllocator *CFAllocatorRef;
typedef const struct __CFString *CFStringRef;
typedef const struct __CFURL *CFURLRef;
typedef const struct __CFArray *CFArrayRef;
typedef const struct __CFData *CFDataRef;
typedef const struct __CFDictionary *CFDictionaryRef;
typedef struct __CFRunLoop *CFRunLoopRef;
typedef struct __CFRunLoopTimer *CFRunLoopTimerRef;
typedef struct __CFRunLoopSource *CFRunLoopSourceRef;

CF_EXTERN_C_BEGIN
CF_EXPORT CFTypeRef CFRetain(CFTypeRef cf);
CF_EXPORT void CFRelease(CFTypeRef cf);
CF_EXPORT const CFAllocatorRef kCFAllocatorDefault;
CF_EXPORT CFURLRef CFURLCreateFromFileSystemRepresentation(
    CFAllocatorRef allocator, const UInt8 *buffer, CFIndex bufLen, Boolean isDirectory);
CF_EXTERN_C_END

#endif
