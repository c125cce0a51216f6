import AudioBase
import TestSupport
import Testing
import XiphAudio

@Suite struct OpusPacketTests {
  // RFC 6716, Table 2: the coded frames of the 32 configurations, in milliseconds.
  private static let durations: [Double] =
    [10, 20, 40, 60, 10, 20, 40, 60, 10, 20, 40, 60, 10, 20, 10, 20]
    + [2.5, 5, 10, 20, 2.5, 5, 10, 20, 2.5, 5, 10, 20, 2.5, 5, 10, 20]

  @Test("a packet is as long as its frames together, and none is longer than 120 ms")
  func durations() {
    for configuration in 0..<32 {
      let frame = Int(Self.durations[configuration] * 48)
      let first = UInt8(configuration << 3)
      for (code, count) in [(0, 1), (1, 2), (2, 2)] {
        let packet: [UInt8] = [first | UInt8(code), 1, 2]
        expectEqual(OpusPacket.frameCount(packet.span), frame * count)
      }
      for count in 0...63 {
        let packet: [UInt8] = [first | 3, UInt8(count) | 0x80]
        let isLegal = count > 0 && frame * count <= 5760
        expectEqual(OpusPacket.frameCount(packet.span), isLegal ? frame * count : nil)
      }
    }
    let cut: [UInt8] = [3]
    #expect(OpusPacket.frameCount([UInt8]().span) == nil && OpusPacket.frameCount(cut.span) == nil)
  }
}

@Suite struct OpusHeaderTests {
  /// The `OpusHead` of a stereo file of opusenc 0.2: pre-skip 312, 44100 Hz.
  static let stereo: [UInt8] =
    Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0x44, 0xAC, 0, 0, 0, 0, 0]
  /// The same of a file with 5.1.
  static let surround: [UInt8] =
    Array("OpusHead".utf8) + [1, 6, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 1, 4, 2, 0, 4, 1, 2, 3, 5]

  @Test("headers are read, and written as they were")
  func roundTrip() throws {
    let header = try OpusHeader(Self.stereo.span)
    #expect(header.channelCount == 2 && header.preSkip == 312 && header.inputSampleRate == 44_100)
    #expect(header.streamCount == 1 && header.coupledCount == 1 && header.mapping == [0, 1])
    #expect(header.bytes == Self.stereo && header.layout.description == "stereo")
    let six = try OpusHeader(Self.surround.span)
    #expect(six.streamCount == 4 && six.coupledCount == 2 && six.mapping == [0, 4, 1, 2, 3, 5])
    #expect(six.bytes == Self.surround && six.layout.description == "L C R Ls Rs LFE")
  }

  @Test("dOps says the same, with its highest byte first")
  func box() throws {
    let box: [UInt8] = [0, 2, 1, 0x38, 0, 0, 0xAC, 0x44, 0xFF, 0, 0]
    let header = try OpusHeader(box.span)
    #expect(header.preSkip == 312 && header.inputSampleRate == 44_100 && header.outputGain == -256)
  }

  @Test("every cut header is refused, and what no stream has")
  func refusals() {
    for whole in [Self.stereo, Self.surround] {
      for count in 8..<whole.count {
        let part = Array(whole.prefix(count))
        #expect(throws: CodecError.self) { try OpusHeader(part.span) }
      }
    }
    let changes: [(place: Int, value: UInt8, kind: ErrorKind)] = [
      (8, 0x10, .unsupported), (9, 0, .malformed), (9, 9, .malformed), (18, 2, .unsupported), (18, 3, .unsupported),
      (18, 7, .unsupported), (19, 0, .malformed), (20, 5, .malformed), (21, 6, .malformed),
    ]
    for change in changes {
      var bytes = Self.surround
      bytes[change.place] = change.value
      // Nine channels have a longer table.
      if change.value == 9 { bytes += [0, 0, 0] }
      let error = #expect(throws: CodecError.self) { try OpusHeader(bytes.span) }
      expectEqual(error?.kind, change.kind, "byte \(change.place)")
    }
  }
}

@Suite struct XiphChannelTests {
  @Test("loudspeakers are found whatever the order and the names of those behind")
  func orders() {
    // Vorbis I, 4.3.9.
    expectEqual(XiphChannels.layout(channelCount: 8).description, "L C R Lss Rss Lrs Rrs LFE")
    let wave = ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround])
    expectEqual(XiphChannels.order(for: wave)?.description, "L C R Ls Rs LFE")
    let sides = ChannelLayout([.left, .right, .center, .lowFrequency, .leftSide, .rightSide])
    expectEqual(XiphChannels.order(for: sides)?.description, "L C R Lss Rss LFE")
    let rear = ChannelLayout([
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .centerSurround,
    ])
    expectEqual(XiphChannels.order(for: rear)?.description, "L C R Ls Rs Cs LFE")
    // As MPEG names them: surround ones at the sides, with rear ones behind.
    let film = ChannelLayout([
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftRear, .rightRear,
    ])
    expectEqual(XiphChannels.order(for: film)?.description, "L C R Ls Rs Lrs Rrs LFE")
    expectNil(XiphChannels.order(for: ChannelLayout([.left, .right, .left])))
    expectNil(XiphChannels.order(for: ChannelLayout([.left, .right, .center, .leftHeight])))
    for count in 1...8 {
      let layout = XiphChannels.layout(channelCount: count)
      expectEqual(XiphChannels.order(for: ChannelLayout(layout.speakers.reversed())), layout)
    }
    expectNil(XiphChannels.order(for: ChannelLayout(unlabelledChannelCount: 9)))
  }
}
