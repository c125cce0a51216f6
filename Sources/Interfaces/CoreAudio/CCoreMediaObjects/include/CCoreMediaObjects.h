// What Core Media's Swift needs of Core Foundation and Core Foundation's module for Swift does not show.
#ifndef CCOREMEDIAOBJECTS_H
#define CCOREMEDIAOBJECTS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#else
#define _Nonnull
#endif

/// What Core Foundation does with objects of a class: `CFEqual`, `CFHash`, `CFCopyDescription`.
struct CMObjectFunctions {
    bool (*equal)(const void *first, const void *second);
    unsigned long (*hash)(const void *object);
    /// A string whose reference is the caller's.
    const void *_Nonnull (*_Nonnull copyDescription)(const void *object);
};

/// Makes a class of Swift's one of Core Foundation's and returns its type identifier.
///
/// Its objects must have the identifier, shifted by 8 bits, as a 64-bit number right behind Swift's header.
/// The name is kept; so are the functions.
unsigned long CMRegisterObjectClass(const char *name, const void *swiftClass, struct CMObjectFunctions functions);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
