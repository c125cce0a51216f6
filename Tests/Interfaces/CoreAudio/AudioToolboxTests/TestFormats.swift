import AudioBase
import AudioCatalog
import AudioConversion
import AudioToolbox
import Foundation
import TestSupport

/// Files of the repository that tests read.
enum Fixture {
  static let folder = SharedFiles.fixtures

  static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }

  static let music = folder.appending(path: "glockenspiel-aac-eld.m4a")

  /// The packets of a dump and the AudioSpecificConfig beside it.
  static func dump(_ name: String) throws -> (packets: [[UInt8]], configuration: [UInt8]) {
    (packetsOfDump(try bytes("AAC/\(name).dump")), try bytes("AAC/\(name).asc"))
  }

  /// The folder of all files that these tests make, which goes with the process.
  private static let scratch: URL = {
    let url = FileManager.default.temporaryDirectory.appending(path: "audio-toolbox-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(at: Fixture.scratch) }
    return url
  }()

  /// A new place for a file.
  static func temporary(_ suffix: String) -> URL { scratch.appending(path: "\(UUID().uuidString).\(suffix)") }
}

extension AudioStreamBasicDescription {
  /// Packed, interleaved samples.
  static func pcm(
    _ bits: UInt32 = 16, rate: Double = 44100, channels: UInt32 = 2, isFloat: Bool = false, isPlanar: Bool = false
  ) -> AudioStreamBasicDescription {
    let kind = isFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger
    let size = bits / 8 * (isPlanar ? 1 : channels)
    return AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kind | kAudioFormatFlagIsPacked | (isPlanar ? kAudioFormatFlagIsNonInterleaved : 0),
      mBytesPerPacket: size, mFramesPerPacket: 1, mBytesPerFrame: size, mChannelsPerFrame: channels,
      mBitsPerChannel: bits, mReserved: 0)
  }

  static func coded(
    _ formatID: AudioFormatID, rate: Double = 44100, channels: UInt32 = 2, frames: UInt32
  ) -> AudioStreamBasicDescription {
    AudioStreamBasicDescription(
      mSampleRate: rate, mFormatID: formatID, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: frames,
      mBytesPerFrame: 0, mChannelsPerFrame: channels, mBitsPerChannel: 0, mReserved: 0)
  }
}

/// What the package's own converter makes of packets: the reference for what comes through the C API.
func converted(
  _ packets: [[UInt8]], from input: AudioStreamBasicDescription, cookie: [UInt8],
  to output: AudioStreamBasicDescription
) throws -> [UInt8] {
  func format(_ d: AudioStreamBasicDescription) -> StreamFormat {
    var format = StreamFormat(
      formatID: .init(rawValue: d.mFormatID), sampleRate: d.mSampleRate, channelsPerFrame: Int(d.mChannelsPerFrame),
      framesPerPacket: Int(d.mFramesPerPacket), formatFlags: d.mFormatFlags)
    format.bytesPerPacket = Int(d.mBytesPerPacket)
    format.bytesPerFrame = Int(d.mBytesPerFrame)
    format.bitsPerChannel = Int(d.mBitsPerChannel)
    return format
  }
  var converter = try PacketConverter(
    from: CodedStream(format: format(input), cookie: cookie), to: CodedStream(format: format(output)),
    codecs: Catalog.standard.codecs)
  for packet in packets {
    let place = [PacketDescription(startOffset: 0, byteCount: packet.count)]
    converter.append(packet.span, descriptions: place.span)
  }
  converter.endInput()
  var bytes: [UInt8] = []
  var batch = PacketBatch()
  while true {
    let status = try converter.fill(&batch, packetCount: 1000)
    bytes += batch.bytes
    if status != .filled { return bytes }
  }
}

