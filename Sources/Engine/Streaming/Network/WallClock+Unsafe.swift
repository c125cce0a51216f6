// The time of day, for which the C library takes a pointer to a value of this file's own.

import RTPPayloads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension NetworkTime {
  /// The time of day.
  static var now: NetworkTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return NetworkTime(unixNanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
