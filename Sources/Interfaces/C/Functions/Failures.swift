import AudioBase
import AudioConversion
import AudioFiles
import AudioJobs
import CSwiftAudioToolbox

/// The reason why a call of the C interface fails.
struct CallFailure: Error {
  var kind: String
  var text: String
  var byteOffset: Int64 = -1
  var packet: Int64 = -1

  init(_ kind: String, _ text: String) { (self.kind, self.text) = (kind, text) }

  init(_ error: JobError) {
    let cause = FailureCause(error.reason)
    self.init(cause.kind, error.description)
    (byteOffset, packet) = (cause.offset ?? -1, cause.packet ?? -1)
  }

  init(_ error: ConversionError, in path: FilePath) { self.init(JobError(.conversion(error), .input, path)) }

  /// Returns the failure for a number that does not stand for an open object.
  static func none(_ kind: String) -> CallFailure {
    CallFailure("invalidState", "there is no such \(kind): it has been closed, or was never opened")
  }

  static let nullPointer = CallFailure("option", "a pointer that must not be null is null")
  static let frameCount = CallFailure("option", "the number of frames is below 0, or more than memory holds")
  static let memory = CallFailure("limitExceeded", "the number of bytes is more than there is memory for")
  static let packetByteCount = CallFailure(
    "limitExceeded", "a packet has more than \(ResourceLimits().packetByteCount) bytes")
  static let ended = CallFailure("invalidState", "what comes behind the end cannot be taken")

  /// Reports the failure to a caller, which may have passed null.
  @unsafe
  func tell(_ place: UnsafeMutablePointer<sat_error>?) {
    guard let place = unsafe place else { return }
    unsafe place.pointee = sat_error()
    unsafe (place.pointee.byte_offset, place.pointee.packet) = (byteOffset, packet)
    unsafe withUnsafeMutableBytes(of: &place.pointee.kind) { unsafe Self.copy(kind, into: $0) }
    unsafe withUnsafeMutableBytes(of: &place.pointee.text) { unsafe Self.copy(text, into: $0) }
  }

  /// Copies text followed by a zero; of text that is too long, whole characters only.
  @unsafe
  private static func copy(_ text: String, into memory: UnsafeMutableRawBufferPointer) {
    var count = 0
    for character in text.unicodeScalars {
      let bytes = UTF8.encode(character) ?? UTF8.encodedReplacementCharacter
      guard count + bytes.count < memory.count else { break }
      for byte in bytes {
        unsafe memory[count] = byte
        count += 1
      }
    }
    unsafe memory[count] = 0
  }
}

/// Runs the body of a call, and reports a failure.
@unsafe
func calling<Result>(
  _ error: UnsafeMutablePointer<sat_error>?, orElse fallback: Result, _ body: () throws(CallFailure) -> Result
) -> Result {
  do throws(CallFailure) {
    return try body()
  } catch let failure {
    unsafe failure.tell(error)
    return fallback
  }
}

/// Returns the text of a C string.
@unsafe
func text(_ pointer: UnsafePointer<CChar>?) throws(CallFailure) -> [UInt8] {
  guard let pointer = unsafe pointer else { throw .nullPointer }
  var bytes: [UInt8] = []
  var index = 0
  while unsafe pointer[index] != 0 {
    bytes.append(UInt8(bitPattern: unsafe pointer[index]))
    index += 1
  }
  return bytes
}

/// Returns the text of a field of a structure, up to a zero byte or the field's end.
@unsafe
func text(_ field: UnsafeRawBufferPointer) -> String {
  unsafe String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
}

/// Returns a copy of a configuration or a packet, which a caller need not give.
@unsafe
func optional(_ bytes: UnsafeRawPointer?, _ count: Int) throws(CallFailure) -> [UInt8] {
  guard unsafe bytes != nil || count != 0 else { return [] }
  guard count <= ResourceLimits().packetByteCount else { throw .packetByteCount }
  return try unsafe copied(bytes, count)
}

/// Returns a copy of the caller's bytes.
@unsafe
func copied(_ bytes: UnsafeRawPointer?, _ count: Int) throws(CallFailure) -> [UInt8] {
  guard let bytes = unsafe bytes else { throw .nullPointer }
  try CallerMemory.check(byteCount: count)
  return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
}
