// `mmap` is asked for memory that nobody touches, and `munmap` gives it back by the address and the size that it came
// with.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory that this process can still get.
package enum ProcessMemory {
  /// Bytes that are taken to be there without being asked for.
  private static let smallByteCount = 1 << 20

  /// Whether so many bytes can be had at once: fewer than the machine has, and granted by the system. Swift's own way
  /// to tell that they cannot would end the process.
  package static func isThere(forByteCount count: Int) -> Bool {
    guard count > smallByteCount else { return count >= 0 }
    let machine = sysconf(Int32(_SC_PHYS_PAGES)).multipliedReportingOverflow(by: sysconf(Int32(_SC_PAGESIZE)))
    guard machine.overflow || count <= machine.partialValue else { return false }
    let place = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let place = unsafe place, unsafe place != MAP_FAILED else { return false }
    unsafe munmap(place, count)
    return true
  }
}
