import AudioBase
import Foundation
import TestSupport
import Testing
import USACCodec

/// Lost packets: the sound goes on, fades, and comes back.
@Suite(.needs(.shared("vectors-usac"))) struct ConcealmentTests {
  /// The packets of a stream that are decoded.
  private static let packetCount = 32

  /// The first channel of a stream of which packets are lost, and the packets that were refused after them.
  private func decode(
    _ vector: UnifiedVector, without lost: Range<Int>, _ settings: DecoderSettings = DecoderSettings()
  ) throws -> (samples: [Float], refused: [Int]) {
    var decoder = USACDecoder(vector.configuration, settings)
    let length = decoder.format.framesPerPacket
    var block = PCMBlock(channelCount: vector.configuration.layout.channelCount, capacity: length)
    var (samples, refused) = ([Float](), [Int]())
    for (index, packet) in vector.packets.prefix(Self.packetCount).enumerated() {
      if lost.contains(index) {
        decoder.conceal(into: &block)
      } else {
        do throws(CodecError) {
          try decoder.decode(packet.span, frameCount: 0, into: &block)
        } catch {
          expectEqual(error.kind, .invalidState)
          refused.append(index)
          decoder.conceal(into: &block)
        }
      }
      expectEqual(block.frameCount, length)
      let plane = block.channel(0)
      for frame in plane.indices { samples.append(plane[frame]) }
    }
    return (samples, refused)
  }

  private func level(_ samples: [Float], _ range: Range<Int>) -> Double {
    let energy = samples[range].reduce(0) { $0 + Double($1) * Double($1) }
    return 10 * log10(energy / Double(range.count) + 1e-12)
  }

  /// The largest step of two samples.
  private func step(_ samples: [Float], _ range: Range<Int>) -> Float {
    range.reduce(0) { max($0, abs(samples[$1] - samples[$1 - 1])) }
  }

  /// A single packet is replaced by sound of about its level, without a click at its ends; packets after it that refer
  /// to the lost one are refused, and fade on.
  @Test(arguments: [
    "xa_sbr21_mps_48000_st_32k_wz11", "xa_sbr41_fd_48000_mo_32k_wz11", "xa_sbr83_sw_48000_mo_24k_mixs",
    "xa_sbr21_sw_44100_mo_16k_fillets_pvc", "ex_fd_3_48000_st_wz11", "ex_fd_9_48000_st_wz11", "ex_sbr_a_48000_st_wz11",
    "xa_fd768_48000_st_96k_wz11", "xa_td_24000_mo_24k_alsa", "xa_td_16000_mo_24k_espeak", "xa_sw_24000_mo_28k_mixs",
    "xa_sw768_24000_mo_28k_mixs", "xa_sbr21_fd_48000_mo_32k_wz11", "xa_sbr21_td_44100_mo_16k_fillets",
  ])
  func singleLosses(name: String) throws {
    let vector = try UnifiedVector(name)
    let (whole, _) = try decode(vector, without: 0..<0)
    let length = vector.configuration.format.framesPerPacket
    var (errors, sounding, clicks) = ([Double](), 0, 0)
    for lost in stride(from: 5, to: min(vector.packets.count, Self.packetCount) - 3, by: 6) {
      let range = (lost * length)..<((lost + 1) * length)
      guard level(whole, range) > -50 else { continue }
      sounding += 1
      let (found, _) = try decode(vector, without: lost..<(lost + 1))
      expectEqual(found[..<range.lowerBound], whole[..<range.lowerBound])
      errors.append(level(found, range) - level(whole, range))
      let around = (range.lowerBound - length / 2)..<(range.upperBound + length / 2)
      if step(found, around) > 2 * step(whole, around) { clicks += 1 }
    }
    try #require(sounding > 1)
    // The packet in which a sound begins cannot be known.
    let median = errors.sorted()[errors.count / 2]
    #expect(median > -6 && median < 1.5, "\(errors)")
    expectEqual(clicks, 0, "\(clicks) of \(sounding)")
  }

  /// A long loss fades within the times that are asked for.
  @Test(arguments: ["ex_fd_3_48000_st_wz11", "xa_td_24000_mo_24k_alsa", "xa_sbr21_fd_48000_mo_32k_wz11"])
  func longLosses(name: String) throws {
    let vector = try UnifiedVector(name)
    let length = vector.configuration.format.framesPerPacket
    let rate = vector.configuration.format.sampleRate
    let (whole, _) = try decode(vector, without: 0..<0)
    // Two packets of sound in a row, not the beginning of one.
    let sounding = (8..<20).first {
      level(whole, (($0 - 1) * length)..<($0 * length)) > -35
        && level(whole, ($0 * length)..<(($0 + 1) * length)) > -40
    }
    let first = try required(sounding)
    let (found, _) = try decode(vector, without: first..<Self.packetCount)
    // 160 ms, the overlap of a frame, and the delay of a filterbank.
    let silent = first * length + Int(0.16 * rate) + 2 * length
    try #require(silent + length < found.count)
    expectLess(level(found, silent..<found.count), -100)
    let range = (first * length)..<((first + 1) * length)
    expectGreater(level(found, range), level(whole, range) - 10)
    var settings = DecoderSettings()
    settings.concealment = .off
    let (muted, _) = try decode(vector, without: first..<Self.packetCount, settings)
    expectLess(level(muted, ((first + 2) * length)..<muted.count), -100)
    settings.concealment = ConcealmentTimes(hold: 10, fade: 1)
    let (held, _) = try decode(vector, without: first..<Self.packetCount, settings)
    expectGreater(level(held, silent..<(silent + length)), -70)
  }

  /// Behind a loss the first packet that refers to nothing lost is decoded. Excitations refer to no value of the lost
  /// packet but by their memories, so that speech comes back at once.
  @Test func speechComesBack() throws {
    let vector = try UnifiedVector("xa_td_16000_mo_24k_espeak")
    let (whole, _) = try decode(vector, without: 0..<0)
    let (found, refused) = try decode(vector, without: 10..<11)
    expectLess(refused.count, 3)
    let length = vector.configuration.format.framesPerPacket
    let later = (20 * length)..<(30 * length)
    let difference = zip(found[later], whole[later]).map { $0 - $1 }
    expectLess(level(difference, 0..<difference.count), level(whole, later) - 20)
  }

  /// Behind a packet that needs no other, all that the lost one could have left is gone after the overlap, but for the
  /// signs of noise.
  @Test func independentPackets() throws {
    let vector = try UnifiedVector("syn_48000_st_cp")
    let independent = vector.packets.indices.filter { vector.packets[$0][0] & 0x80 != 0 }
    let entry = try required(independent.dropFirst(2).first)
    let (whole, _) = try decode(vector, without: 0..<0)
    let (found, refused) = try decode(vector, without: (entry - 3)..<(entry - 2))
    #expect(!refused.contains { $0 >= entry })
    let later = ((entry + 1) * 1024)..<((entry + 2) * 1024)
    let difference = zip(found[later], whole[later]).map { $0 - $1 }
    expectLess(level(difference, 0..<1024), level(whole, later) - 30)
  }
}
