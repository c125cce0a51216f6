// `mmap` is asked for memory that is never accessed, and `munmap` returns it by its address and size.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The memory that this process can still allocate.
package enum ProcessMemory {
  /// The number of bytes that are assumed to be available without a check.
  private static let smallByteCount = 1 << 20

  /// Returns true if a number of bytes can be allocated: fewer than the machine's memory, and granted by the system. A
  /// failed Swift allocation would end the process.
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
