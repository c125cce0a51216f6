public import AudioBase
import Bitstream

extension InfoKey {
  /// `Description` of a Broadcast Wave file (EBU Tech 3285), up to 256 bytes.
  public static let broadcastDescription = InfoKey("bext description")
  /// `Originator`, up to 32 bytes.
  public static let broadcastOriginator = InfoKey("bext originator")
  /// `OriginatorReference`, up to 32 bytes.
  public static let broadcastOriginatorReference = InfoKey("bext originator reference")
  /// `OriginationDate`, as `2024-12-31`.
  public static let broadcastOriginationDate = InfoKey("bext origination date")
  /// `OriginationTime`, as `23:59:59`.
  public static let broadcastOriginationTime = InfoKey("bext origination time")
  /// `UMID` (SMPTE 330M), 64 bytes in hexadecimal digits.
  public static let broadcastUMID = InfoKey("bext UMID")
  /// `LoudnessValue`: the integrated loudness, in LUFS with two decimal places.
  public static let broadcastLoudnessValue = InfoKey("bext loudness value")
  /// `LoudnessRange`, in LU with two decimal places.
  public static let broadcastLoudnessRange = InfoKey("bext loudness range")
  /// `MaxTruePeakLevel`, in dBTP with two decimal places.
  public static let broadcastMaximumTruePeakLevel = InfoKey("bext maximum true peak level")
  /// `MaxMomentaryLoudness`, in LUFS with two decimal places.
  public static let broadcastMaximumMomentaryLoudness = InfoKey("bext maximum momentary loudness")
  /// `MaxShortTermLoudness`, in LUFS with two decimal places.
  public static let broadcastMaximumShortTermLoudness = InfoKey("bext maximum short-term loudness")
  /// `CodingHistory`: a line for each step that the signal has been through.
  public static let broadcastCodingHistory = InfoKey("bext coding history")
}

/// The chunk `bext` of Broadcast Wave, EBU Tech 3285, version 2.
///
/// ```
/// 0 description 256 │ 256 originator 32 │ 288 reference 32 │ 320 date 10 │ 330 time 8 │ 338 time reference 8
/// 346 version 2 │ 348 UMID 64 │ 412 five loudness values of 2 │ 422 reserved 180 │ 602 coding history
/// ```
package enum BroadcastExtension {
  private static let fields: [(key: InfoKey, offset: Int, byteCount: Int)] = [
    (.broadcastDescription, 0, 256), (.broadcastOriginator, 256, 32), (.broadcastOriginatorReference, 288, 32),
    (.broadcastOriginationDate, 320, 10), (.broadcastOriginationTime, 330, 8),
  ]
  private static let loudness: [InfoKey] = [
    .broadcastLoudnessValue, .broadcastLoudnessRange, .broadcastMaximumTruePeakLevel,
    .broadcastMaximumMomentaryLoudness, .broadcastMaximumShortTermLoudness,
  ]
  /// A loudness that was not measured.
  private static let noLoudness: Int16 = 0x7FFF
  private static let fixedByteCount = 602

  static func read(_ body: ChunkBody, into metadata: inout Metadata) {
    func note(_ text: String, _ key: InfoKey) {
      if !text.isEmpty { metadata[key] = text }
    }
    for field in fields {
      if let text = body.bytes(at: field.offset, count: field.byteCount) {
        note(ChunkText.decodeField(text), field.key)
      }
    }
    guard let reference = body.uint64(at: 338), let version = body.uint16(at: 346) else { return }
    metadata[.broadcastTimeReference] = String(reference)
    if version >= 1, let bytes = body.bytes(at: 348, count: 64), bytes.contains(where: { $0 != 0 }) {
      metadata[.broadcastUMID] = Array(bytes).hexadecimal
    }
    if version >= 2 {
      for (index, key) in loudness.enumerated() {
        if let value = body.int16(at: 412 + 2 * index), value != noLoudness { metadata[key] = hundredths(value) }
      }
    }
    note(ChunkText.decodeField(body.dropFirst(fixedByteCount).bytes), .broadcastCodingHistory)
  }

  /// Returns the chunk's body, with long texts cut; `nil` without any of its keys.
  ///
  /// - Throws: ``ErrorKind/unsupported`` if a number is malformed.
  package static func bytes(_ metadata: Metadata) throws(ContainerError) -> [UInt8]? {
    guard metadata.info.keys.contains(where: { $0.rawValue.hasPrefix("bext ") }) else { return nil }
    var body: [UInt8] = []
    for field in fields { body += ChunkText.encode(metadata[field.key] ?? "", byteCount: field.byteCount) }
    guard let reference = UInt64(metadata[.broadcastTimeReference] ?? "0") else {
      throw ContainerError(.unsupported, "the time reference is a number of frames", at: 0, in: .broadcastChunk)
    }
    body.append(littleEndian: reference)
    let values = try loudness.map { (key) throws(ContainerError) -> Int16? in try hundredths(metadata[key]) }
    let umid = try bytes(ofHexadecimal: metadata[.broadcastUMID] ?? "")
    let hasLoudness = values.contains { $0 != nil }
    body.append(littleEndian: (hasLoudness ? 2 : umid.contains { $0 != 0 } ? 1 : 0) as UInt16)
    body += umid
    for value in values { body.append(littleEndian: value ?? (hasLoudness ? noLoudness : 0)) }
    body += [UInt8](repeating: 0, count: 180)
    body += Array((metadata[.broadcastCodingHistory] ?? "").utf8)
    return body
  }

  private static func bytes(ofHexadecimal text: String) throws(ContainerError) -> [UInt8] {
    guard let bytes = [UInt8](hexadecimal: text), bytes.count <= 64 else {
      throw ContainerError(.unsupported, "a UMID is up to 64 bytes in hexadecimal digits", at: 0, in: .broadcastChunk)
    }
    return bytes + [UInt8](repeating: 0, count: 64 - bytes.count)
  }

  /// Returns a number of hundredths with two decimal places.
  private static func hundredths(_ value: Int16) -> String {
    let magnitude = Int(value.magnitude)
    let fraction = magnitude % 100
    return (value < 0 ? "-" : "") + "\(magnitude / 100)." + (fraction < 10 ? "0" : "") + "\(fraction)"
  }

  private static func hundredths(_ text: String?) throws(ContainerError) -> Int16? {
    guard let text else { return nil }
    guard let number = Double(text), abs(number) < 327 else {
      throw ContainerError(.unsupported, "a loudness is a number between -327 and 327", at: 0, in: .broadcastChunk)
    }
    return Int16((number * 100).rounded())
  }
}
