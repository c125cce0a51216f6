import Bitstream

/// `coupling_channel_element()`: a channel that is added to others, band by band or in the time domain.
///
/// ISO/IEC 14496-3, 4.6.8.3.
package struct CouplingChannelStream: Sendable {
  /// The stage at which the coupling channel is added.
  package enum Domain: UInt8, Sendable, BitwiseCopyable { case beforeTemporalNoiseShaping, afterTemporalNoiseShaping }

  /// A channel element that receives the coupling channel.
  package struct Target: Sendable, Equatable, BitwiseCopyable {
    /// `cc_target_is_cpe`.
    package var isPair = false
    /// `cc_target_tag_select`.
    package var tag = 0
    /// `cc_l` and `cc_r` of a pair: with neither, both channels share one list of gains.
    package var left = false
    package var right = false

    package init(isPair: Bool = false, tag: Int = 0, left: Bool = false, right: Bool = false) {
      self.isPair = isPair
      self.tag = tag
      self.left = left
      self.right = right
    }

    /// Lists of gains that the target uses.
    var listCount: Int { isPair && left && right ? 2 : 1 }
  }

  package var tag = 0
  /// `ind_sw_cce_flag`: the channel has its own windows and is added in the time domain.
  package var isIndependent = false
  package var targets: [8 of Target] = .init(repeating: Target())
  package var targetCount = 0
  package var domain = Domain.beforeTemporalNoiseShaping
  /// `gain_element_sign`: the lowest bit of a gain is its sign.
  package var gainsAreSigned = false
  /// `gain_element_scale`, 0…3.
  package var gainScale = 0
  package var stream: ChannelStream
  /// `common_gain_element_present` of each list.
  package var hasCommonGain: [16 of Bool] = .init(repeating: false)
  /// The gain elements of list `list` at `list * 128 +` ``ChannelStream/place(_:_:)``, summed up within their list.
  package var gains: [Int16]

  package init(frameLength: Int) {
    stream = ChannelStream(frameLength: frameLength)
    gains = Array(repeating: 0, count: 16 * 128)
  }

  package var listCount: Int {
    var count = 0
    for target in 0..<targetCount { count += targets[target].listCount }
    return count
  }

  mutating func parse(_ reader: inout BitReader, _ tables: ParsingTables) throws(AACError) {
    tag = try reader.bits(4)
    isIndependent = try reader.bit()
    targetCount = try reader.bits(3) + 1
    for index in 0..<targetCount {
      var target = Target(isPair: try reader.bit(), tag: try reader.bits(4))
      if target.isPair {
        target.left = try reader.bit()
        target.right = try reader.bit()
      }
      targets[index] = target
    }
    domain = try reader.bit() ? .afterTemporalNoiseShaping : .beforeTemporalNoiseShaping
    gainsAreSigned = try reader.bit()
    gainScale = try reader.bits(2)
    try stream.parse(&reader, common: nil, tables: tables)
    for place in 0..<128 { gains[place] = 0 }
    for list in 1..<max(listCount, 1) { try parseGains(&reader, list: list, tables) }
  }

  /// Reads a list of gains: a common one, or one for each band that has lines, as differences.
  private mutating func parseGains(_ reader: inout BitReader, list: Int, _ tables: ParsingTables) throws(AACError) {
    hasCommonGain[list] = isIndependent ? true : try reader.bit()
    var gain = 0
    if hasCommonGain[list] { gain = Int(tables.codebooks.scaleFactor.decode(&reader)) - 60 }
    for group in 0..<stream.info.groupCount {
      for band in 0..<stream.info.bandCount {
        let place = ChannelStream.place(group, band)
        if !hasCommonGain[list], stream.codebooks[place] != Codebook.zero {
          gain += Int(tables.codebooks.scaleFactor.decode(&reader)) - 60
        }
        gains[list * 128 + place] = Int16(gain)
      }
    }
    if stream.info.bandCount == 0 { gains[list * 128] = Int16(gain) }
    try reader.checkEnd()
  }
}

extension CouplingChannelStream {
  /// Writes `coupling_channel_element()` after its `id_syn_ele`.
  ///
  /// An independent channel has common gains only; the lines must hold no pulses.
  func write(to writer: inout BitWriter, _ tables: ParsingTables) {
    writer.write(UInt32(tag), 4)
    writer.write(isIndependent)
    writer.write(UInt32(targetCount - 1), 3)
    for index in 0..<targetCount {
      writer.write(targets[index].isPair)
      writer.write(UInt32(targets[index].tag), 4)
      guard targets[index].isPair else { continue }
      writer.write(targets[index].left)
      writer.write(targets[index].right)
    }
    writer.write(UInt32(domain.rawValue), 1)
    writer.write(gainsAreSigned)
    writer.write(UInt32(gainScale), 2)
    stream.write(to: &writer, isCommon: false, tables: tables)
    for list in 1..<max(listCount, 1) { writeGains(to: &writer, list: list) }
  }

  private func writeGains(to writer: inout BitWriter, list: Int) {
    if !isIndependent { writer.write(hasCommonGain[list]) }
    guard !hasCommonGain[list] else { return writer.writeScaleFactorDifference(Int(gains[list * 128])) }
    var last = 0
    for group in 0..<stream.info.groupCount {
      for band in 0..<stream.info.bandCount {
        let place = ChannelStream.place(group, band)
        guard stream.codebooks[place] != Codebook.zero else { continue }
        let gain = Int(gains[list * 128 + place])
        writer.writeScaleFactorDifference(gain - last)
        last = gain
      }
    }
  }
}

extension CouplingChannelStream {
  /// Returns the lists of gains for the channels of a target.
  private static func lists(of target: Target, from list: Int) -> (first: Int?, second: Int?) {
    guard target.isPair else { return (list, nil) }
    switch (target.left, target.right) {
    case (false, false): return (list, list)
    case (true, false): return (list, nil)
    case (false, true): return (nil, list)
    case (true, true): return (list, list + 1)
    }
  }

  /// Calls `body` for every target channel, with its element and its list of gains.
  package func forEachTarget(
    among elements: [ChannelElementStream], of slots: [AACConfiguration.Slot],
    _ body: (_ element: Int, _ isSecond: Bool, _ list: Int) -> Void
  ) {
    var list = 0
    for number in 0..<targetCount {
      let target = targets[number]
      let places = CouplingChannelStream.lists(of: target, from: list)
      list += target.listCount
      for index in slots.indices
      where slots[index].isPair == target.isPair && !slots[index].isLowFrequency && elements[index].tag == target.tag {
        if let first = places.first { body(index, false, first) }
        if let second = places.second { body(index, true, second) }
      }
    }
  }
}
