import AudioBase
import TestSupport
import Testing
import USACCodec

/// Streams of two encoders, of a writer that uses every tool, and of the conformance set, against other decoders.
///
/// A packet that does not end 0…7 bits behind its last element is refused, so that all of them parse to their last bit.
@Suite(.needs(.shared("vectors-usac"))) struct VectorTests {
  @Test(arguments: UnifiedVector.names) func agreesWithTheReference(name: String) throws {
    let vector = try UnifiedVector(name)
    let decoded = try vector.decode()
    let reference = vector.reference()
    try #require(reference.count > 0 && reference.count <= decoded.count)
    let start = Difference(vector.compared(decoded), vector.compared(reference))
    // The limits are of whole streams. This one's first packets have most of its frames with `use_prev_frame`, in which
    // libxaac, whose decode is the reference, is off by 0.2 units.
    let room = name == "syn_768_48000_st_all" ? 1.5 : 1
    #expect(start.rms <= vector.limits.rms * room && start.peak <= vector.limits.peak)
    let channelCount = vector.configuration.layout.channelCount
    let thin = vector.thinReference()
    var every32nd: [Double] = []
    for frame in stride(from: 0, to: decoded.count / channelCount, by: 32) {
      every32nd += decoded[(frame * channelCount)..<((frame + 1) * channelCount)]
    }
    expectEqual(every32nd.count, thin.count)
    let length = vector.configuration.format.framesPerPacket * channelCount / 32
    for place in every32nd.indices where vector.saturatedPackets.contains(place / length) {
      every32nd[place] = thin[place]
    }
    let whole = Difference(vector.compared(every32nd), vector.compared(thin))
    #expect(whole.rms <= vector.limits.rms + 0.3 && whole.peak <= vector.limits.peak + 0.6)
  }

  /// Behind a reset a stream sounds as at first, sample by sample.
  @Test(arguments: ["ex_fd_3_48000_st_wz11", "syn_44100_st_all", "xa_sw_24000_mo_28k_mixs"])
  func resetForgetsAll(name: String) throws {
    let vector = try UnifiedVector(name)
    var decoder = USACDecoder(vector.configuration)
    var block = PCMBlock(channelCount: vector.configuration.layout.channelCount, capacity: 1024)
    var first: [Float] = []
    for packet in vector.packets.prefix(12) {
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      for frame in 0..<block.frameCount { first.append(block.channel(0)[frame]) }
    }
    decoder.reset()
    var second: [Float] = []
    for packet in vector.packets.prefix(12) {
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      for frame in 0..<block.frameCount { second.append(block.channel(0)[frame]) }
    }
    expectEqual(first, second)
  }

  /// A stream is entered at a packet that needs no other; one that does is refused by name, and changes nothing.
  @Test func entersAtIndependentPackets() throws {
    let vector = try UnifiedVector("syn_44100_st_all")
    var decoder = USACDecoder(vector.configuration)
    var block = PCMBlock(channelCount: 2, capacity: 1024)
    let start = try required(vector.packets.indices.dropFirst().first { vector.packets[$0][0] & 0x80 == 0 })
    var refusals = 0
    for packet in vector.packets.dropFirst(start) {
      do throws(CodecError) {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        break
      } catch {
        expectEqual(error.kind, .invalidState)
        refusals += 1
      }
    }
    #expect(refusals > 0 && refusals < vector.packets.count - start)
  }

  /// A decoder that enters at an immediate play-out frame gives from its first sample on what one gives that was made
  /// there, and close to what one gives that has played up to there.
  @Test func immediatePlayOutFrames() throws {
    let vector = try UnifiedVector("xa_rap_48000_st_64k_wz11")
    let linear = try vector.decode()
    let entries = vector.packets.indices.dropFirst().filter { vector.packets[$0][0] & 0xC0 == 0xC0 }
    try #require(entries.count > 0)
    for entry in entries {
      var decoder = USACDecoder(vector.configuration)
      var block = PCMBlock(channelCount: 2, capacity: 1024)
      var samples: [Double] = []
      for packet in vector.packets[entry...].prefix(8) {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        for frame in 0..<block.frameCount {
          for channel in 0..<2 { samples.append(32768 * Double(block.channel(channel)[frame])) }
        }
      }
      // Two packets on all that the decoders have before them is the same, but for the noise.
      let later = Array(samples.dropFirst(2 * 2048))
      let expected = Array(linear.dropFirst((entry + 2) * 2048).prefix(later.count))
      let level = Difference(expected, expected.map { _ in 0 }).rms
      expectLess(Difference(later, expected).rms, 0.1 * level + 1)
    }
  }

  /// Two streams joined at an immediate play-out frame with another configuration: from there on the second one sounds
  /// as if it had been begun there.
  @Test func configurationsChange() throws {
    let vector = try UnifiedVector("ipf_switch")
    let joined = try vector.decode()
    let entries = vector.packets.indices.dropFirst().filter { vector.packets[$0][0] & 0xC0 == 0xC0 }
    var found = false
    for entry in entries {
      var decoder = USACDecoder(vector.configuration)
      var block = PCMBlock(channelCount: 2, capacity: 1024)
      var samples: [Double] = []
      for packet in vector.packets[entry...] {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        for frame in 0..<block.frameCount {
          for channel in 0..<2 { samples.append(32768 * Double(block.channel(channel)[frame])) }
        }
      }
      if samples == Array(joined.dropFirst(entry * 2048)) { found = true }
    }
    #expect(found)
  }

  /// With `applyCrossfade` the first 128 samples of the second stream are between those of the first one, which goes
  /// on, and its own; all later ones are its own.
  @Test func configurationsCrossfade() throws {
    let vector = try UnifiedVector("ipf_switch")
    var packets = vector.packets
    let entry = try required(packets.indices.dropFirst().first { packets[$0][0] & 0xC0 == 0xC0 })
    // Two bits and usacExtElementUseDefaultLength, eight or 24 bits of length, then escapedValue(4, 4, 8) bytes.
    func field(_ start: Int, _ count: Int) -> Int {
      (start..<(start + count)).reduce(0) { value, bit -> Int in
        let isSet = packets[entry][bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
        return value * 2 + (isSet ? 1 : 0)
      }
    }
    var place = field(3, 8) == 255 ? 27 : 11
    var count = field(place, 4)
    place += 4
    if count == 15 {
      count += field(place, 4)
      place += 4
    }
    try #require(count < 30)
    place += 8 * count
    try #require(field(place, 1) == 0)
    packets[entry][place / 8] ^= 1 << UInt8(7 - place % 8)
    var plain = USACDecoder(vector.configuration)
    var faded = USACDecoder(vector.configuration)
    var first = PCMBlock(channelCount: 2, capacity: 1024)
    var second = PCMBlock(channelCount: 2, capacity: 1024)
    for index in 0...(entry + 1) {
      let (packet, changed) = (vector.packets[index], packets[index])
      try plain.decode(packet.span, frameCount: 0, into: &first)
      try faded.decode(changed.span, frameCount: 0, into: &second)
      for channel in 0..<2 {
        let differing = (0..<1024).filter { first.channel(channel)[$0] != second.channel(channel)[$0] }
        #expect(index == entry ? differing.count > 100 && differing.allSatisfy { $0 < 128 } : differing.isEmpty)
      }
    }
  }
}
