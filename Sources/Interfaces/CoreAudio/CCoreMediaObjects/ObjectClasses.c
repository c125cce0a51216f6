#include "CCoreMediaObjects.h"

#include <stdlib.h>

// Core Foundation exports these and declares them in CFRuntime.h, which is not among the headers of its module.

/// `CFRuntimeClass`, version 0.
struct RuntimeClass {
    long version;
    const char *name;
    void (*initialize)(const void *object);
    const void *(*copy)(const void *allocator, const void *object);
    void (*finalize)(const void *object);
    bool (*equal)(const void *first, const void *second);
    unsigned long (*hash)(const void *object);
    const void *(*copyFormattingDescription)(const void *object, const void *options);
    const void *(*copyDescription)(const void *object);
    // What later versions add, all of it zero.
    void *reserved[4];
};

extern unsigned long _CFRuntimeRegisterClass(const struct RuntimeClass *class_);
extern void _CFRuntimeBridgeTypeToClass(unsigned long type, const void *class_);

unsigned long CMRegisterObjectClass(const char *name, const void *swiftClass, struct CMObjectFunctions functions) {
    // Core Foundation keeps the pointer for as long as the program runs.
    struct RuntimeClass *class_ = calloc(1, sizeof *class_);
    if (!class_) return 0;
    class_->name = name;
    class_->equal = functions.equal;
    class_->hash = functions.hash;
    class_->copyDescription = functions.copyDescription;
    unsigned long type = _CFRuntimeRegisterClass(class_);
    // Without this, Core Foundation would take the objects for Foundation's.
    _CFRuntimeBridgeTypeToClass(type, swiftClass);
    return type;
}
