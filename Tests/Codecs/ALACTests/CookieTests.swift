import ALACCodec
import AudioBase
import TestSupport
import Testing

@Suite struct CookieTests {
  @Test func theBareCookieIsRead() throws {
    let configuration = try ALACConfiguration(parsing: cookie(frameLength: 4096, depth: 24, channels: 2).span)
    expectEqual(configuration.frameLength, 4096)
    expectEqual(configuration.bitDepth, .twentyFour)
    expectEqual(configuration.channelCount, 2)
    expectEqual(configuration.sampleRate, 44_100)
    expectEqual(configuration.adaptation, .usual)
    expectEqual(configuration.maximumRun, 255)
    expectEqual(configuration.bytes, cookie(frameLength: 4096, depth: 24, channels: 2))
  }

  @Test func theWrappedCookieIsRead() throws {
    let bare = cookie(frameLength: 352)
    let atom: [UInt8] = [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0]
    let quickTime: [UInt8] = [0, 0, 0, 12] + Array("frmaalac".utf8)
    let terminator: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 0]
    let expected = try ALACConfiguration(parsing: bare.span)
    for wrapped in [atom + bare, quickTime + atom + bare, quickTime + atom + bare + terminator] {
      try expectEqual(ALACConfiguration(parsing: wrapped.span), expected)
    }
  }

  @Test func theLayoutBehindTheCookieIsReadAndWritten() throws {
    let tag: [UInt8] = [0, 124, 0, 6]  // kAudioChannelLayoutTag_MPEG_5_1_D
    let atom: [UInt8] = [0, 0, 0, 24] + Array("chan".utf8) + [0, 0, 0, 0] + tag + [0, 0, 0, 0, 0, 0, 0, 0]
    let whole = cookie(frameLength: 4096, channels: 6) + atom
    let configuration = try ALACConfiguration(parsing: whole.span)
    expectEqual(configuration.statedLayout?.tag?.name, "MPEG_5_1_D")
    expectEqual(configuration.bytes, whole)
    expectEqual(configuration.decodedFormat().layout.description, "C L R Ls Rs LFE")
  }

  @Test(arguments: [
    (4, UInt8(1), ErrorKind.unsupported), (5, 17, .unsupported), (5, 0, .unsupported), (8, 0, .malformed),
    (8, 32, .malformed), (9, 0, .unsupported), (9, 9, .unsupported), (0, 1, .limitExceeded), (3, 0, .malformed),
  ])
  func whatNoStreamHasIsRefused(place: Int, value: UInt8, kind: ErrorKind) {
    var bytes = cookie()
    bytes[place] = value
    let error = #expect(throws: CodecError.self) { _ = try ALACConfiguration(parsing: bytes.span) }
    expectEqual(error?.kind, kind)
  }

  @Test func everyShortCookieIsRefused() {
    let whole: [UInt8] = [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0] + cookie()
    for count in 0..<36 {
      #expect(throws: CodecError.self, "\(count) bytes") {
        _ = try ALACConfiguration(parsing: Array(whole.prefix(count)).span)
      }
    }
  }

  @Test func theSummaryNamesDepthAndFields() throws {
    let stream = CodedStream(
      format: StreamFormat(formatID: .appleLossless, sampleRate: 44_100, channelsPerFrame: 2),
      cookie: cookie(frameLength: 4096, depth: 24, channels: 2))
    let summary = try ALACCodec.descriptor.summary(of: stream)
    expectEqual(summary.profile, "Apple Lossless, 24 bit")
    expectEqual(summary.decoded.precision, .single)
    #expect(summary.fields.contains(CodecSummary.Field("bitDepth", "24")))
    #expect(summary.fields.contains(CodecSummary.Field("frameLength", "4096")))
  }

  @Test(arguments: [(16, UInt32(1)), (20, 2), (24, 3), (32, 4)])
  func theEncoderStatesItsDepth(depth: Int, flags: UInt32) throws {
    var settings = EncoderSettings(
      formatID: .appleLossless, sampleRate: 96_000, layout: ChannelLayout([.left, .right]))
    settings.bitDepth = depth
    let encoder = try ALACEncoder(settings)
    let format = encoder.format
    expectEqual(format.stream.formatFlags, flags)
    expectEqual(format.stream.framesPerPacket, 4096)
    expectEqual(format.cookie.count, 24)
    expectEqual(format.cookie[5], UInt8(depth))
    expectEqual(format.precision, depth == 32 ? .double : .single)
  }

  @Test func settingsThatTheFormatCannotHoldAreRefused() {
    func refused(_ change: (inout EncoderSettings) -> Void) -> ErrorKind? {
      var settings = EncoderSettings(
        formatID: .appleLossless, sampleRate: 44_100, layout: ChannelLayout([.left, .right]))
      change(&settings)
      do {
        _ = try ALACEncoder(settings)
        return nil
      } catch {
        return error.kind
      }
    }
    expectNil(refused { _ in })
    expectEqual(refused { $0.bitDepth = 18 }, .unsupported)
    expectEqual(refused { $0.layout = ChannelLayout(unlabelledChannelCount: 9) }, .unsupported)
    expectEqual(refused { $0.layout = ChannelLayout([]) }, .unsupported)
    expectEqual(refused { $0.sampleRate = 44_100.5 }, .malformed)
    expectEqual(refused { $0.sampleRate = .nan }, .malformed)
    expectEqual(refused { $0.framesPerPacket = 0 }, .unsupported)
    expectEqual(refused { $0.framesPerPacket = 1 << 14 + 1 }, .unsupported)
  }
}

