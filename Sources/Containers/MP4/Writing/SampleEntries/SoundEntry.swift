import AudioBase
import Bitstream

/// The sample entry of an audio track, made from the settings of a new file.
///
/// ISO/IEC 14496-12, 12.2.3; Apple's QuickTime File Format, "Sound Sample Descriptions" versions 0, 1 and 2.
package struct SoundEntry {
  /// The layout of the fields before the child boxes.
  enum Form {
    /// Version 0, with 16-bit fields.
    case plain
    /// ISO's version 1, with the rate in `srat`.
    case wideRate
    /// QuickTime's version 1, with four more fields for compressed sound.
    case compressed
    /// QuickTime's version 2, with a floating-point rate and 32-bit fields.
    case extended
  }

  /// The entry's four characters.
  var type: FourCharacterCode
  var form: Form
  var format: StreamFormat
  /// The number of bits per sample in the old fields: 16 for compressed sound, whatever it decodes to.
  var sampleBitCount = 16
  /// `mBytesPerPacket` of one channel in QuickTime's version 1.
  var bytesPerPacketOfChannel = 2
  /// True if QuickTime's compression identifier is −2: packets differ in size.
  var hasVariablePackets = false
  /// The contents of the codec's own boxes.
  var coding: Coding
  /// A whole `chan` or `chnl` box, or nothing.
  var channelBox: [UInt8] = []

  /// The contents of an entry's codec box.
  enum Coding {
    /// `esds`: an ES_Descriptor.
    case descriptor(objectType: UInt8, specific: [UInt8])
    /// A full box with the codec's configuration: `alac`.
    case fullBox(FourCharacterCode, [UInt8])
    /// A box with the codec's configuration: `dOps`.
    case box(FourCharacterCode, [UInt8])
    /// `enda`: true if the samples of QuickTime's wide PCM are little endian.
    case byteOrder(SampleFormat.ByteOrder)
    /// `pcmC` of ISO/IEC 23003-5.
    case pulseCode(SampleFormat)
    /// No box: the entry's type is enough.
    case none
  }

  /// `version` of `stsd`.
  package var tableVersion: UInt8 { form == .wideRate ? 1 : 0 }

  /// Returns the entry as bytes; its size does not depend on the statistics.
  package func bytes(_ statistics: StreamStatistics) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendBox(type) { body in
      body.append(zeros: 6)
      body.append(bigEndian: 1 as UInt16)
      appendFields(&body)
      appendCoding(&body, statistics)
      body += channelBox
      guard form == .wideRate else { return }
      body.appendFullBox("srat") { $0.append(bigEndian: UInt32(format.sampleRate)) }
    }
    return bytes
  }

  private func appendFields(_ body: inout [UInt8]) {
    let version: UInt16 =
      switch form {
      case .plain: 0
      case .wideRate, .compressed: 1
      case .extended: 2
      }
    body.append(bigEndian: version)
    body.append(zeros: 6)
    if form == .extended { return appendExtendedFields(&body) }
    body.append(bigEndian: UInt16(clamping: format.channelsPerFrame))
    body.append(bigEndian: UInt16(sampleBitCount))
    body.append(bigEndian: hasVariablePackets && form == .compressed ? -2 as Int16 : 0)
    body.append(zeros: 2)
    // A rate beyond 16 bits is in srat, that of FLAC in its configuration.
    let rate = form == .wideRate ? 1 : format.sampleRate < 65536 ? format.sampleRate : 0
    body.append(bigEndian: UInt32((rate * 65536).rounded()))
    guard form == .compressed else { return }
    body.append(bigEndian: UInt32(clamping: format.framesPerPacket))
    body.append(bigEndian: UInt32(bytesPerPacketOfChannel))
    body.append(bigEndian: UInt32(bytesPerPacketOfChannel * format.channelsPerFrame))
    body.append(bigEndian: UInt32((sampleBitCount + 7) / 8))
  }

  /// Appends the fields of version 2: the old ones hold constants, the new ones Core Audio's description.
  private func appendExtendedFields(_ body: inout [UInt8]) {
    body.append(bigEndian: 3 as UInt16)
    body.append(bigEndian: 16 as UInt16)
    body.append(bigEndian: -2 as Int16)
    body.append(zeros: 2)
    body.append(bigEndian: 0x1_0000 as UInt32)
    body.append(bigEndian: 72 as UInt32)
    body.append(bigEndian: format.sampleRate.bitPattern)
    body.append(bigEndian: UInt32(format.channelsPerFrame))
    body.append(bigEndian: 0x7F00_0000 as UInt32)
    body.append(bigEndian: UInt32(format.bitsPerChannel))
    body.append(bigEndian: format.formatFlags)
    body.append(bigEndian: UInt32(clamping: format.bytesPerPacket))
    body.append(bigEndian: UInt32(clamping: format.framesPerPacket))
  }

  private func appendCoding(_ body: inout [UInt8], _ statistics: StreamStatistics) {
    // QuickTime keeps what a codec needs inside a wave box, after the format's own name.
    guard form == .compressed || form == .extended, hasCodecBox else {
      return appendCodecBox(&body, statistics)
    }
    body.appendBox("wave") { wave in
      wave.appendBox("frma") { $0.append(type) }
      if type == "mp4a" { wave.appendBox("mp4a") { $0.append(zeros: 4) } }
      appendCodecBox(&wave, statistics)
      wave.appendBox(FourCharacterCode(rawValue: 0)) { _ in }
    }
  }

  private var hasCodecBox: Bool { if case .none = coding { false } else { true } }

  private func appendCodecBox(_ body: inout [UInt8], _ statistics: StreamStatistics) {
    switch coding {
    case .none: break
    case .descriptor(let objectType, let specific):
      let descriptor = SoundEntry.descriptor(objectType: objectType, specific: specific, statistics)
      body.appendFullBox("esds") { $0 += descriptor }
    case .fullBox(let type, let configuration): body.appendFullBox(type) { $0 += configuration }
    case .box(let type, let configuration): body.appendBox(type) { $0 += configuration }
    case .byteOrder(let order):
      body.appendBox("enda") { $0.append(bigEndian: order == .littleEndian ? 1 : 0 as UInt16) }
    case .pulseCode(let samples):
      body.appendFullBox("pcmC") { box in
        box.append(samples.byteOrder == .littleEndian ? 1 : 0)
        box.append(UInt8(samples.bitsPerSample))
      }
    }
  }
}
