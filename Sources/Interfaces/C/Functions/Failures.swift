import AudioBase
import AudioConversion
import AudioFiles
import AudioJobs
import CSwiftAudioToolbox

extension AudioError {
  /// Returns the failure for a number that is not that of an open object.
  static func none(_ kind: String) -> AudioError {
    AudioError(.invalidState, .call, "there is no such \(kind): it has been closed, or was never opened")
  }

  static let nullPointer = AudioError(.option, .call, "a pointer that must not be null is null")
  static let frameCount = AudioError(.option, .call, "the number of frames is below 0, or more than memory holds")
  static let memory = AudioError(.limitExceeded, .call, "the number of bytes is more than there is memory for")
  static let packetByteCount = AudioError(
    .limitExceeded, .call, "a packet has more than \(ResourceLimits().packetByteCount) bytes")
  static let ended = AudioError(.invalidState, .call, "what comes behind the end cannot be taken")

  /// Reports the failure to a caller, which may have passed null.
  @unsafe
  func tell(_ caller: UnsafeMutablePointer<sat_error>?) {
    guard let caller = unsafe caller else { return }
    unsafe caller.pointee = sat_error()
    unsafe (caller.pointee.byte_offset, caller.pointee.packet) = (place.byte ?? -1, place.packet ?? -1)
    unsafe withUnsafeMutableBytes(of: &caller.pointee.kind) { unsafe Self.copy(kind.rawValue, into: $0) }
    unsafe withUnsafeMutableBytes(of: &caller.pointee.text) { unsafe Self.copy(description, into: $0) }
    guard let advice else { return }
    unsafe withUnsafeMutableBytes(of: &caller.pointee.advice) { unsafe Self.copy(advice.description, into: $0) }
  }

  /// Copies text followed by a zero; if the text is too long, only whole characters.
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
  _ error: UnsafeMutablePointer<sat_error>?, orElse fallback: Result, _ body: () throws(AudioError) -> Result
) -> Result {
  do throws(AudioError) {
    return try body()
  } catch let failure {
    unsafe failure.tell(error)
    return fallback
  }
}

/// Returns the text of a C string.
@unsafe
func text(_ pointer: UnsafePointer<CChar>?) throws(AudioError) -> [UInt8] {
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

/// Returns a copy of a configuration or a packet, which is optional.
@unsafe
func optional(_ bytes: UnsafeRawPointer?, _ count: Int) throws(AudioError) -> [UInt8] {
  guard unsafe bytes != nil || count != 0 else { return [] }
  guard count <= ResourceLimits().packetByteCount else { throw .packetByteCount }
  return try unsafe copied(bytes, count)
}

/// Returns a copy of the caller's bytes.
@unsafe
func copied(_ bytes: UnsafeRawPointer?, _ count: Int) throws(AudioError) -> [UInt8] {
  guard let bytes = unsafe bytes else { throw .nullPointer }
  try CallerMemory.check(byteCount: count)
  return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
}
