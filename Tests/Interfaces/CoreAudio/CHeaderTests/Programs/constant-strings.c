// Strings that a program has from the start, as CFSTR makes them: within functions, in tables and as arguments.
#include <AudioToolbox/AudioToolbox.h>

#include "check.h"

static CFIndex length(CFStringRef string) { return CFStringGetLength(string); }

static CFStringRef same(void) { return CFSTR("hello"); }

int main(void) {
    const CFStringRef hello = CFSTR("hello");
    char text[16];
    CHECK(CFGetTypeID(hello) == CFStringGetTypeID() && length(CFSTR("")) == 0 && length(hello) == 5);
    CHECK(CFStringGetCString(hello, text, sizeof text, kCFStringEncodingUTF8) && strcmp(text, "hello") == 0);
    CHECK(CFEqual(hello, same()) && CFHash(hello) == CFHash(same()) && !CFEqual(hello, CFSTR("Hello")));
    // They are not counted: a release too many leaves them as they are.
    CFRetain(hello);
    CFRelease(hello);
    CFRelease(hello);
    CHECK(length(hello) == 5);
    const void *keys[] = {CFSTR("volume"), CFSTR("rate")};
    const void *values[] = {CFSTR("1.5"), CFSTR("48000")};
    const CFDictionaryRef settings =
        CFDictionaryCreate(NULL, keys, values, 2, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
    const CFStringRef made = CFStringCreateWithCString(NULL, "rate", kCFStringEncodingUTF8);
    CHECK(CFStringGetIntValue((CFStringRef)CFDictionaryGetValue(settings, made)) == 48000);
    CFRelease(made);
    CFRelease(settings);
    puts("constant strings are Core Foundation's");
    return 0;
}
