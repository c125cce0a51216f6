import AACReplication
import AACSyntax
import Bitstream
import MPEG4Systems

// Holds throughout: channels are those of one element; a payload is cut down before it is longer than a fill element.

/// The findings of the analysis in one channel of a packet.
struct SBRChannelDescription: Sendable {
  /// Mean energies of the bands of each envelope, at multiples of ``SBRChannelData/envelopeStride``.
  var energies = [Float](repeating: 0, count: SBRGrid.maximumEnvelopeCount * SBRChannelData.envelopeStride)
  var noiseRatios: [5 of Float] = .init(repeating: 1)
  var inverseFiltering: [5 of UInt8] = .init(repeating: 0)
  var sinusoids: UInt64 = 0
}

/// Makes the payloads of one element from the results of the analysis.
struct SBRElementCoder: Sendable {
  private let tuning: SBRTuning
  private let isPair: Bool
  private var data = SBRElementData()
  private var first = SBRQuantizedChannel()
  private var second = SBRQuantizedChannel()
  private var firstCoder: SBRDifferenceCoder
  private var secondCoder: SBRDifferenceCoder
  private var packetCount = 0
  /// `extension_payload()` of the packet, filled up to whole bytes; in LD-SBR ``bitCount`` bits, followed by filling.
  private(set) var payload = BitWriter()
  /// The number of bits of ``payload``.
  private(set) var bitCount = 0
  /// The bits that a CRC covers.
  private var checked = BitWriter()

  /// The largest number of bytes of a fill element: ISO/IEC 14496-3, 4.5.2.9 (15 + 255 − 1).
  static let longestPayload = 269

  init(_ tuning: SBRTuning, isPair: Bool) {
    self.tuning = tuning
    self.isPair = isPair
    firstCoder = SBRDifferenceCoder(isLowDelay: tuning.isLowDelay)
    secondCoder = firstCoder
    // Bound: a constant, more than five envelopes of 48 bands in codewords of 20 bits take in two channels.
    payload.reserveCapacity(byteCount: 2048)
    checked.reserveCapacity(byteCount: 2048)
  }

  /// Begins a packet: sends a header with the first packet and then at intervals, and makes these packets independent
  /// of earlier ones. The headers of LD-SBR are in the configuration.
  mutating func begin() {
    hasHeader = packetCount % SBRTuning.headerPeriod == 0
    packetCount += 1
    data.header = hasHeader && !tuning.isLowDelay ? tuning.header : nil
    guard hasHeader else { return }
    firstCoder.forget()
    secondCoder.forget()
  }

  /// True if the packet that began has a header, and refers to no previous one.
  private(set) var hasHeader = false

  /// Computes the payload of a packet.
  ///
  /// - Parameter stereo: `ps_data()`, or nothing.
  /// - Returns: Its bytes.
  mutating func code(
    _ plan: SBRGridPlan, _ left: borrowing SBRChannelDescription, _ right: borrowing SBRChannelDescription,
    stereo: borrowing BitWriter
  ) -> Int {
    data.isCoupled = tuning.isCoupled && isPair
    data.first.describe(left, plan)
    data.second.describe(right, plan)
    if data.isCoupled {
      for band in 0..<5 {
        data.first.inverseFiltering[band] = min(left.inverseFiltering[band], right.inverseFiltering[band])
      }
      data.second.share(data.first)
      quantizeCoupled(left, right)
    } else {
      SBRElementCoder.quantize(left, data.first, tuning, into: &first)
      if isPair { SBRElementCoder.quantize(right, data.second, tuning, into: &second) }
    }
    firstCoder.code(&first, .level, tuning.bands, into: &data.first)
    if isPair { secondCoder.code(&second, data.isCoupled ? .balance : .level, tuning.bands, into: &data.second) }
    write(stereo)
    return payload.bytes.count
  }

