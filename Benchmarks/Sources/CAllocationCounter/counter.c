#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

// The C library's own allocator, behind the names that this file takes over.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static _Atomic int64_t count;
static _Atomic int traps;

static void note(void) {
  count++;
  if (traps) __builtin_trap();
}

int64_t allocationCount(void) { return count; }

void trapAllocations(int isOn) { traps = isOn; }

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  note();
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}
