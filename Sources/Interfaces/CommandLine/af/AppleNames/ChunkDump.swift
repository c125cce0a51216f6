import AudioBase
import AudioFiles

/// The bytes of a file's chunks, for people.
struct ChunkDump {
  /// The largest number of bytes of a chunk that are printed.
  static let maximumByteCount = 1 << 16

  var file: Pathname
  var media: MediaFile

  /// Returns all chunks of a type, each with its place and its bytes.
  func text(of name: String) throws(CommandFailure) -> String {
    let identifier = FourCharacterCode(padding: name)
    let found = media.reader.chunks.filter { $0.identifier == identifier }
    guard !found.isEmpty else {
      let names = media.reader.chunks.map { "'\($0.identifier)'" }.joined(separator: " ")
      throw CommandFailure(
        file, "there is no chunk '\(name)'", advice: names.isEmpty ? "the file has no chunks" : "it has \(names)")
    }
    var text = ""
    do throws(ContainerError) {
      for chunk in found {
        text += "'\(chunk.identifier)': \(chunk.byteCount) bytes from byte \(chunk.bodyOffset) on\n"
        text += Self.hexadecimal(try bytes(of: chunk))
      }
    } catch {
      throw CommandFailure(file, .container(error))
    }
    return text
  }

  private func bytes(of chunk: ChunkInfo) throws(ContainerError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(max(0, min(chunk.byteCount, Int64(Self.maximumByteCount)))))
    var span = bytes.mutableSpan
    let count = try media.source.read(at: chunk.bodyOffset, into: &span)
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Returns the lines of 16 bytes: the offset, the bytes, and the characters that can be printed.
  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 16) {
      let row = bytes[start..<min(start + 16, bytes.count)]
      let digits = row.map { String($0, radix: 16).leftPadded(2, with: "0") }.joined(separator: " ")
      let letters = row.map { (32..<127).contains($0) ? Character(UnicodeScalar($0)) : "." }
      text += "\(String(start, radix: 16).leftPadded(8, with: "0"))  \(digits.rightPadded(48)) \(String(letters))\n"
    }
    return text
  }
}
