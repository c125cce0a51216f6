package import AACReplication
import Bitstream

// Holds throughout: values and histories have the strides of SBRChannelData.

/// Converts the steps of one channel to differences over time or over frequency, whichever takes fewer bits.
///
/// ISO/IEC 14496-3, 4.6.18.3.5.
package struct SBRDifferenceCoder: Sendable {
  /// The last values that the decoder knows, as coded: balances are not multiplied.
  private var history = SBREnvelopeHistory()
  /// True if there are previous values that differences over time can refer to.
  private var isKnown = false
  private let isLowDelay: Bool

  package init(isLowDelay: Bool = false) { self.isLowDelay = isLowDelay }

  /// Makes the next packet independent, so that a decoder can begin at it.
  package mutating func forget() { isKnown = false }

  /// Sets the differences and directions of a packet, whose grid and times are set.
  ///
  /// Values that no codeword reaches from their neighbour are moved.
  package func code(
    _ values: inout SBRQuantizedChannel, _ meaning: SBRCodebooks.Use.Meaning, _ bands: borrowing SBRBands,
    into data: inout SBRChannelData
  ) {
    let use = data.envelopeUse(meaning, bands, isLowDelay: isLowDelay)
    data.envelopesOverTime = 0
    for index in 0..<data.time.envelopeCount {
      let start = index * SBRChannelData.envelopeStride
      let count = bands.bandCount(isHighResolution: data.time.isHighResolution(index))
      let places = start..<(start + count)
      let bits = SBRDifferenceCoder.codeOverFrequency(&values.envelopes, use, places, into: &data.envelopes)
      guard index > 0 || isKnown && history.step == use.step else { continue }
      let mapping = index == 0 ? Mapping(history, data.time, bands) : Mapping(values, index, data.time, bands)
      guard let bitsOverTime = bitCountOverTime(values.envelopes, use, places, mapping), bitsOverTime < bits else {
        continue
      }
      codeOverTime(values.envelopes, places, mapping, into: &data.envelopes)
      data.envelopesOverTime |= 1 << UInt8(index)
    }
    codeNoise(&values, meaning, bandCount: bands.noiseBandCount, into: &data)
  }

  private func codeNoise(
    _ values: inout SBRQuantizedChannel, _ meaning: SBRCodebooks.Use.Meaning, bandCount: Int,
    into data: inout SBRChannelData
  ) {
    let use = SBRCodebooks.Use(quantity: .noise, meaning: meaning, step: .coarse)
    data.noiseOverTime = 0
    for index in 0..<data.time.noiseCount {
      let start = index * SBRChannelData.noiseStride
      let places = start..<(start + bandCount)
      let bits = SBRDifferenceCoder.codeOverFrequency(&values.noise, use, places, into: &data.noise)
      guard index > 0 || isKnown else { continue }
      let mapping = index == 0 ? Mapping(noise: history.noise) : Mapping(noise: values.noise)
      guard let bitsOverTime = bitCountOverTime(values.noise, use, places, mapping), bitsOverTime < bits else {
        continue
      }
      codeOverTime(values.noise, places, mapping, into: &data.noise)
      data.noiseOverTime |= 1 << UInt8(index)
    }
  }

  /// Keeps the last values of a packet that is sent.
  package mutating func keep(
    _ values: borrowing SBRQuantizedChannel, _ data: borrowing SBRChannelData, step: SBRAmplitudeStep
  ) {
    let last = data.time.envelopeCount - 1
    let start = last * SBRChannelData.envelopeStride
    for band in 0..<SBRChannelData.envelopeStride { history.envelope[band] = values.envelopes[start + band] }
    let noiseStart = (data.time.noiseCount - 1) * SBRChannelData.noiseStride
    for band in 0..<SBRChannelData.noiseStride { history.noise[band] = values.noise[noiseStart + band] }
    history.isHighResolution = data.time.isHighResolution(last)
    history.step = step
    isKnown = true
  }
}

// MARK: - Directions

extension SBRDifferenceCoder {
  /// Maps the bands of an envelope to the previous values that they refer to: their resolution, and the first of them.
  private struct Mapping {
    let values: [Int16]
    let start: Int
    private let isHigh: Bool
    private let wasHigh: Bool
    private let odd: Int

    /// Creates the values before a packet's first envelope.
    init(_ history: borrowing SBREnvelopeHistory, _ time: SBRTimeGrid, _ bands: borrowing SBRBands) {
      values = history.envelope
      start = 0
      isHigh = time.isHighResolution(0)
      wasHigh = history.isHighResolution
      odd = (bands.high.count - 1) & 1
    }

    /// Creates the values before another one.
    init(_ channel: borrowing SBRQuantizedChannel, _ index: Int, _ time: SBRTimeGrid, _ bands: borrowing SBRBands) {
      values = channel.envelopes
      start = (index - 1) * SBRChannelData.envelopeStride
      isHigh = time.isHighResolution(index)
      wasHigh = time.isHighResolution(index - 1)
      odd = (bands.high.count - 1) & 1
    }

    /// Creates the values of the noise floor before, which always has the same bands.
    init(noise: [Int16]) {
      values = noise
      start = 0
      isHigh = false
      wasHigh = false
      odd = 0
    }

    func value(_ band: Int) -> Int {
      var before = band
      if isHigh, !wasHigh { before = (band + odd) / 2 }
      if !isHigh, wasHigh { before = band == 0 ? 0 : 2 * band - odd }
      return Int(values[start + before])
    }
  }

  /// Writes a first value and differences from band to band, and returns their bits.
  private static func codeOverFrequency(
    _ values: inout [Int16], _ use: SBRCodebooks.Use, _ places: Range<Int>, into differences: inout [Int16]
  ) -> Int {
    let code = SBRCodebooks.place(use, overTime: false)
    let largest = Int16(SBRCodebooks.largest(code))
    var bits = use.startBitCount
    differences[places.lowerBound] = values[places.lowerBound]
    for place in places.dropFirst() {
      let before = values[place - 1]
      values[place] = min(max(values[place], before - largest), before + largest)
      differences[place] = values[place] - before
      bits += Int(SBRCodebooks.row(code, difference: Int(differences[place])).length)
    }
    return bits
  }

  /// Returns the number of bits of the differences to the previous values; `nil` if one has no codeword.
  private func bitCountOverTime(
    _ values: [Int16], _ use: SBRCodebooks.Use, _ places: Range<Int>, _ mapping: Mapping
  ) -> Int? {
    let code = SBRCodebooks.place(use, overTime: true)
    let largest = SBRCodebooks.largest(code)
    var bits = 0
    for place in places {
      let difference = Int(values[place]) - mapping.value(place - places.lowerBound)
      guard abs(difference) <= largest else { return nil }
      bits += Int(SBRCodebooks.row(code, difference: difference).length)
    }
    return bits
  }

  /// Writes the differences to the values before.
  private func codeOverTime(
    _ values: [Int16], _ places: Range<Int>, _ mapping: Mapping, into differences: inout [Int16]
  ) {
    for place in places {
      differences[place] = Int16(Int(values[place]) - mapping.value(place - places.lowerBound))
    }
  }
}
