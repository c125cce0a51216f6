import AudioBase
import TestSupport
import Testing

@Suite("Four-character codes")
struct FourCharacterCodeTests {
  @Test("the first character is the most significant byte")
  func numbers() {
    expectEqual(("mp4a" as FourCharacterCode).rawValue, 0x6D70_3461)
    expectEqual(("aac " as FourCharacterCode).rawValue, 0x6161_6320)
    let text = "©nam"
    expectEqual(FourCharacterCode(text)?.rawValue, 0xA96E_616D)
  }

  @Test("only four characters of ISO 8859-1 make a code", arguments: ["", "abc", "abcde", "ab€d", "漢abc"])
  func rejected(text: String) { expectNil(FourCharacterCode(text)) }

  @Test("what does not print is shown in hexadecimal")
  func description() {
    expectEqual(FourCharacterCode(rawValue: 0x6D70_3461).description, "mp4a")
    expectEqual(FourCharacterCode(rawValue: 0xA96E_616D).description, "©nam")
    expectEqual(FourCharacterCode(rawValue: 0x0061_7F9F).description, "\\x00a\\x7f\\x9f")
    expectEqual(FourCharacterCode(rawValue: 0x0A20_FF41).description, "\\x0a ÿA")
  }
}

@Suite("Sample formats")
struct SampleFormatTests {
  /// Notation of `afconvert` and the value of `mFormatFlags` in Core Audio's headers for it.
  static let known: [(text: String, format: SampleFormat, flags: UInt32)] = [
    ("LEI16", .int16, 0xC), ("LEI24", .int24, 0xC), ("LEI32", .int32, 0xC), ("LEF32", .float32, 0x9),
    ("LEF64", .float64, 0x9), ("BEI16", SampleFormat(.signedInteger, bitsPerSample: 16, byteOrder: .bigEndian), 0xE),
    ("BEF32", SampleFormat(.floatingPoint, bitsPerSample: 32, byteOrder: .bigEndian), 0xB),
    ("LEUI8", SampleFormat(.unsignedInteger, bitsPerSample: 8), 0x8),
  ]

  @Test("notation and flags", arguments: known)
  func notation(text: String, format: SampleFormat, flags: UInt32) {
    expectEqual(SampleFormat(text), format)
    expectEqual(format.description, text)
    expectEqual(format.formatFlags.rawValue, flags)
    #expect(format.isValid)
  }

  @Test("byte order is little endian unless said, and case does not matter")
  func short() {
    expectEqual(SampleFormat("I16"), .int16)
    expectEqual(SampleFormat("f32"), .float32)
    expectEqual(SampleFormat("UI8"), SampleFormat(.unsignedInteger, bitsPerSample: 8))
    expectEqual(SampleFormat("bei24")?.byteCount, 3)
  }

  @Test(
    "widths and kinds that do not exist are refused",
    arguments: ["", "I", "I12", "F16", "F8", "I64", "U16", "LE", "XEI16", "LEBEI16", "I16 ", "I-16", "F32F"])
  func refused(text: String) { expectNil(SampleFormat(text)) }
}

@Suite("Channel layouts")
struct ChannelLayoutTests {
  /// Loudspeakers of the channel configurations of ISO/IEC 14496-3, table 1.19, and the WAVE place of each channel.
  static let configurations: [(names: String, places: [Int])] = [
    ("C L R", [2, 0, 1]), ("C L R Cs", [2, 0, 1, 3]), ("C L R Ls Rs", [2, 0, 1, 3, 4]),
    ("C L R Ls Rs LFE", [2, 0, 1, 4, 5, 3]), ("C Lc Rc L R Ls Rs LFE", [2, 6, 7, 0, 1, 4, 5, 3]),
    ("C L R Ls Rs Cs LFE", [2, 0, 1, 4, 5, 6, 3]), ("C L R Lss Rss Lrs Rrs LFE", [2, 0, 1, 6, 7, 4, 5, 3]),
    ("C L R Ls Rs LFE Lvh Rvh", [2, 0, 1, 4, 5, 3, 6, 7]),
  ]

  static let all: [Speaker] = [
    .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftCenter, .rightCenter, .centerSurround,
    .leftSide, .rightSide, .leftHeight, .rightHeight, .leftRear, .rightRear, .lowFrequency2,
  ]

  @Test("channels of a configuration go to their places in WAVE", arguments: configurations)
  func waveOrder(names: String, places: [Int]) {
    let speakers = names.split(separator: " ").compactMap { name in Self.all.first { $0.name == name } }
    let layout = ChannelLayout(speakers)
    expectEqual(layout.description, names)
    var wanted = [Int](repeating: -1, count: places.count)
    for (channel, place) in places.enumerated() { wanted[place] = channel }
    expectEqual(layout.waveOrder, wanted)
    expectEqual(layout.inWaveOrder.waveOrder, Array(wanted.indices))
  }

  @Test("masks are those of WAVEFORMATEXTENSIBLE")
  func masks() {
    // KSAUDIO_SPEAKER_MONO, _STEREO, _5POINT1 (back), _7POINT1 (wide) and _7POINT1_SURROUND.
    expectEqual(ChannelLayout(unlabelledChannelCount: 1).waveMask, 0x4)
    expectEqual(ChannelLayout(unlabelledChannelCount: 2).waveMask, 0x3)
    expectEqual(ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency]).waveMask, 0x3F)
    let wide: [Speaker] = [
      .center, .leftCenter, .rightCenter, .left, .right, .leftSurround, .rightSurround, .lowFrequency,
    ]
    expectEqual(ChannelLayout(wide).waveMask, 0xFF)
    let surround: [Speaker] = [
      .center, .left, .right, .leftSide, .rightSide, .leftRear, .rightRear, .lowFrequency,
    ]
    expectEqual(ChannelLayout(surround).waveMask, 0x63F)
    // As MPEG names 7.0: surround at the sides, rear behind. WAVE: back 0x30, side 0x600.
    let film = ChannelLayout([.left, .right, .leftSurround, .rightSurround, .center, .leftRear, .rightRear])
    expectEqual(film.waveMask, 0x637)
    expectEqual(film.inWaveOrder.description, "L R C Lrs Rrs Ls Rs")
  }

  @Test("a layout without a mask keeps its order")
  func unmasked() {
    expectEqual(ChannelLayout([.right, .unknown, .left]).waveMask, 0)
    expectEqual(ChannelLayout([.right, .unknown, .left]).waveOrder, [0, 1, 2])
    expectEqual(ChannelLayout([.right, .left, .right]).waveOrder, [0, 1, 2])
    expectEqual(ChannelLayout(unlabelledChannelCount: 5).speakers, [Speaker](repeating: .unknown, count: 5))
    #expect(ChannelLayout([.center]).description == "mono" && ChannelLayout([.left, .right]).description == "stereo")
  }
}

@Suite("Blocks of samples")
struct PCMBlockTests {
  @Test("planes are apart, and only filled frames are seen")
  func planes() {
    var block = PCMBlock(channelCount: 3, capacity: 4)
    for channel in 0..<3 {
      var plane = block.plane(channel)
      expectEqual(plane.count, 4)
      for index in 0..<4 { plane[index] = Float(10 * channel + index) }
    }
    expectEqual(block.channel(1).count, 0)
    block.setFrameCount(3)
    for channel in 0..<3 {
      let samples = block.channel(channel)
      expectEqual(samples.count, 3)
      for index in 0..<3 { expectEqual(samples[index], Float(10 * channel + index)) }
    }
  }
}
