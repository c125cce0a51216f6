package import AudioBase
import Bitstream
import MPEG4Systems

extension SoundEntry {
  /// Returns the ES_Descriptor of `esds`, with the rates as they were measured. ISO/IEC 14496-14, 5.6.
  static func descriptor(objectType: UInt8, specific: [UInt8], _ statistics: StreamStatistics) -> [UInt8] {
    var configuration = DecoderConfigurationDescriptor(
      objectType: ObjectTypeIndication(rawValue: objectType), specificInformation: specific)
    configuration.bufferByteCount = UInt32(min(statistics.bufferByteCount, 0xFF_FFFF))
    configuration.maximumBitRate = UInt32(clamping: statistics.maximum)
    configuration.averageBitRate = UInt32(clamping: statistics.average)
    // The identifier is 0 inside files.
    return ElementaryStreamDescriptor(decoderConfiguration: configuration).bytes()
  }

  /// Returns the ALACSpecificConfig, with the channel layout that may follow it, out of a cookie of any form.
  ///
  /// Old cookies hold it inside boxes: `frma`, then `alac` with version and flags.
  static func losslessConfiguration(_ cookie: [UInt8]) throws(ContainerError) -> [UInt8] {
    var rest = cookie[...]
    if hasType(rest, "frma") { rest = rest.dropFirst(12) }
    if hasType(rest, "alac") { rest = rest.dropFirst(12) }
    guard rest.count >= 24 else {
      throw ContainerError(
        .invalidState, "Apple Lossless needs a configuration of 24 bytes as its cookie", at: 0, in: "alac")
    }
    // A terminator of eight bytes ends the old form.
    let length = rest.count >= 48 ? 48 : 24
    return Array(rest.prefix(length))
  }

  /// `bitDepth` of an ALACSpecificConfig.
  static func losslessDepth(_ cookie: [UInt8]) -> UInt8? {
    (try? losslessConfiguration(cookie)).map { $0[5] }
  }

  /// Returns the body of `STREAMINFO` from a cookie in any form: bare, after the header of its block, after `fLaC`, or
  /// in a box `dfLa`. RFC 9639, 8.2.
  static func streamInformation(_ cookie: [UInt8]) throws(ContainerError) -> [UInt8] {
    var rest = cookie[...]
    if rest.count == 34 { return cookie }
    if hasType(rest, "frma") { rest = rest.dropFirst(12) }
    if hasType(rest, "dfLa") { rest = rest.dropFirst(12) }
    if rest.starts(with: Array("fLaC".utf8)) { rest = rest.dropFirst(4) }
    guard rest.count >= 38, rest.dropFirst().starts(with: [0, 0, 34]), let type = rest.first, type & 0x7F == 0 else {
      throw ContainerError(.invalidState, "FLAC needs STREAMINFO as its cookie", at: 0, in: "dfLa")
    }
    return Array(rest.dropFirst(4).prefix(34))
  }

  /// Returns the number of bits of a sample as `STREAMINFO` states them.
  static func sampleBitCount(_ information: [UInt8]) -> Int {
    (Int(information[12] & 1) << 4 | Int(information[13] >> 4)) + 1
  }

  private static func hasType(_ bytes: ArraySlice<UInt8>, _ type: FourCharacterCode) -> Bool {
    guard bytes.count >= 12 else { return false }
    return bytes.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) } == type.rawValue
  }

  /// Returns the contents of `dOps`, from an `OpusHead` packet or from such contents. "Encapsulation of Opus in
  /// ISOBMFF", 4.3.2.
  package static func opusConfiguration(_ cookie: [UInt8]) throws(ContainerError) -> [UInt8] {
    let magic = Array("OpusHead".utf8)
    guard cookie.starts(with: magic) else {
      guard cookie.count >= 11, cookie[0] == 0 else { throw incompleteOpus }
      return cookie
    }
    guard cookie.count >= 19 else { throw incompleteOpus }
    // OpusHead is little endian, dOps big endian, and its version is 0.
    var bytes: [UInt8] = [0, cookie[9], cookie[11], cookie[10]]
    bytes += cookie[12..<16].reversed()
    bytes += [cookie[17], cookie[16], cookie[18]]
    guard cookie[18] != 0 else { return bytes }
    guard cookie.count >= 21 + Int(cookie[9]) else { throw incompleteOpus }
    bytes += cookie[19..<(21 + Int(cookie[9]))]
    return bytes
  }

  private static let incompleteOpus = ContainerError(
    .invalidState, "Opus needs its identification header as its cookie", at: 0, in: "dOps")

  /// `chan` of QuickTime or, for linear PCM and FLAC, `chnl` of ISO/IEC 14496-12, 12.2.4; empty for plain mono and
  /// stereo.
  ///
  /// Other compressed formats of ISO files say themselves where their channels belong.
  package static func channelBox(_ layout: ChannelLayout, isQuickTime: Bool, isPCM: Bool) -> [UInt8] {
    let plain = ChannelLayout(unlabelledChannelCount: layout.channelCount)
    guard layout.channelCount > 0, layout != plain, !layout.speakers.contains(.unknown) else { return [] }
    var bytes: [UInt8] = []
    if isQuickTime {
      bytes.appendFullBox("chan") { body in
        // The tag 0 states that descriptions follow.
        body.append(zeros: 8)
        body.append(bigEndian: UInt32(layout.channelCount))
        for speaker in layout.speakers {
          body.append(bigEndian: speaker.rawValue)
          body.append(zeros: 16)
        }
      }
    } else if isPCM {
      let positions = layout.speakers.compactMap(standardPosition)
      guard positions.count == layout.channelCount else { return [] }
      bytes.appendFullBox("chnl") { body in
        // The channels follow one by one, in no defined layout.
        body += [1, 0] + positions
      }
    }
    return bytes
  }

  /// `OutputChannelPosition` of ISO/IEC 23001-8.
  static func standardPosition(_ speaker: Speaker) -> UInt8? {
    switch speaker {
    case .left: 0
    case .right: 1
    case .center: 2
    case .lowFrequency: 3
    case .leftSurround: 4
    case .rightSurround: 5
    case .leftCenter: 6
    case .rightCenter: 7
    case .leftRear: 8
    case .rightRear: 9
    case .centerSurround: 10
    case .leftSide: 13
    case .rightSide: 14
    case .leftHeight: 17
    case .rightHeight: 18
    case .lowFrequency2: 26
    default: nil
    }
  }
}
