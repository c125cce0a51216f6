// Texts and numbers of the system's errors. `strerror` returns a pointer, whose text is copied at once.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Returns the operating system's text for an `errno`, in the user's language.
package func systemErrorText(_ number: Int32) -> String {
  guard let text = unsafe strerror(number) else { return "error \(number)" }
  return unsafe String(cString: text)
}

/// The `errno` with which a source reports that another program has changed the file.
package let changedFileError = ESTALE
