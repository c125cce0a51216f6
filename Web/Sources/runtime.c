// What Swift's runtime asks of a C library and the one for WebAssembly does not have, without a system behind it.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// The guard of stacks.
uintptr_t __stack_chk_guard = 0x5A17F00D;
_Noreturn void __stack_chk_fail(void) { __builtin_trap(); }

// A trap says all there is to say.
int putchar(int character) { return character; }

// Seeds of hash tables: what the page gives, so that a file cannot know it.
static uint64_t state = 0x9E3779B97F4A7C15;
void sat_seed(uint32_t low, uint32_t high) { state ^= (uint64_t)high << 32 | low; }
void arc4random_buf(void *buffer, size_t count) {
  unsigned char *bytes = buffer;
  for (size_t index = 0; index < count; index++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    bytes[index] = (unsigned char)(state >> 24);
  }
}

// Numbers in texts, such as those of tags.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  char *end;
  *result = strtod(text, &end);
  return end;
}
