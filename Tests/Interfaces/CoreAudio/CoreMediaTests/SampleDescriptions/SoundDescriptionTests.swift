import AudioToolbox
import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Sample entries that FFmpeg wrote, and some by hand.
@Suite("Sound descriptions of files")
struct SoundDescriptionTests {
  /// ISO/IEC 14496-12, 12.2.3, with an `esds` of AAC-LC, 44.1 kHz, stereo: by hand.
  private let isoEntry: [UInt8] = {
    let descriptor: [UInt8] =
      [0x03, 0x19, 0, 0, 0, 0x04, 0x11, 0x40, 0x15, 0, 0, 0] + [0, 1, 0xF4, 0, 0, 1, 0xF4, 0]
      + [0x05, 0x02, 0x12, 0x10, 0x06, 0x01, 0x02]
    let esds = [0, 0, 0, UInt8(12 + descriptor.count)] + Array("esds".utf8) + [0, 0, 0, 0] + descriptor
    let header: [UInt8] =
      Array("mp4a".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 2, 0, 16, 0, 0, 0, 0]
      + [0xAC, 0x44, 0, 0]
    return [0, 0, 0, UInt8(4 + header.count + esds.count)] + header + esds
  }()

  /// QuickTime File Format, version 0: 16-bit big-endian PCM, 22,050 Hz, mono.
  private let twos: [UInt8] =
    [0, 0, 0, 36] + Array("twos".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [
      0, 1, 0, 16, 0, 0, 0, 0,
    ]
    + [0x56, 0x22, 0, 0]

  private func make(_ entry: [UInt8], _ flavor: CMSoundDescriptionFlavor?) -> (OSStatus, CMFormatDescription?) {
    var made: CMAudioFormatDescription?
    let status = CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionData(
      allocator: nil, bigEndianSoundDescriptionData: entry, size: entry.count, flavor: flavor,
      formatDescriptionOut: &made)
    return (status, made)
  }

  private func entry(of description: CMFormatDescription, _ flavor: CMSoundDescriptionFlavor?) throws -> [UInt8] {
    var block: CMBlockBuffer?
    try #require(
      CMAudioFormatDescriptionCopyAsBigEndianSoundDescriptionBlockBuffer(
        allocator: nil, audioFormatDescription: description, flavor: flavor, blockBufferOut: &block) == noErr)
    return bytes(of: try required(block))
  }

  @Test("An entry of MPEG-4's is read, and written word for word but for the reference")
  func iso() throws {
    let (status, made) = make(isoEntry, .isoFamily)
    expectEqual(status, noErr)
    let description = try required(made)
    let format = try required(description.audioStreamBasicDescription)
    expectEqual(format.mFormatID, kAudioFormatMPEG4AAC)
    expectEqual(format.mSampleRate, 44100)
    expectEqual(format.mChannelsPerFrame, 2)
    expectEqual(format.mFramesPerPacket, 1024)
    expectEqual(description.magicCookie.map { [UInt8]($0) }, Array(isoEntry.dropFirst(48)))
    try expectEqual(entry(of: description, .isoFamily), EntryBytes.withoutReference(isoEntry))
    // The same from a block buffer.
    var again: CMAudioFormatDescription?
    expectEqual(
      CMAudioFormatDescriptionCreateFromBigEndianSoundDescriptionBlockBuffer(
        allocator: nil, bigEndianSoundDescriptionBlockBuffer: try makeBlock(isoEntry),
        flavor: .mobile3GPFamily, formatDescriptionOut: &again), noErr)
    expectEqual(again.map { $0 == description }, true)
  }

  @Test("An entry that is made new holds the same, for each kind of file")
  func written() throws {
    let made = make(isoEntry, .isoFamily).1
    let cookie = try required(made?.magicCookie)
    let plain = try makeFormat(coded(), cookie: [UInt8](cookie))
    try expectEqual(entry(of: plain, .isoFamily), EntryBytes.withoutReference(isoEntry))
    let quickTime = try entry(of: plain, nil)
    // Version 1, packets of variable size, and the descriptor inside a wave.
    expectEqual(Array(quickTime[16..<18]), [0, 1])
    expectEqual(Array(quickTime[28..<30]), [0xFF, 0xFE])
    expectEqual(Array(quickTime[36..<40]), [0, 0, 4, 0])
    expectEqual(Array(quickTime[56..<60]), Array("wave".utf8))
    let back = try required(make(quickTime, nil).1)
    expectEqual(back.magicCookie, cookie)
    expectEqual(back.audioStreamBasicDescription?.mFramesPerPacket, 1024)
    let version2 = try entry(of: plain, .quickTimeMovieV2)
    expectEqual(Array(version2[16..<18]), [0, 2])
    expectEqual(Array(version2[40..<48]), [0x40, 0xE5, 0x88, 0x80, 0, 0, 0, 0])
    expectEqual(make(version2, nil).1?.audioStreamBasicDescription?.mSampleRate, 44100)
  }

