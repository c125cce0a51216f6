import AudioBase
import Bitstream
import MPEGAudioFrames

/// The properties of a layer III stream in its first frame, in the place of sound: the headers named after Xing,
/// Fraunhofer's VBRI, and the extension of LAME.
///
/// Xing and LAME: the frame of hydrogenaudio's "Mp3 Info Tag rev 1" specification.
struct InfoFrame: Equatable {
  /// The kind of header.
  enum Kind {
    /// `Xing`: the bit rate varies.
    case xing
    /// `Info`: the bit rate is constant.
    case info
    /// `VBRI`.
    case fraunhofer
  }

  /// The number of entries of Xing's table.
  static let tableCount = 100

  var kind: Kind
  /// The number of frames of the stream without this one; `nil` if the header does not state it.
  var frameCount: Int64?
  /// The number of bytes of the stream, usually including this frame; `nil` if the header does not state it.
  var byteCount: Int64?
  /// The position in 256ths of ``byteCount`` for each percent of the duration; empty if there is no table.
  var table: [UInt8] = []
  /// The sizes of runs of frames in bytes, from the first frame of sound on: VBRI's table.
  var steps: [Int64] = []
  /// The number of frames of a step.
  var framesPerStep: Int64 = 0
  /// The name of the encoder; often nothing.
  var encoder = ""
  /// The samples that the encoder added before and after the recording, without the decoder's own delay.
  var gap: Gap?

  /// The delay of every layer III decoder, in samples: 528 of the filterbanks and one more.
  static let decoderDelay = 529

  /// LAME's `encoder delays`.
  struct Gap: Equatable, BitwiseCopyable {
    /// The number of samples before the recording, 0…4095.
    var delay: Int
    /// The number of samples after it, 0…4095.
    var padding: Int
    /// The number of samples of the recording, if iTunes' text states it.
    var recordedFrameCount: Int64?
  }

  /// Reads a frame, or returns `nil` if it is a frame of sound.
  init?(_ frame: Span<UInt8>, header: MPEGAudioHeader) {
    guard header.layer == 3 else { return nil }
    let start = MPEGAudioHeader.byteCount + header.sideInformationByteCount
    for offset in [start, start + 2] {
      if let found = Self.xing(frame, at: offset) {
        self = found
        return
      }
    }
    guard let found = Self.fraunhofer(frame) else { return nil }
    self = found
  }

  private init(kind: Kind) { self.kind = kind }

  private static func name(_ frame: Span<UInt8>, at offset: Int) -> FourCharacterCode? {
    guard offset <= frame.count - 4 else { return nil }
    return FourCharacterCode(rawValue: (0..<4).reduce(0) { $0 << 8 | UInt32(frame[offset + $1]) })
  }

  // MARK: - Xing and LAME

  private static func xing(_ frame: Span<UInt8>, at offset: Int) -> InfoFrame? {
    var info: InfoFrame
    switch name(frame, at: offset) {
    case "Xing": info = InfoFrame(kind: .xing)
    case "Info": info = InfoFrame(kind: .info)
    default: return nil
    }
    var reader = ByteReader(frame.extracting((offset + 4)..<frame.count))
    // A frame that ends within the header is an info frame all the same.
    try? info.readXing(&reader)
    return info
  }

  private mutating func readXing(_ reader: inout ByteReader) throws(EndOfBytes) {
    let flags = try reader.readUInt32()
    if flags & 1 != 0 {
      let count = Int64(try reader.readUInt32())
      frameCount = count == 0 ? nil : count
    }
    if flags & 2 != 0 {
      let count = Int64(try reader.readUInt32())
      byteCount = count == 0 ? nil : count
    }
    if flags & 4 != 0 {
      let entries = try reader.readBytes(Self.tableCount)
      table = (0..<Self.tableCount).map { entries[$0] }
      // It is of no use unless it rises.
      if zip(table, table.dropFirst()).contains(where: { $0 > $1 }) { table = [] }
    }
    if flags & 8 != 0 { try reader.skip(4) }
    try readExtension(&reader)
  }

