// The function of zlib that compressed parts of files need. `unsafe` marks the call, whose pointers are those of arrays
// and their counts; zlib.h documents it.

/// Inflates bytes in the format of RFC 1950 by the system's zlib, which is loaded when it is first needed.
@safe package enum Inflation {
  /// The result.
  package enum Outcome {
    /// The bytes.
    case bytes([UInt8])
    /// Bytes that break a rule of the format, or that are cut off.
    case damaged
    /// The output exceeds the limit.
    case tooLarge
    /// The system has no zlib.
    case missingLibrary
  }

  /// `uncompress` of zlib.h.
  private typealias Uncompress =
    @convention(c) @Sendable (
      UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>?, UInt
    ) -> Int32

  private static let uncompress: Uncompress? = unsafe SharedLibrary(["libz.so.1", "libz.1.dylib"])?
    .function("uncompress", as: Uncompress.self)

  /// The largest expansion of deflate (zlib's technical notes, "Maximum Compression Factor").
  package static let greatestFactor = 1032

  /// Inflates bytes into at most `limit` bytes; memory is proportional to the output.
  package static func inflate(_ bytes: [UInt8], atMost limit: Int) -> Outcome {
    guard let uncompress = unsafe uncompress else { return .missingLibrary }
    guard !bytes.isEmpty else { return .damaged }
    let (product, overflow) = bytes.count.multipliedReportingOverflow(by: greatestFactor)
    let most = overflow ? max(0, limit) : min(max(0, limit), product)
    var room = min(most, max(256, 4 * bytes.count))
    while true {
      // Bound: the caller's limit, and the largest expansion of the bytes; at most four times the actual output.
      var result = [UInt8](repeating: 0, count: max(1, room))
      var count = UInt(room)
      let status = unsafe result.withUnsafeMutableBufferPointer { target in
        unsafe bytes.withUnsafeBufferPointer { source in
          unsafe uncompress(target.baseAddress, &count, source.baseAddress, UInt(source.count))
        }
      }
      // Z_OK; and Z_BUF_ERROR, for too little room and for a cut end.
      if status == 0, count <= UInt(room) {
        result.removeLast(result.count - Int(count))
        return .bytes(result)
      }
      guard status == -5 else { return .damaged }
      guard room < most else { return most < limit ? .damaged : .tooLarge }
      room = min(most, room > most / 4 ? most : 4 * room)
    }
  }
}
