#pragma once
#include <stdint.h>

/// Heap allocations of the program so far: calls of malloc, calloc, realloc, memalign, aligned_alloc and posix_memalign.
///
/// The target defines these functions in the program itself, which the dynamic linker prefers to those of the C
/// library, so that nothing the program or the Swift runtime allocates is missed.
int64_t allocationCount(void);

/// From a call with 1 to one with 0 every allocation stops the program with a trap, so that a debugger shows who asked for it.
void trapAllocations(int isOn);
