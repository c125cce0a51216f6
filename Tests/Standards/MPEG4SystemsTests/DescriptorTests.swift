import AudioBase
import MPEG4Systems
import TestSupport
import Testing

/// The example of the specification pages: LC, 22.05 kHz, mono, in an `esds` box with four-byte lengths.
let exampleBox: [UInt8] = [
  0, 0, 0, 0x33, 0x65, 0x73, 0x64, 0x73, 0, 0, 0, 0, 0x03, 0x80, 0x80, 0x80, 0x22, 0, 0, 0, 0x04, 0x80, 0x80, 0x80,
  0x14, 0x40, 0x15, 0x00, 0x03, 0x00, 0x00, 0x00, 0x7D, 0x00, 0x00, 0x00, 0x7D, 0x00, 0x05, 0x80, 0x80, 0x80, 0x02,
  0x13, 0x88, 0x06, 0x80, 0x80, 0x80, 0x01, 0x02,
]
let exampleChain = [UInt8](exampleBox[12...])
let exampleConfiguration: [UInt8] = [0x13, 0x88]

struct DescriptorTests {
  @Test func readsEveryFieldOfTheWorkedExample() throws {
    let descriptor = try ElementaryStreamDescriptor(parsing: exampleChain.span)
    expectEqual(descriptor.identifier, 0)
    expectEqual(descriptor.decoderConfiguration.objectType, .mpeg4Audio)
    expectEqual(descriptor.decoderConfiguration.streamType, 5)
    expectEqual(descriptor.decoderConfiguration.bufferByteCount, 0x300)
    expectEqual(descriptor.decoderConfiguration.maximumBitRate, 32000)
    expectEqual(descriptor.decoderConfiguration.averageBitRate, 32000)
    expectEqual(descriptor.decoderConfiguration.specificInformation, exampleConfiguration)
    expectEqual(descriptor.parsedByteCount, exampleChain.count)
  }

  @Test func writesTheWorkedExampleByteForByte() throws {
    let descriptor = try ElementaryStreamDescriptor(parsing: exampleChain.span)
    expectEqual(descriptor.bytes(lengths: .fourBytes), exampleChain)
  }

  @Test func minimalLengthsAreShorterAndMeanTheSame() throws {
    let descriptor = try ElementaryStreamDescriptor(parsing: exampleChain.span)
    let short = descriptor.bytes(lengths: .minimal)
    expectEqual(short.prefix(2), [0x03, 0x19])
    expectEqual(short.count, exampleChain.count - 12)
    try expectEqual(ElementaryStreamDescriptor(parsing: short.span), descriptor)
  }

  @Test(arguments: [0, 1, 127, 128, 16383, 16384])
  func anyLengthOfConfigurationSurvivesWritingAndReading(byteCount: Int) throws {
    let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var descriptor = ElementaryStreamDescriptor(
      identifier: 0xABCD, decoderConfiguration: DecoderConfigurationDescriptor(specificInformation: bytes))
    descriptor.priority = 17
    for form in [DescriptorLengthForm.minimal, .fourBytes] {
      try expectEqual(ElementaryStreamDescriptor(parsing: descriptor.bytes(lengths: form).span), descriptor)
    }
  }

  @Test func optionalFieldsAreReadPast() throws {
    // ES_ID 1, dependence + URL "ab" + clock, priority 3; an unknown descriptor before the one looked for.
    let chain: [UInt8] =
      [3, 32, 0, 1, 0xE3, 0, 9, 2, 0x61, 0x62, 0, 8, 0x0F, 1, 0xAA, 4, 17] + [0x67, 0x15] + [0, 1, 2, 0, 0, 0, 3]
      + [0, 0, 0, 4] + [5, 2, 0x12, 0x10]
    let descriptor = try ElementaryStreamDescriptor(parsing: chain.span)
    expectEqual(descriptor.identifier, 1)
    expectEqual(descriptor.priority, 3)
    expectEqual(descriptor.decoderConfiguration.objectType, .mpeg2LowComplexity)
    expectEqual(descriptor.decoderConfiguration.specificInformation, [0x12, 0x10])
  }

