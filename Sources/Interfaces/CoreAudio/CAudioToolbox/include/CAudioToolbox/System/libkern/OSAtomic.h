// Atomic operations on integers and pointers as programs used them before the language had its own. All of them are barriers.
#ifndef CA_LIBKERN_OSATOMIC_H
#define CA_LIBKERN_OSATOMIC_H

#include <stdbool.h>
#include <stdint.h>

#define CA_ATOMIC static __inline__ __attribute__((unused))

/// `NAME` and `NAMEBarrier`: the one is as strong as the other here.
#define CA_ATOMIC_ARITHMETIC(bits)                                                                                  \
    CA_ATOMIC int##bits##_t OSAtomicAdd##bits(int##bits##_t amount, volatile int##bits##_t *value) {                \
        return __atomic_add_fetch(value, amount, __ATOMIC_SEQ_CST);                                                \
    }                                                                                                              \
    CA_ATOMIC int##bits##_t OSAtomicAdd##bits##Barrier(int##bits##_t amount, volatile int##bits##_t *value) {       \
        return __atomic_add_fetch(value, amount, __ATOMIC_SEQ_CST);                                                \
    }                                                                                                              \
    CA_ATOMIC int##bits##_t OSAtomicIncrement##bits(volatile int##bits##_t *value) {                                \
        return __atomic_add_fetch(value, 1, __ATOMIC_SEQ_CST);                                                     \
    }                                                                                                              \
    CA_ATOMIC int##bits##_t OSAtomicIncrement##bits##Barrier(volatile int##bits##_t *value) {                       \
        return __atomic_add_fetch(value, 1, __ATOMIC_SEQ_CST);                                                     \
    }                                                                                                              \
    CA_ATOMIC int##bits##_t OSAtomicDecrement##bits(volatile int##bits##_t *value) {                                \
        return __atomic_sub_fetch(value, 1, __ATOMIC_SEQ_CST);                                                     \
    }                                                                                                              \
    CA_ATOMIC int##bits##_t OSAtomicDecrement##bits##Barrier(volatile int##bits##_t *value) {                       \
        return __atomic_sub_fetch(value, 1, __ATOMIC_SEQ_CST);                                                     \
    }
CA_ATOMIC_ARITHMETIC(32)
CA_ATOMIC_ARITHMETIC(64)

/// `OSAtomicOr32` gives the new value, `OSAtomicOr32Orig` the old one.
#define CA_ATOMIC_BITS(name, operation)                                                           \
    CA_ATOMIC int32_t OSAtomic##name##32(uint32_t mask, volatile uint32_t *value) {               \
        return (int32_t)__atomic_##operation##_fetch(value, mask, __ATOMIC_SEQ_CST);             \
    }                                                                                            \
    CA_ATOMIC int32_t OSAtomic##name##32Barrier(uint32_t mask, volatile uint32_t *value) {        \
        return (int32_t)__atomic_##operation##_fetch(value, mask, __ATOMIC_SEQ_CST);             \
    }                                                                                            \
    CA_ATOMIC int32_t OSAtomic##name##32Orig(uint32_t mask, volatile uint32_t *value) {           \
        return (int32_t)__atomic_fetch_##operation(value, mask, __ATOMIC_SEQ_CST);               \
    }                                                                                            \
    CA_ATOMIC int32_t OSAtomic##name##32OrigBarrier(uint32_t mask, volatile uint32_t *value) {    \
        return (int32_t)__atomic_fetch_##operation(value, mask, __ATOMIC_SEQ_CST);               \
    }
CA_ATOMIC_BITS(Or, or)
CA_ATOMIC_BITS(And, and)
CA_ATOMIC_BITS(Xor, xor)

#define CA_ATOMIC_SWAP(name, type, place)                                                                           \
    CA_ATOMIC bool OSAtomicCompareAndSwap##name(type oldValue, type newValue, place value) {                        \
        return __atomic_compare_exchange_n(value, &oldValue, newValue, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }                                                                                                              \
    CA_ATOMIC bool OSAtomicCompareAndSwap##name##Barrier(type oldValue, type newValue, place value) {               \
        return __atomic_compare_exchange_n(value, &oldValue, newValue, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }
CA_ATOMIC_SWAP(32, int32_t, volatile int32_t *)
CA_ATOMIC_SWAP(64, int64_t, volatile int64_t *)
CA_ATOMIC_SWAP(Int, int, volatile int *)
CA_ATOMIC_SWAP(Long, long, volatile long *)
CA_ATOMIC_SWAP(Ptr, void *, void *volatile *)

/// Bits are counted from the most significant one of each byte.
CA_ATOMIC bool OSAtomicTestAndSet(uint32_t bit, volatile void *address) {
    uint8_t mask = (uint8_t)(0x80 >> (bit & 7));
    return (__atomic_fetch_or((volatile uint8_t *)address + (bit >> 3), mask, __ATOMIC_SEQ_CST) & mask) != 0;
}
CA_ATOMIC bool OSAtomicTestAndSetBarrier(uint32_t bit, volatile void *address) {
    return OSAtomicTestAndSet(bit, address);
}
CA_ATOMIC bool OSAtomicTestAndClear(uint32_t bit, volatile void *address) {
    uint8_t mask = (uint8_t)(0x80 >> (bit & 7));
    return (__atomic_fetch_and((volatile uint8_t *)address + (bit >> 3), (uint8_t)~mask, __ATOMIC_SEQ_CST) & mask) != 0;
}
CA_ATOMIC bool OSAtomicTestAndClearBarrier(uint32_t bit, volatile void *address) {
    return OSAtomicTestAndClear(bit, address);
}

CA_ATOMIC void OSMemoryBarrier(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

typedef int32_t OSSpinLock;
#define OS_SPINLOCK_INIT 0

CA_ATOMIC bool OSSpinLockTry(volatile OSSpinLock *lock) { return OSAtomicCompareAndSwap32(0, 1, lock); }
CA_ATOMIC void OSSpinLockLock(volatile OSSpinLock *lock) {
    while (!OSSpinLockTry(lock)) {
    }
}
CA_ATOMIC void OSSpinLockUnlock(volatile OSSpinLock *lock) { __atomic_store_n(lock, 0, __ATOMIC_SEQ_CST); }

#undef CA_ATOMIC_SWAP
#undef CA_ATOMIC_BITS
#undef CA_ATOMIC_ARITHMETIC
#undef CA_ATOMIC

#endif
