// Numbers in the one byte order and in the other.
#ifndef CA_LIBKERN_OSBYTEORDER_H
#define CA_LIBKERN_OSBYTEORDER_H

#include <stdint.h>
#include <string.h>

#define OSSwapInt16(x) ((uint16_t)__builtin_bswap16((uint16_t)(x)))
#define OSSwapInt32(x) ((uint32_t)__builtin_bswap32((uint32_t)(x)))
#define OSSwapInt64(x) ((uint64_t)__builtin_bswap64((uint64_t)(x)))
#define OSSwapConstInt16(x) OSSwapInt16(x)
#define OSSwapConstInt32(x) OSSwapInt32(x)
#define OSSwapConstInt64(x) OSSwapInt64(x)

enum { OSUnknownByteOrder, OSLittleEndian, OSBigEndian };

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define CA_BIG(bits, x) OSSwapInt##bits(x)
#define CA_LITTLE(bits, x) ((uint##bits##_t)(x))
#define CA_HOST_BYTE_ORDER OSLittleEndian
#else
#define CA_BIG(bits, x) ((uint##bits##_t)(x))
#define CA_LITTLE(bits, x) OSSwapInt##bits(x)
#define CA_HOST_BYTE_ORDER OSBigEndian
#endif

#define OSHostByteOrder() ((int32_t)CA_HOST_BYTE_ORDER)

#define OSSwapHostToBigInt16(x) CA_BIG(16, x)
#define OSSwapHostToBigInt32(x) CA_BIG(32, x)
#define OSSwapHostToBigInt64(x) CA_BIG(64, x)
#define OSSwapBigToHostInt16(x) CA_BIG(16, x)
#define OSSwapBigToHostInt32(x) CA_BIG(32, x)
#define OSSwapBigToHostInt64(x) CA_BIG(64, x)
#define OSSwapHostToLittleInt16(x) CA_LITTLE(16, x)
#define OSSwapHostToLittleInt32(x) CA_LITTLE(32, x)
#define OSSwapHostToLittleInt64(x) CA_LITTLE(64, x)
#define OSSwapLittleToHostInt16(x) CA_LITTLE(16, x)
#define OSSwapLittleToHostInt32(x) CA_LITTLE(32, x)
#define OSSwapLittleToHostInt64(x) CA_LITTLE(64, x)
#define OSSwapHostToBigConstInt16(x) CA_BIG(16, x)
#define OSSwapHostToBigConstInt32(x) CA_BIG(32, x)
#define OSSwapHostToBigConstInt64(x) CA_BIG(64, x)
#define OSSwapHostToLittleConstInt16(x) CA_LITTLE(16, x)
#define OSSwapHostToLittleConstInt32(x) CA_LITTLE(32, x)
#define OSSwapHostToLittleConstInt64(x) CA_LITTLE(64, x)

#define CA_BYTE_ORDER_ACCESS(bits)                                                                                   \
    static __inline__ __attribute__((unused)) uint##bits##_t OSReadBigInt##bits(                                      \
        const volatile void *base, uintptr_t offset) {                                                               \
        uint##bits##_t x;                                                                                           \
        memcpy(&x, (const char *)(uintptr_t)base + offset, sizeof x);                                                \
        return CA_BIG(bits, x);                                                                                      \
    }                                                                                                               \
    static __inline__ __attribute__((unused)) uint##bits##_t OSReadLittleInt##bits(                                   \
        const volatile void *base, uintptr_t offset) {                                                               \
        uint##bits##_t x;                                                                                           \
        memcpy(&x, (const char *)(uintptr_t)base + offset, sizeof x);                                                \
        return CA_LITTLE(bits, x);                                                                                   \
    }                                                                                                               \
    static __inline__ __attribute__((unused)) void OSWriteBigInt##bits(                                               \
        volatile void *base, uintptr_t offset, uint##bits##_t data) {                                                \
        uint##bits##_t x = CA_BIG(bits, data);                                                                       \
        memcpy((char *)(uintptr_t)base + offset, &x, sizeof x);                                                      \
    }                                                                                                               \
    static __inline__ __attribute__((unused)) void OSWriteLittleInt##bits(                                            \
        volatile void *base, uintptr_t offset, uint##bits##_t data) {                                                \
        uint##bits##_t x = CA_LITTLE(bits, data);                                                                    \
        memcpy((char *)(uintptr_t)base + offset, &x, sizeof x);                                                      \
    }
CA_BYTE_ORDER_ACCESS(16)
CA_BYTE_ORDER_ACCESS(32)
CA_BYTE_ORDER_ACCESS(64)
#undef CA_BYTE_ORDER_ACCESS

#endif
