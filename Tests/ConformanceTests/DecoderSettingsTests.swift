import AudioBase
import AudioCatalog
import AudioConversion
import Foundation
import TestSupport
import Testing

/// Settings of decoders, on their way through the pipeline to AAC, measured at its end.
@Suite("Decoder settings through the pipeline") struct DecoderSettingsTests {
  private static let rate = 44_100.0
  private static let format = StreamFormat(SampleFormat("LEF32")!, sampleRate: rate, channelsPerFrame: 1)

  /// A tone of 1 kHz at a quarter of full scale as AAC-LC.
  private static let tone: (stream: CodedStream, packets: [[UInt8]]) = {
    do {
      let output = CodedStream(format: StreamFormat(formatID: .aac, sampleRate: rate, channelsPerFrame: 1))
      var converter = try PacketConverter(
        from: CodedStream(format: format), to: output, codecs: Catalog.standard.codecs)
      let samples = (0..<Int(2 * rate)).map { Float(0.25 * sin(2 * .pi * 1000 * Double($0) / rate)) }
      let bytes = samples.flatMap { sample in (0..<4).map { UInt8(sample.bitPattern >> (8 * UInt32($0)) & 255) } }
      converter.append(bytes.span)
      converter.endInput()
      var batch = PacketBatch()
      _ = try converter.fill(&batch, packetCount: 1000)
      let packets = batch.descriptions.map { Array(batch.bytes[$0.startOffset..<($0.startOffset + $0.byteCount)]) }
      return (converter.output, packets)
    } catch {
      preconditionFailure("AAC-LC is not encoded: \(error)")
    }
  }()

  /// What packets decode to; `nil` stands for a lost one.
  private func decode(_ packets: [[UInt8]?], _ settings: DecoderSettings) throws -> [Float] {
    let input = PacketInput(Self.tone.stream, decoder: settings, damagePolicy: .conceal)
    var converter = try PacketConverter(
      from: input, to: PacketRequest(Self.format), codecs: Catalog.standard.codecs)
    for packet in packets {
      guard let packet else {
        converter.appendLoss(packetCount: 1)
        continue
      }
      let place = [PacketDescription(startOffset: 0, byteCount: packet.count)]
      converter.append(packet.span, descriptions: place.span)
    }
    converter.endInput()
    var batch = PacketBatch()
    var bytes: [UInt8] = []
    while case .filled = try converter.fill(&batch, packetCount: 5000) { bytes += batch.bytes }
    bytes += batch.bytes
    return floats(bytes)
  }

  /// The root mean square of the samples between two times, in seconds.
  private func level(_ samples: [Float], _ first: Double, _ end: Double) -> Double {
    let part = samples[Int(first * Self.rate)..<Int(end * Self.rate)]
    return (part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(part.count)).squareRoot()
  }

  @Test("Gains and levels of the stream are followed as far as a conversion asks")
  func dynamicRange() throws {
    let packets = Self.tone.packets.map { inDynamicRange($0, gain: -24, level: 104) }
    let plain = try decode(packets, DecoderSettings())
    expectLess(abs(level(plain, 0.5, 1.5) - 0.25 / 2.0.squareRoot()), 0.01)
    var settings = DecoderSettings()
    settings.dynamicRange = .whole
    try expectEqual(decode(packets, settings), plain.map { $0 / 2 })
    // 6 dB, 24 of its steps, above −26 dB.
    settings.targetLevel = -20
    try expectEqual(decode(packets, settings), plain)
  }

