// Core Foundation and dispatch queues as C programs find them in the library, which brings them: conversions of character
// sets, transliteration, dates in words, keys of dictionaries, the main queue in a run loop. Dispatch's headers are Clang's.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CFDateFormatter.h>

#if defined(__BLOCKS__)
#include <dispatch/dispatch.h>
#endif

#include "check.h"

static bool says(CFStringRef string, const char *expected) {
    char text[64];
    return string != NULL && CFStringGetCString(string, text, sizeof text, kCFStringEncodingUTF8) && strcmp(text, expected) == 0;
}

static void characters(void) {
    // Two characters of Shift JIS (JIS X 0208, rows 38-92 and 43-60), in Unicode U+65E5 U+672C.
    const UInt8 bytes[] = {0x93, 0xFA, 0x96, 0x7B};
    const CFStringRef japan = CFStringCreateWithBytes(NULL, bytes, sizeof bytes, kCFStringEncodingShiftJIS, false);
    CHECK(says(japan, "\xE6\x97\xA5\xE6\x9C\xAC"));
    CFRelease(japan);
    const CFStringRef word = CFStringCreateWithCString(NULL, "\xC3\xA9t\xC3\xA9", kCFStringEncodingUTF8);
    const CFMutableStringRef plain = CFStringCreateMutableCopy(NULL, 0, word);
    CHECK(CFStringTransform(plain, NULL, kCFStringTransformStripCombiningMarks, false));
    CHECK(says(plain, "ete"));
    CFRelease(plain);
    CFRelease(word);
}

static void dates(void) {
    const CFStringRef name = CFStringCreateWithCString(NULL, "en_US", kCFStringEncodingUTF8);
    const CFLocaleRef english = CFLocaleCreate(NULL, name);
    const CFTimeZoneRef zone = CFTimeZoneCreateWithTimeIntervalFromGMT(NULL, 0);
    const CFDateFormatterRef formatter =
        CFDateFormatterCreate(NULL, english, kCFDateFormatterLongStyle, kCFDateFormatterNoStyle);
    CHECK(formatter != NULL);
    CFDateFormatterSetProperty(formatter, kCFDateFormatterTimeZone, zone);
    // Absolute time counts from the first of January 2001, 00:00 UTC (CFDate.h).
    const CFStringRef date = CFDateFormatterCreateStringWithAbsoluteTime(NULL, formatter, 0);
    CHECK(says(date, "January 1, 2001"));
    CFRelease(date);
    CFRelease(formatter);
    CFRelease(zone);
    CFRelease(english);
    CFRelease(name);
}

static void dictionaries(void) {
    const CFMutableDictionaryRef dictionary =
        CFDictionaryCreateMutable(kCFAllocatorDefault, 0, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    const CFStringRef one = CFStringCreateWithCString(NULL, "title", kCFStringEncodingUTF8);
    CFDictionarySetValue(dictionary, one, kCFBooleanTrue);
    const CFStringRef copy = CFStringCreateMutableCopy(NULL, 0, one);
    CHECK(CFDictionaryGetValue(dictionary, copy) == kCFBooleanTrue);
    CFRelease(copy);
    CFRelease(one);
    CFRelease(dictionary);
}

#if defined(__BLOCKS__)
static void stop(void *calls) {
    *(int *)calls += 1;
    CFRunLoopStop(CFRunLoopGetMain());
}

static void mainQueue(void) {
    int calls = 0;
    dispatch_async_f(dispatch_get_main_queue(), &calls, stop);
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 10, false);
    CHECK(calls == 1);
}
#endif

int main(void) {
    characters();
    dates();
    dictionaries();
#if defined(__BLOCKS__)
    mainQueue();
#endif
    puts("Core Foundation is whole");
    return 0;
}