  @Test func everyShortenedChainIsRefused() {
    for count in 0..<(exampleChain.count) {
      let part = Array(exampleChain[..<count])
      #expect(throws: DescriptorError.self) { try ElementaryStreamDescriptor(parsing: part.span) }
    }
  }

  @Test func aLengthOfFiveBytesIsRefused() {
    let chain: [UInt8] = [3, 0x80, 0x80, 0x80, 0x80, 0x05, 0, 0, 0, 4, 0]
    #expect(throws: DescriptorError(.lengthLongerThanFourBytes, at: 0)) {
      try ElementaryStreamDescriptor(parsing: chain.span)
    }
  }

  @Test func aChildLongerThanItsParentIsRefused() {
    var chain = exampleChain
    // The DecoderConfigDescriptor now claims one byte of the next descriptor; its child does not reach that far.
    chain[12] = 0x15
    #expect(throws: Never.self) { try ElementaryStreamDescriptor(parsing: chain.span) }
    chain[12] = 0x7F
    #expect(throws: DescriptorError(.longerThanItsParent, at: 8)) {
      try ElementaryStreamDescriptor(parsing: chain.span)
    }
  }

  @Test func changedBytesNeverTrap() {
    for index in exampleChain.indices {
      for value in UInt8.min...UInt8.max {
        var chain = exampleChain
        chain[index] = value
        _ = try? ElementaryStreamDescriptor(parsing: chain.span)
        _ = try? MagicCookie.audioSpecificConfig(in: chain.span)
        var box = exampleBox
        box[index] = value
        _ = try? MagicCookie.audioSpecificConfig(in: box.span)
      }
    }
  }
}

struct MagicCookieTests {
  static let wave: [UInt8] =
    [0, 0, 0, 12, 0x66, 0x72, 0x6D, 0x61, 0x6D, 0x70, 0x34, 0x61] + [0, 0, 0, 12, 0x6D, 0x70, 0x34, 0x61, 0, 0, 0, 0]
    + exampleBox + [0, 0, 0, 8, 0, 0, 0, 0]

  @Test func everyFormGivesTheSameConfiguration() throws {
    let boxed: [UInt8] = [0, 0, 0, UInt8(Self.wave.count + 8), 0x77, 0x61, 0x76, 0x65] + Self.wave
    for cookie in [exampleChain, [UInt8](exampleBox[8...]), exampleBox, Self.wave, boxed, exampleConfiguration] {
      try expectEqual(MagicCookie.audioSpecificConfig(in: cookie.span), exampleConfiguration)
    }
  }

  @Test func aRawConfigurationPassesThrough() throws {
    for raw: [UInt8] in [[0xF8, 0xE8, 0x50, 0x00], [0x12, 0x10, 0x56, 0xE5, 0x00], []] {
      try expectEqual(MagicCookie.audioSpecificConfig(in: raw.span), raw)
    }
  }

  @Test func aChainWithoutConfigurationIsAnError() {
    let chain = ElementaryStreamDescriptor(decoderConfiguration: .init(specificInformation: [])).bytes()
    #expect(throws: DescriptorError(.withoutDecoderSpecificInformation, at: chain.count)) {
      try MagicCookie.audioSpecificConfig(in: chain.span)
    }
  }

  @Test func everyShortenedBoxIsRefusedOrHarmless() {
    for count in 0..<Self.wave.count {
      let part = Array(Self.wave[..<count])
      let found = try? MagicCookie.audioSpecificConfig(in: part.span)
      // Too short for the chain: either an error, or what is no box at all comes back as it was.
      #expect(found == nil || found == part || found == exampleConfiguration)
    }
  }
}