@Suite struct LayoutTests {
  @Test func knownLayoutsComeInTheOrderOfTheElements() throws {
    let wave51 = ChannelLayout([.left, .right, .center, .lowFrequency, .leftSide, .rightSide])
    expectEqual(ALACChannels.layout(channelCount: 6, cookie: wave51).description, "C L R Lss Rss LFE")
    expectEqual(ALACChannels.layout(channelCount: 6, cookie: nil, container: wave51).description, "C L R Lss Rss LFE")
    expectEqual(ALACChannels.layout(channelCount: 6, cookie: nil).tag?.name, "MPEG_5_1_D")
    expectEqual(ALACChannels.layout(channelCount: 7, cookie: nil).tag?.name, "AAC_6_1")
    expectEqual(ALACChannels.layout(channelCount: 8, cookie: nil).tag?.name, "MPEG_7_1_B")
  }

  /// The format has an order of its own for each number of channels, and other programs go by it.
  @Test func otherLayoutsAreRefused() throws {
    let quadraphonic = ChannelLayout([.left, .right, .leftSurround, .rightSurround])
    let backsAndSides = try required(ChannelLayout(bitmap: 0x63F))
    for layout in [quadraphonic, backsAndSides] {
      let settings = EncoderSettings(formatID: .appleLossless, sampleRate: 48_000, layout: layout)
      #expect(throws: CodecError.self) { _ = try ALACEncoder(settings) }
    }
    let wide = try required(ChannelLayout(bitmap: 0xFF))
    let settings = EncoderSettings(formatID: .appleLossless, sampleRate: 48_000, layout: wide)
    try expectEqual(ALACEncoder(settings).format.layout.description, "C Lc Rc L R Ls Rs LFE")
  }

  /// What a cookie states is the encoder's word; a container that names other loudspeakers than the format is wrong.
  @Test func otherLayoutsCountWhereTheCookieStatesThem() {
    let quadraphonic = ChannelLayout([.left, .right, .leftSurround, .rightSurround])
    expectEqual(ALACChannels.layout(channelCount: 4, cookie: quadraphonic), quadraphonic)
    expectEqual(ALACChannels.layout(channelCount: 4, cookie: nil, container: quadraphonic).description, "C L R Cs")
  }
}
