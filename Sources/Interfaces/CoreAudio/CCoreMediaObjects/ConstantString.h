// A constant string of Core Foundation's, laid out as it is on systems without Objective-C: an object of Swift's that no
// reference count reaches, the marks of Core Foundation behind it, and the text.
//
// Swift can neither export a variable to C nor lay an object out before the program runs. That is what this file is for.
#ifndef CONSTANT_STRING_H
#define CONSTANT_STRING_H

#include <stdint.h>

struct ConstantString {
    uintptr_t class_;
    uintptr_t referenceCount;
    uint64_t marks;
    const char *text;
#if defined(__BIG_ENDIAN__)
    uint64_t byteCount;
#else
    uint32_t byteCount;
#endif
};

/// The class of constant strings in Foundation, by the name that Swift gives it.
extern void *constantStringClass[] __asm__("$s10Foundation19_NSCFConstantStringCN");

#if UINTPTR_MAX > 0xFFFFFFFF
#define IMMORTAL ((uintptr_t)0x80000004FFFFFFFF)
#else
#define IMMORTAL ((uintptr_t)0x800004FF)
#endif

/// Type identifier 7, a string; its text is ASCII, stands elsewhere and is never freed.
#define STRING_MARKS 0x07C8

#define STRING(name, characters)                                                                                  \
    static struct ConstantString string_##name = {                                                                \
        (uintptr_t)&constantStringClass, IMMORTAL, STRING_MARKS, characters, sizeof(characters) - 1};             \
    const CFStringRef name = (CFStringRef)&string_##name;

#endif
