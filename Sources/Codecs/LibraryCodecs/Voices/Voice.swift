import AudioBase
import SpeechFrames

/// A codec of speech as a row: the units of its packets, and the library that decodes them.
struct Voice: Sendable {
  let formatID: FourCharacterCode
  let name: String
  /// In Hz; the number of channels is always 1.
  let sampleRate: Double
  /// The number of frames of a unit.
  let framesPerUnit: Int
  /// The largest number of bytes of a unit.
  let maximumUnitByteCount: Int
  /// The frames that are the units; `nil` where all have the largest number of bytes.
  private let frame: AMRFrame?
  /// The unit that stands for one that is lost; empty where silence does.
  let lostUnit: [UInt8]
  let library: @Sendable () -> VoiceLibrary?
  /// The error thrown where the library is not installed.
  let missing: CodecError

  /// GSM 06.10 and the like: units of one size.
  private init(
    formatID: FourCharacterCode, name: String, sampleRate: Double, framesPerUnit: Int, maximumUnitByteCount: Int,
    library: @escaping @Sendable () -> VoiceLibrary?, missing: CodecError
  ) {
    (self.formatID, self.name, self.sampleRate) = (formatID, name, sampleRate)
    (self.framesPerUnit, self.maximumUnitByteCount) = (framesPerUnit, maximumUnitByteCount)
    (self.library, self.missing) = (library, missing)
    (frame, lostUnit) = (nil, [])
  }

  /// AMR: units by the types of frames. The type 15 stands for a frame that is not there.
  private init(
    formatID: FourCharacterCode, name: String, _ frame: AMRFrame, library: @escaping @Sendable () -> VoiceLibrary?,
    missing: CodecError
  ) {
    (self.formatID, self.name, sampleRate) = (formatID, name, Double(frame.sampleRate))
    (framesPerUnit, maximumUnitByteCount) = (frame.sampleCount, frame.byteCounts.max() ?? 1)
    (self.library, self.missing) = (library, missing)
    (self.frame, lostUnit) = (frame, [0x7C])
  }

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

  /// GSM 06.10 in blocks of WAVE.
  static let gsm = Voice(
    formatID: .microsoftGSM, name: "GSM 06.10", sampleRate: 8000, framesPerUnit: 320,
    maximumUnitByteCount: 65, library: { .gsm },
    missing: CodecError(
      .unsupported, "GSM 06.10 is decoded by the library libgsm.so.1, which is not installed (package libgsm1)"))

  static let amrNarrowBand = Voice(
    formatID: "samr", name: "AMR", .narrowBand, library: { .amrNarrowBand },
    missing: CodecError(
      .unsupported,
      "AMR is decoded by the library libopencore-amrnb.so.0, which is not installed (package libopencore-amrnb0)"))

  static let amrWideBand = Voice(
    formatID: "sawb", name: "AMR-WB", .wideBand, library: { .amrWideBand },
    missing: CodecError(
      .unsupported,
      "AMR-WB is decoded by the library libopencore-amrwb.so.0, which is not installed (package libopencore-amrwb0)"))
}
