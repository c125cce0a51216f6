// Loads libraries of the system while the program runs. `unsafe` marks the dynamic linker's handle and the one place
// where an address becomes a function: the types are those of the libraries' documented interfaces, whose major version
// the library's own name fixes (`.so.0`), and a library without one of the names is not used at all.

/// A library of the system, which stays loaded.
///
/// `@unchecked`: a pointer cannot be checked. This one is the dynamic linker's own handle, which never changes, and
/// which every thread may look names up in.
@safe package struct SharedLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  /// The program and all libraries that it is linked with.
  package static var program: SharedLibrary? {
    guard let handle = unsafe DynamicLinker.open(nil) else { return nil }
    return unsafe SharedLibrary(handle: handle)
  }

  private init(handle: UnsafeMutableRawPointer) { unsafe self.handle = handle }

  /// Loads the first library of a list of names that exists.
  package init?(_ names: [String]) {
    for name in names {
      if let handle = unsafe DynamicLinker.open(name) {
        unsafe self.handle = handle
        return
      }
    }
    return nil
  }

  /// Returns the function of a name, or `nil`; `type` is its type in C.
  package func function<Function>(_ name: String, as type: Function.Type = Function.self) -> Function? {
    guard let address = unsafe DynamicLinker.address(of: name, in: handle) else { return nil }
    // Holds: functions are addresses.
    precondition(MemoryLayout<Function>.size == MemoryLayout<Int>.size)
    return unsafe unsafeBitCast(address, to: type)
  }
  /// An error: a library lacks a function of its table.
  package struct MissingFunction: Error {}

  /// Returns the function with a name; its C type is the type of the property that it is assigned to.
  package func needed<Function>(_ name: String) throws(MissingFunction) -> Function {
    guard let found = function(name, as: Function.self) else { throw MissingFunction() }
    return found
  }

  /// Loads the first library of a list of names that exists, and makes its table of functions.
  ///
  /// - Returns: `nil` if there is none or it lacks a function, and on processors where C's numbers have other widths
  ///   than the tables take for granted.
  package static func table<Table>(
    _ names: String..., of make: (SharedLibrary) throws(MissingFunction) -> Table
  ) -> Table? {
    guard suitsProcessor, let library = SharedLibrary(names) else { return nil }
    return try? make(library)
  }
}
