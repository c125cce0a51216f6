// The arguments of the process as bytes. `CommandLine.arguments` repairs invalid UTF-8, so that a name could become
// that of another file; only the C strings that the program was started with keep the bytes. They stay allocated,
// unchanged, until the program ends, and a null pointer follows them.
//
// Swift's library finds them in `/proc`, which need not be mounted. Then they are found where the kernel puts them on
// the stack of a new process (System V ABI, AMD64, 3.4.1; other Linux ABIs have the same order): their number, their
// addresses, a null, and the addresses of the environment, to which `environ` points until somebody changes it. No
// address is as small as the number of arguments, so that the number ends the search.

package import AudioFiles

#if canImport(Glibc)
  @unsafe @preconcurrency import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency import Musl
#endif

/// The arguments of the program.
package enum ProgramArguments {
  /// The name that the program was called by, and its arguments.
  package static var all: [Pathname] {
    let vector = unsafe Self.vector
    var result: [Pathname] = []
    while let text = unsafe vector[result.count] {
      var bytes: [UInt8] = []
      while unsafe text[bytes.count] != 0 { unsafe bytes.append(UInt8(bitPattern: text[bytes.count])) }
      result.append(Pathname(bytes: bytes))
    }
    return result
  }

  /// The arguments for C, ended by a null pointer.
  package static var vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
    #if canImport(Darwin)
      return unsafe CommandLine.unsafeArgv
    #else
      return unsafe CommandLine.argc > 0 ? CommandLine.unsafeArgv : onStack ?? CommandLine.unsafeArgv
    #endif
  }

  #if !canImport(Darwin)
    /// The arguments below the environment on the stack; `nil` if they are not found.
    private static var onStack: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
      let environment = unsafe environ
      guard unsafe environment[-1] == nil else { return nil }
      for count in 1..<(1 << 20) {
        let word = unsafe UInt(bitPattern: environment[-2 - count])
        if word == UInt(count) { return unsafe environment - 1 - count }
        // Addresses are beyond the first page.
        guard word > 4096 else { return nil }
      }
      return nil
    }
  #endif

  /// The name that messages and help begin with: `af-stream` if it was called by that, otherwise `af`, which passes its
  /// own name on to the program that works for it.
  package static let name =
    all.first.map { $0.lastComponent.elementsEqual("af-stream".utf8) } == true ? "af-stream" : "af"
}

/// The version of the programs.
package let toolVersion = "0.1.0"