  private mutating func write(_ stereo: borrowing BitWriter) {
    payload.removeAll()
    if !tuning.isLowDelay { payload.write(UInt32(ExtensionType.spectralBandReplication), 4) }
    if tuning.hasCRC { writeCRC() }
    data.writeChannels(to: &payload, isPair: isPair, tuning.bands, isLowDelay: tuning.isLowDelay)
    SBRElementData.writeExtendedData(stereo.bytes.span, bitCount: stereo.offset, to: &payload)
    bitCount = payload.offset
    payload.align()
  }

  /// Writes `bs_sbr_crc_bits` over all that follows: ISO/IEC 14496-3, 4.5.2.8.
  private mutating func writeCRC() {
    checked.removeAll()
    data.write(to: &checked, isPair: isPair, tuning.bands, isLowDelay: tuning.isLowDelay)
    var check = CyclicRedundancyCheck(width: 10, polynomial: 0x233, initialValue: 0)
    var left = checked.offset
    var reader = BitReader(checked.bytes.span)
    while left > 0 {
      let count = min(32, left)
      check.update(reader.readUnchecked(count), count)
      left -= count
    }
    payload.write(check.value, 10)
  }

  /// Records the payload that was made last.
  mutating func keep() {
    let step = data.first.step(tuning.bands, isLowDelay: tuning.isLowDelay)
    firstCoder.keep(first, data.first, step: step)
    if isPair { secondCoder.keep(second, data.second, step: step) }
  }

  /// Quantises values. Static, because a method's `self` would retain the values, and they would be copied.
  private static func quantize(
    _ description: borrowing SBRChannelDescription, _ data: borrowing SBRChannelData, _ tuning: borrowing SBRTuning,
    into values: inout SBRQuantizedChannel
  ) {
    let step = data.step(tuning.bands, isLowDelay: tuning.isLowDelay)
    for index in 0..<data.time.envelopeCount {
      let start = index * SBRChannelData.envelopeStride
      for band in 0..<tuning.bands.bandCount(isHighResolution: data.time.isHighResolution(index)) {
        values.envelopes[start + band] = SBRQuantization.level(description.energies[start + band], step)
      }
    }
    for index in 0..<data.time.noiseCount {
      for band in 0..<tuning.bands.noiseBandCount {
        values.noise[index * SBRChannelData.noiseStride + band] = SBRQuantization.noise(description.noiseRatios[band])
      }
    }
  }

  private mutating func quantizeCoupled(
    _ left: borrowing SBRChannelDescription, _ right: borrowing SBRChannelDescription
  ) {
    let step = data.first.step(tuning.bands, isLowDelay: tuning.isLowDelay)
    for index in 0..<data.first.time.envelopeCount {
      let start = index * SBRChannelData.envelopeStride
      for place in start..<(start + tuning.bands.bandCount(isHighResolution: data.first.time.isHighResolution(index))) {
        let (a, b) = (left.energies[place], right.energies[place])
        first.envelopes[place] = SBRQuantization.level((a + b) / 2, step)
        second.envelopes[place] = SBRQuantization.balance(a, b, step)
      }
    }
    for index in 0..<data.first.time.noiseCount {
      for band in 0..<tuning.bands.noiseBandCount {
        let place = index * SBRChannelData.noiseStride + band
        let (a, b) = (left.noiseRatios[band], right.noiseRatios[band])
        first.noise[place] = SBRQuantization.noise((a + b) / 2)
        second.noise[place] = SBRQuantization.noiseBalance(a, b)
      }
    }
  }
}

extension SBRChannelData {
  /// Adopts the values that are not coded as differences.
  fileprivate mutating func describe(
    _ description: borrowing SBRChannelDescription, _ plan: SBRGridPlan
  ) {
    grid = plan.grid
    time = plan.time
    inverseFiltering = description.inverseFiltering
    harmonics = description.sinusoids == 0 ? nil : description.sinusoids
  }
}