  /// Reads the name, nine bytes; ten bytes about the sound; flags; the bit rate; 12 bits of delay and 12 of padding.
  private mutating func readExtension(_ reader: inout ByteReader) throws(EndOfBytes) {
    let name = try reader.readBytes(9)
    var letters = ""
    for index in name.indices {
      guard (0x20..<0x7F).contains(name[index]) else { break }
      letters.unicodeScalars.append(Unicode.Scalar(name[index]))
    }
    while letters.last == " " { letters.removeLast() }
    // Padding of one repeated letter is not a name.
    guard letters.utf8.count >= 4, Set(letters.utf8).count > 1 else { return }
    encoder = letters
    // LAME before 3.90 wrote a name of twenty letters and nothing else.
    if letters.hasPrefix("LAME3."), let minor = letters.dropFirst(6).first, "012345678".contains(minor),
      !letters.hasPrefix("LAME3.1")
    {
      return
    }
    try reader.skip(12)
    let both = try reader.readUInt24()
    let found = Gap(delay: Int(both >> 12), padding: Int(both & 0xFFF))
    // Zeros of these count, too: only the decoder's own delay is then before the recording.
    if found.delay != 0 || found.padding != 0 || Self.countsDelays(letters) { gap = found }
  }

  /// Returns true if an encoder of this name is known to state its delay even if the delay is zero.
  static func countsDelays(_ encoder: String) -> Bool {
    ["LAME", "Lavf", "Lavc"].contains { encoder.hasPrefix($0) }
  }

  // MARK: - Fraunhofer

  private static func fraunhofer(_ frame: Span<UInt8>) -> InfoFrame? {
    let offset = MPEGAudioHeader.byteCount + 32
    guard name(frame, at: offset) == "VBRI" else { return nil }
    var info = InfoFrame(kind: .fraunhofer)
    var reader = ByteReader(frame.extracting((offset + 4)..<frame.count))
    try? info.readFraunhofer(&reader)
    return info
  }

  private mutating func readFraunhofer(_ reader: inout ByteReader) throws(EndOfBytes) {
    // Version, delay, quality.
    try reader.skip(6)
    let bytes = Int64(try reader.readUInt32())
    let frames = Int64(try reader.readUInt32())
    byteCount = bytes == 0 ? nil : bytes
    frameCount = frames == 0 ? nil : frames
    let entryCount = Int(try reader.readUInt16())
    let scale = Int64(try reader.readUInt16())
    let entryByteCount = Int(try reader.readUInt16())
    framesPerStep = Int64(try reader.readUInt16())
    guard (1...4).contains(entryByteCount) else { return }
    for _ in 0..<entryCount {
      var value: Int64 = 0
      for _ in 0..<entryByteCount { value = value << 8 | Int64(try reader.readUInt8()) }
      steps.append(value * scale)
    }
  }
}

extension InfoFrame {
  /// Returns the number of bytes from this frame on to a fraction, 0…1, of the duration, by Xing's table; `nil` if
  /// there is none.
  func offset(ofFraction fraction: Double) -> Int64? {
    guard table.count == Self.tableCount, let byteCount else { return nil }
    let place = max(0, min(fraction, 1)) * Double(Self.tableCount)
    let entry = min(Int(place), Self.tableCount - 1)
    let low = Double(table[entry])
    let high = entry + 1 < Self.tableCount ? Double(table[entry + 1]) : 256
    return Int64((low + (high - low) * (place - Double(entry))) / 256 * Double(byteCount))
  }

  /// Returns the number of bytes from the first frame of sound on to a frame, by VBRI's table; `nil` if there is
  /// none.
  func offset(ofFrame frame: Int64) -> Int64? {
    guard !steps.isEmpty, framesPerStep > 0, frame >= 0 else { return nil }
    let step = frame / framesPerStep
    guard step < Int64(steps.count) else { return nil }
    let whole = steps[..<Int(step)].reduce(0, &+)
    return whole &+ steps[Int(step)] &* (frame % framesPerStep) / framesPerStep
  }
}

extension InfoFrame.Gap {
  /// Reads the text of iTunes: hexadecimal numbers, the second and third being the delay and the padding, the fourth
  /// the length.
  init?(_ gaplessText: String) {
    let numbers = gaplessText.split(separator: " ").map { Int($0, radix: 16) }
    guard numbers.count >= 3, let delay = numbers[1], let padding = numbers[2], (0...0xFFFF).contains(delay),
      (0...0xFFFF).contains(padding), delay + padding > 0
    else { return nil }
    let length = numbers.count > 3 ? numbers[3].map(Int64.init) : nil
    self.init(
      delay: delay, padding: padding, recordedFrameCount: length.flatMap { (1...1 << 48).contains($0) ? $0 : nil })
  }
}
