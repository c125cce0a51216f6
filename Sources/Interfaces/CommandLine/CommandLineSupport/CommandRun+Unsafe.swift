// The C library's `exit`, which takes a number and no pointer; but only files of this name may see the C library.

import AudioFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension CommandRun {
  /// Ends the program; with status 1 in place of 0 if not all results could be written, which is reported unless the
  /// reader has closed the pipe. Earlier failures have already been reported in one line each.
  package static func end(_ status: Int32, as program: String) -> Never {
    guard let failure = StandardStream.finish(), status == 0 else { exit(status) }
    if !failure.isBrokenPipe { StandardStream.error.write("\(program): standard output: \(failure.text)\n") }
    exit(1)
  }
}
