// What every header of ours stands on: CoreFoundation where there is one, and the same names, opaque, where there is none.
// Define CA_WITHOUT_COREFOUNDATION to compile against the opaque names although CoreFoundation is there.
#ifndef CA_CAUDIOTOOLBOX_PLATFORM_H
#define CA_CAUDIOTOOLBOX_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// CoreFoundation asks for the byte order by Clang's name; GCC has another.
#if !defined(__LITTLE_ENDIAN__) && !defined(__BIG_ENDIAN__) && defined(__BYTE_ORDER__)
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define __LITTLE_ENDIAN__ 1
#else
#define __BIG_ENDIAN__ 1
#endif
#endif

#if defined(__has_include) && !defined(CA_WITHOUT_COREFOUNDATION)
#if __has_include(<CoreFoundation/CFBase.h>)
#define CA_HAVE_COREFOUNDATION 1
#endif
#endif

#if defined(CA_HAVE_COREFOUNDATION)
#if defined(__swift__)
#include <CoreFoundation/CoreFoundation.h>
#else
// The umbrella header of the toolchain is made for Swift's importer: it needs blocks and GNU's C. These are plain C, all
// that programs get by including any header of Core Audio: CoreFoundation brings the headers of the C library too.
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#include <Availability.h>
#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFAttributedString.h>
#include <CoreFoundation/CFBag.h>
#include <CoreFoundation/CFBinaryHeap.h>
#include <CoreFoundation/CFBitVector.h>
#include <CoreFoundation/CFBundle.h>
#include <CoreFoundation/CFByteOrder.h>
#include <CoreFoundation/CFCalendar.h>
#include <CoreFoundation/CFCharacterSet.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFDate.h>
#include <CoreFoundation/CFDateFormatter.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFError.h>
#include <CoreFoundation/CFLocale.h>
#include <CoreFoundation/CFMessagePort.h>
#include <CoreFoundation/CFNotificationCenter.h>
#include <CoreFoundation/CFNumber.h>
#include <CoreFoundation/CFNumberFormatter.h>
#include <CoreFoundation/CFPlugIn.h>
#include <CoreFoundation/CFPreferences.h>
#include <CoreFoundation/CFPropertyList.h>
#include <CoreFoundation/CFRunLoop.h>
#include <CoreFoundation/CFSet.h>
#include <CoreFoundation/CFSocket.h>
#include <CoreFoundation/CFStream.h>
#include <CoreFoundation/CFString.h>
#include <CoreFoundation/CFStringEncodingExt.h>
#include <CoreFoundation/CFTimeZone.h>
#include <CoreFoundation/CFTree.h>
#include <CoreFoundation/CFURL.h>
#include <CoreFoundation/CFURLAccess.h>
#include <CoreFoundation/CFUUID.h>
#include <CoreFoundation/CFUserNotification.h>
#include <CoreFoundation/CFUtilities.h>
#endif
#else
#include "OpaqueCoreFoundation.h"
#endif

// Blocks are Clang's; so are the functions that take one, or a dispatch queue. Programs get the functions that copy and
// release blocks with any header too, as from Core Foundation's.
#if defined(__BLOCKS__) && defined(__has_include)
#if __has_include(<Block.h>) && !defined(__swift__)
#include <Block.h>
#endif
#if __has_include(<dispatch/dispatch.h>)
#include <dispatch/dispatch.h>
#define CA_HAVE_BLOCKS 1
#endif
#endif

// Enumerations with a fixed type and anonymous ones are plain C to us, not remarkable.
#if defined(__clang__)
#define CA_HEADER_BEGIN                                                                                          \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Welaborated-enum-base\"")              \
    _Pragma("clang diagnostic ignored \"-Wpedantic\"")                                                           \
    _Pragma("clang diagnostic ignored \"-Wnullability-completeness\"") CF_EXTERN_C_BEGIN                   \
    CF_ASSUME_NONNULL_BEGIN CF_IMPLICIT_BRIDGING_ENABLED
#define CA_HEADER_END \
    CF_IMPLICIT_BRIDGING_DISABLED CF_ASSUME_NONNULL_END CF_EXTERN_C_END _Pragma("clang diagnostic pop")
#else
#define CA_HEADER_BEGIN CF_EXTERN_C_BEGIN
#define CA_HEADER_END CF_EXTERN_C_END
#endif

/// A constant that not every file uses which includes it.
#if defined(__GNUC__)
#define CA_UNUSED __attribute__((unused))
#else
#define CA_UNUSED
#endif

/// A string type whose constants Swift finds within it, as a struct.
#if defined(__clang__)
#define CA_STRING_TYPE __attribute__((swift_wrapper(struct)))
#else
#define CA_STRING_TYPE
#endif

/// A pointer type that Swift imports as a class counted by CFRetain and CFRelease.
#if defined(__clang__)
#define CA_CLASS __attribute__((objc_bridge(id)))
#else
#define CA_CLASS
#endif

#endif
