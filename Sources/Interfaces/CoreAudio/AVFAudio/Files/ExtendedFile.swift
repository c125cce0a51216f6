import AudioFiles
import AudioToolbox
import Foundation

/// An open file whose frames are read and written in a client's format, closed with this object.
final class ExtendedFile {
  private let file: ExtendedFileObject

  /// Opens or makes a file.
  ///
  /// - Parameter call: The name of the call in errors.
  init(_ call: String, _ make: () throws(Status) -> ExtendedFileObject) throws {
    do throws(Status) { file = try make() } catch { throw NSError.ofFile(error.code, call: call) }
  }

  deinit { try? file.dispose() }

  /// Runs `body` on the file, and turns its status into an `NSError`.
  ///
  /// - Parameter call: The name of the call in errors.
  func work<Result>(_ call: String, _ body: (ExtendedFileObject) throws(Status) -> Result) throws -> Result {
    do throws(Status) { return try body(file) } catch { throw NSError.ofFile(error.code, call: call) }
  }
}
