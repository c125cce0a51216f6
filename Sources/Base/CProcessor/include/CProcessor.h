/// What the processor that is compiled for has, as far as Swift cannot ask while compiling.
///
/// Swift takes `-Xcc -march=…` for its machine code, but has no condition on it. Headers of C have.
#ifndef CPROCESSOR_H
#define CPROCESSOR_H

/// As many floats as a register holds: `SIMD8<Float>` in Swift where there is AVX2, `SIMD4<Float>` elsewhere.
#if defined(__AVX2__)
typedef float ProcessorFloats __attribute__((ext_vector_type(8)));
#else
typedef float ProcessorFloats __attribute__((ext_vector_type(4)));
#endif

#endif
