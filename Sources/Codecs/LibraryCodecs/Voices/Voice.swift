import AudioBase
import SpeechFrames

/// A speech codec as a table row: the units of its packets, and the library that decodes them.
struct Voice: Sendable {
  let formatID: FourCharacterCode
  let name: String
  /// The sample rate in Hz; the number of channels is always 1.
  let sampleRate: Double
  /// The number of frames of a unit.
  let framesPerUnit: Int
  /// The largest number of bytes of a unit.
  let maximumUnitByteCount: Int
  /// The frames that are the units; `nil` if all have the largest number of bytes.
  private let frame: AMRFrame?
  /// The unit that replaces a lost one; empty if silence does.
  let lostUnit: [UInt8]
  let library: @Sendable () -> VoiceLibrary?
  /// The error thrown if the library is not installed.
  let missing: CodecError

  /// True if files state other rates than the codec's own, namely those of their samples: GSM in WAVE.
  var takesAnyRate: Bool { frame == nil }

  /// The most units of a packet: of AMR in 3GPP files.
  static let maximumUnitCount = 15

  /// Returns the number of bytes of the unit at a place of a packet.
  func unitByteCount(_ packet: Span<UInt8>, at place: Int) throws(CodecError) -> Int {
    guard let count = frame.map({ $0.byteCount(first: packet[place]) }) ?? maximumUnitByteCount else {
      throw CodecError(
        .malformed, "a frame of speech has a type that does not exist", clause: "RFC 4867, 5.3", bitOffset: place * 8)
    }
    guard count <= packet.count - place else {
      throw CodecError(.truncated, "the packet ends within a frame of speech", bitOffset: packet.count * 8)
    }
    return count
  }

  /// The frame of AMR that replaces a missing one: type 15.
  private static let noFrame: [UInt8] = [0x7C]

  /// GSM 06.10 in frames of 33 bytes, as in QuickTime and CAF files.
  static let plainGSM = Voice(
    formatID: "agsm", name: "GSM 06.10", sampleRate: 8000, framesPerUnit: 160, maximumUnitByteCount: 33, frame: nil,
    lostUnit: [], library: { .plainGSM }, missing: gsm.missing)

  /// GSM 06.10 in blocks of WAVE.
  static let gsm = Voice(
    formatID: .microsoftGSM, name: "GSM 06.10", sampleRate: 8000, framesPerUnit: 320,
    maximumUnitByteCount: 65, frame: nil, lostUnit: [], library: { .gsm },
    missing: CodecError(
      .unsupported, "GSM 06.10 is decoded by the library libgsm.so.1, which is not installed (package libgsm1)"))

  static let amrNarrowBand = Voice(
    formatID: "samr", name: "AMR", sampleRate: 8000, framesPerUnit: 160,
    maximumUnitByteCount: 32, frame: .narrowBand, lostUnit: noFrame, library: { .amrNarrowBand },
    missing: CodecError(
      .unsupported,
      "AMR is decoded by the library libopencore-amrnb.so.0, which is not installed (package libopencore-amrnb0)"))

  static let amrWideBand = Voice(
    formatID: "sawb", name: "AMR-WB", sampleRate: 16_000, framesPerUnit: 320,
    maximumUnitByteCount: 61, frame: .wideBand, lostUnit: noFrame, library: { .amrWideBand },
    missing: CodecError(
      .unsupported,
      "AMR-WB is decoded by the library libopencore-amrwb.so.0, which is not installed (package libopencore-amrwb0)"))
}