  @Test(
    "Lost packets hold and fade for as long as was asked",
    arguments: [(0.04, 0.12), (0.1, 0.2), (0.3, 0.1), (0.0, 0.4), (0.5, 0.0), (0.0, 0.0)])
  func fades(hold: Double, fade: Double) throws {
    let packets = Self.tone.packets
    let first = 20
    let damaged = packets.indices.map { (first..<(first + 45)).contains($0) ? nil : packets[$0] }
    func decode(_ hold: Double, _ fade: Double) throws -> [Float] {
      var settings = DecoderSettings()
      settings.concealment = ConcealmentTimes(hold: hold, fade: fade)
      return try self.decode(damaged, settings)
    }
    let samples = try decode(hold, fade)
    let endless = try decode(60, 0)
    expectEqual(samples.count, packets.count * 1024)
    // A packet reaches a packet further by the overlap, and has the level of its own end.
    let packet = 1024 / Self.rate
    let start = Double(first) * packet
    expectGreater(level(endless, start + 0.1, start + 1), 0.7 * 0.25 / 2.0.squareRoot())
    let held = Int((start + max(0, hold - packet)) * Self.rate)
    expectEqual(samples[..<held], endless[..<held])
    let end = start + hold + fade + 2 * packet
    expectLess(level(samples, end, start + 1), 1e-6)
    if hold + fade > 0 { #expect(samples[held..<Int(end * Self.rate)] != endless[held..<Int(end * Self.rate)]) }
    guard fade > 0 else { return }
    // The middle half of a smooth step from 1 to 0 goes from 0.84 to 0.16.
    let (early, late) = (start + hold + fade / 4, start + hold + 3 * fade / 4)
    let ratio = level(samples, early, late) / level(endless, early, late)
    #expect(ratio > 0.3 && ratio < 0.8, "\(ratio)")
  }

  @Test("With a look-ahead the same frames come, a packet of input later, and a loss has sound from both sides")
  func lookAhead() throws {
    let packets = Self.tone.packets
    var settings = DecoderSettings()
    settings.lookAhead = .onePacket
    let plain = try decode(packets, DecoderSettings())
    try expectEqual(decode(packets, settings), plain)
    let damaged = packets.indices.map { $0 == 20 ? nil : packets[$0] }
    let behind = try decode(damaged, DecoderSettings())
    let ahead = try decode(damaged, settings)
    #expect(ahead.count == plain.count && behind.count == plain.count && ahead != behind)
    expectEqual(ahead.prefix(20 * 1024), plain.prefix(20 * 1024))
    expectEqual(ahead.dropFirst(22 * 1024), plain.dropFirst(22 * 1024))
    let input = PacketInput(Self.tone.stream, decoder: settings)
    let converter = try PacketConverter(
      from: input, to: PacketRequest(Self.format), codecs: Catalog.standard.codecs)
    expectEqual(converter.lookAheadDuration, 1024 / Self.rate)
    expectEqual(converter.inputPacketCount(forOutputPackets: 1024), 2)
  }

  @Test("Every codec refuses the settings that it does not know by their names")
  func refusals() throws {
    var asked: [(setting: DecoderSetting, settings: DecoderSettings)] = []
    for setting in DecoderSetting.allCases {
      var settings = DecoderSettings()
      switch setting {
      case .dynamicRange: settings.dynamicRange = .off
      case .dynamicRangeEffect: settings.dynamicRangeEffect = .night
      case .targetLevel: settings.targetLevel = -23
      case .loudnessScope: settings.loudnessScope = .album
      case .concealment: settings.concealment = ConcealmentTimes()
      case .lookAhead: settings.lookAhead = .noPacket
      case .streamCheck: settings.streamCheck = .packets
      }
      asked.append((setting, settings))
    }
    for codec in Catalog.standard.codecs {
      guard let formatID = codec.formatIDs.first else { continue }
      let stream = CodedStream(format: StreamFormat(formatID: formatID, sampleRate: 0, channelsPerFrame: 0))
      for (setting, settings) in asked {
        let refusal = #expect(throws: CodecError.self) { _ = try codec.makeDecoder(stream, settings) }
        let isRefused = refusal.map { "\($0.rule)" } == "the codec has no \(setting)"
        let known: [String] =
          switch setting {
          case .streamCheck: ["FLAC"]
          case .dynamicRange, .targetLevel: ["AAC", "AC-3", "xHE-AAC"]
          case .dynamicRangeEffect: ["xHE-AAC"]
          case .loudnessScope: ["AAC", "xHE-AAC"]
          case .concealment: ["AAC", "xHE-AAC"]
          case .lookAhead: ["AAC"]
          }
        let isKnown = known.contains(codec.name)
        expectEqual(isRefused, !isKnown, "\(codec.name): \(setting)")
      }
    }
  }
}
