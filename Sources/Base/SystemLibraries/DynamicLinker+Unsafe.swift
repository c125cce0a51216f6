// The one file below Engine/ that asks which system this is. `unsafe` marks the functions of the dynamic linker: names
// are strings of Swift, which end in a zero byte while they are lent, and a handle is one that `open` has returned,
// which is never closed.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The dynamic linker of the system.
///
/// Windows, WebAssembly and machines without a system have none that this package knows: there no library is found, as
/// on a system if none is installed.
@safe enum DynamicLinker {
  #if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Darwin)
    /// Loads a library; `name` is `nil` for the program and all libraries that it is linked with.
    static func open(_ name: String?) -> UnsafeMutableRawPointer? { unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) }

    /// Returns the address of a symbol in a library.
    static func address(of name: String, in handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
      unsafe dlsym(handle, name)
    }
  #else
    /// Returns `nil`, for any library.
    static func open(_ name: String?) -> UnsafeMutableRawPointer? { nil }

    /// Returns `nil`, for any symbol.
    static func address(of name: String, in handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? { nil }
  #endif
}

extension SharedLibrary {
  /// True if C types have the widths that this package's tables of C functions assume, and variadic functions take
  /// their first arguments like other functions: 64-bit Linux on x86-64 and Arm.
  package static var suitsProcessor: Bool {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      true
    #else
      false
    #endif
  }
}