  @Test("QuickTime's names of PCM are linear PCM with flags")
  func pcmNames() throws {
    let description = try required(make(twos, nil).1)
    let format = try required(description.audioStreamBasicDescription)
    expectEqual(format.mFormatID, kAudioFormatLinearPCM)
    expectEqual(
      format.mFormatFlags, kAudioFormatFlagIsBigEndian | kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked)
    expectEqual(format.mBytesPerFrame, 2)
    expectEqual(format.mSampleRate, 22050)
    // 96 kHz and planar sound need the newest entries.
    let high = try makeFormat(pcm(rate: 96000, channels: 2, isPlanar: true))
    let back = try required(make(try entry(of: high, nil), nil).1)
    expectEqual(back.audioStreamBasicDescription?.mSampleRate, 96000)
    expectEqual(back.audioStreamBasicDescription?.mFormatFlags, pcm(isPlanar: true).mFormatFlags)
    expectEqual(back.audioStreamBasicDescription?.mBytesPerFrame, 2)
    var block: CMBlockBuffer?
    expectEqual(
      CMAudioFormatDescriptionCopyAsBigEndianSoundDescriptionBlockBuffer(
        allocator: nil, audioFormatDescription: high, flavor: .isoFamily,
        blockBufferOut: &block), kCMFormatDescriptionBridgeError_IncompatibleFormatDescription)
  }

  @Test("Channel layouts go into the entry and come back")
  func layouts() throws {
    var format = pcm(rate: 48000, channels: 6)
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
    var made: CMAudioFormatDescription?
    CMAudioFormatDescriptionCreate(
      allocator: nil, asbd: &format, layoutSize: 12, layout: &layout, magicCookieSize: 0, magicCookie: nil,
      extensions: nil, formatDescriptionOut: &made)
    let description = try required(made)
    let back = try required(make(try entry(of: description, nil), nil).1)
    var size = 0
    let told = try required(CMAudioFormatDescriptionGetChannelLayout(back, sizeOut: &size))
    expectEqual(size, 12)
    expectEqual(told.pointee.mChannelLayoutTag, kAudioChannelLayoutTag_MPEG_5_1_A)
  }

  @Test("Every entry that is cut short is refused, and so is what is no flavor")
  func refusals() throws {
    for count in 0..<isoEntry.count {
      expectEqual(
        make(Array(isoEntry.prefix(count)), .isoFamily).0,
        kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription)
    }
    expectEqual(
      make(isoEntry, CMSoundDescriptionFlavor(rawValue: string("no flavor"))).0,
      kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor)
    var unknownVersion = twos
    unknownVersion[17] = 7
    expectEqual(make(unknownVersion, nil).0, kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription)
    // Every byte, made anything: nothing may trap.
    for place in isoEntry.indices {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = isoEntry
        changed[place] = value
        _ = make(changed, nil)
      }
    }
    let video = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16)
    var block: CMBlockBuffer?
    expectEqual(
      CMAudioFormatDescriptionCopyAsBigEndianSoundDescriptionBlockBuffer(
        allocator: nil, audioFormatDescription: video, flavor: nil, blockBufferOut: &block),
      kCMFormatDescriptionBridgeError_InvalidFormatDescription)
  }

  @Test("Fields are turned round and back")
  func swapping() {
    var entry = twos
    expectEqual(CMSwapBigEndianSoundDescriptionToHost(&entry, entry.count), noErr)
    let words = entry.withUnsafeBytes { bytes in
      (
        bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self),
        bytes.loadUnaligned(fromByteOffset: 24, as: UInt16.self),
        bytes.loadUnaligned(fromByteOffset: 32, as: UInt32.self)
      )
    }
    #expect(words == (36, 1, 22050 << 16))
    expectEqual(CMSwapHostEndianSoundDescriptionToBig(&entry, entry.count), noErr)
    expectEqual(entry, twos)
    expectEqual(CMSwapHostEndianSoundDescriptionToBig(&entry, 35), kCMFormatDescriptionBridgeError_InvalidParameter)
    entry[17] = 9
    expectEqual(
      CMSwapBigEndianSoundDescriptionToHost(&entry, entry.count),
      kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription)
  }

  @Test("Old files count frames as samples")
  func legacyTables() throws {
    #expect(CMDoesBigEndianSoundDescriptionRequireLegacyCBRSampleTableLayout(try makeBlock(twos), flavor: nil))
    let description = try makeFormat(coded(), cookie: [0x12, 0x10])
    let variable = try makeBlock(try entry(of: description, nil))
    #expect(!CMDoesBigEndianSoundDescriptionRequireLegacyCBRSampleTableLayout(variable, flavor: nil))
    #expect(
      !CMDoesBigEndianSoundDescriptionRequireLegacyCBRSampleTableLayout(
        try makeBlock(twos), flavor: .isoFamily))
  }
}
