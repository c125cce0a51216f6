// The path is an array with a zero at its end, lent for one call, which fills a structure that lies here.

import AudioFiles
import CommandLineSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that holds nothing but a key.
enum KeyFile {
  /// Returns the text of the file, without white space.
  ///
  /// - Throws: ``CommandFailure`` if other users can read the file. A group may read what another user has lent, as
  ///   service managers do: they let one user in by an access list, whose mask stands in the group's place.
  static func text(_ path: Pathname) throws(CommandFailure) -> String {
    var status = stat()
    let terminated = path.bytes.map { CChar(bitPattern: $0) } + [0]
    if !path.isStandardStream, unsafe stat(terminated, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      let others: mode_t = status.st_uid == geteuid() ? 0o077 : 0o007
      guard status.st_mode & others == 0 else {
        throw CommandFailure(path, "others can read this key", advice: "chmod 600 lets its owner alone")
      }
    }
    return String(decoding: try wholeFile(path, atMost: 1024), as: UTF8.self).filter { !$0.isWhitespace }
  }
}
