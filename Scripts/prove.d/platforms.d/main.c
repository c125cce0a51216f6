// Decodes the packets of the standard input and writes their samples to the standard output. The input is the stream's
// configuration and then each packet, both behind their lengths of 32 bits; the output floats, a packet's channels one
// after the other.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int32_t decode_packets(const uint8_t *cookie, int32_t cookieCount, const uint8_t *bytes, const int32_t *sizes,
                       int32_t count, void (*give)(const float *, int32_t));

#ifdef __wasm__
// What code of Swift guards its stack by, which the C library for WebAssembly does not have.
uintptr_t __stack_chk_guard = 0x5A17F00D;
void __stack_chk_fail(void) { abort(); }
#endif

enum { cookieLimit = 64, byteLimit = 1 << 20, packetLimit = 4096 };
static uint8_t cookie[cookieLimit], bytes[byteLimit];
static int32_t sizes[packetLimit];

static void give(const float *samples, int32_t count) { fwrite(samples, sizeof(float), (size_t)count, stdout); }

int main(void) {
  int32_t length, cookieCount, count = 0, used = 0;
  if (fread(&cookieCount, 4, 1, stdin) != 1 || cookieCount < 0 || cookieCount > cookieLimit) return 2;
  if (fread(cookie, 1, (size_t)cookieCount, stdin) != (size_t)cookieCount) return 2;
  while (fread(&length, 4, 1, stdin) == 1) {
    if (length < 0 || length > byteLimit - used || count == packetLimit) return 2;
    if (fread(bytes + used, 1, (size_t)length, stdin) != (size_t)length) return 2;
    used += length;
    sizes[count++] = length;
  }
  return count == 0 ? 2 : decode_packets(cookie, cookieCount, bytes, sizes, count, give);
}
