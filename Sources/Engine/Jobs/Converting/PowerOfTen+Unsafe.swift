// The C library's `pow`, which Swift's standard library does not have. It takes and returns a number; no pointer is
// involved, but only files of this name may see the C library.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ten to the power of a number.
func powerOfTen(_ exponent: Double) -> Double { pow(10, exponent) }