/// A source of packets for an input function, and what the function shall answer.
final class PacketFeed {
  var packets: [[UInt8]]
  var next = 0
  /// What the function returns when there is nothing left.
  var statusAtEnd: OSStatus = noErr
  var givesDescriptions = true
  var callCount = 0
  /// Says nothing of how many packets it gives, as many programs do.
  var leavesCount = false
  /// The packets that each call that gave one was asked for.
  var asked: [UInt32] = []
  /// Frames of a packet, for linear PCM, where each array holds many.
  var bytesPerPacket = 0
  private var memory: UnsafeMutablePointer<UInt8>?
  private let place = UnsafeMutablePointer<AudioStreamPacketDescription>.allocate(capacity: 1)

  init(_ packets: [[UInt8]]) { self.packets = packets }

  deinit {
    memory?.deallocate()
    place.deallocate()
  }

  /// An `AudioConverterComplexInputDataProc` that gives one packet a call.
  static let function: AudioConverterComplexInputDataProc = { _, count, list, places, userData in
    guard let userData else { return kAudio_ParamError }
    let feed = Unmanaged<PacketFeed>.fromOpaque(userData).takeUnretainedValue()
    feed.callCount += 1
    guard feed.next < feed.packets.count else {
      count.pointee = 0
      return feed.statusAtEnd
    }
    let packet = feed.packets[feed.next]
    feed.next += 1
    feed.memory?.deallocate()
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, packet.count))
    memory.initialize(from: packet, count: packet.count)
    feed.memory = memory
    list.pointee.mBuffers.mData = UnsafeMutableRawPointer(memory)
    list.pointee.mBuffers.mDataByteSize = UInt32(packet.count)
    feed.asked.append(count.pointee)
    if !feed.leavesCount {
      count.pointee = feed.bytesPerPacket > 0 ? UInt32(packet.count / feed.bytesPerPacket) : 1
    }
    if feed.givesDescriptions, let places {
      feed.place.pointee = AudioStreamPacketDescription(
        mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count))
      places.pointee = feed.place
    }
    return noErr
  }

  var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
}

/// Asks a converter for packets in one interleaved buffer.
func fill(
  _ converter: AudioConverterRef, _ feed: PacketFeed, packets: UInt32, room: Int,
  descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>? = nil
) -> (status: OSStatus, packets: UInt32, bytes: [UInt8]) {
  var bytes = [UInt8](repeating: 0, count: max(1, room))
  var count = packets
  var made = 0
  let status = bytes.withUnsafeMutableBytes { memory in
    var list = AudioBufferList(
      mNumberBuffers: 1,
      mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: UInt32(room), mData: memory.baseAddress))
    let status = AudioConverterFillComplexBuffer(
      converter, PacketFeed.function, feed.userData, &count, &list, descriptions)
    made = Int(list.mBuffers.mDataByteSize)
    return status
  }
  return (status, count, status == noErr || count > 0 ? Array(bytes.prefix(made)) : [])
}

func makeConverter(
  _ input: AudioStreamBasicDescription, _ output: AudioStreamBasicDescription
) throws -> AudioConverterRef {
  var (input, output) = (input, output)
  var converter: AudioConverterRef?
  let status = AudioConverterNew(&input, &output, &converter)
  guard status == noErr, let converter else { throw TestFailure(status: status) }
  return converter
}

struct TestFailure: Error { var status: OSStatus }

/// A packet of AAC LC, two channels, in a frame of ISO/IEC 14496-3, 1.A.3.2. Frequency 4 is 44100 Hz, 7 is 22050 Hz.
func inADTSFrame(_ packet: [UInt8], checksum: Bool = false, frequencyIndex: UInt8 = 4) -> [UInt8] {
  let length = packet.count + (checksum ? 9 : 7)
  let header: [UInt8] = [
    0xFF, checksum ? 0xF0 : 0xF1, 1 << 6 | frequencyIndex << 2, 2 << 6 | UInt8(length >> 11), UInt8(length >> 3 & 0xFF),
    UInt8(length & 7) << 5 | 0x1F, 0xFC,
  ]
  return header + (checksum ? [0x12, 0x34] : []) + packet
}
