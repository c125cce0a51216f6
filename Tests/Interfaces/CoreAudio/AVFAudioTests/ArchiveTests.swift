import AVFoundation
import Foundation
import TestSupport
import Testing

@Suite("Archives of formats and loudspeakers")
struct ArchiveTests {
  private func copy<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object? {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
  }

  @Test("A format comes back with its loudspeakers and its cookie", arguments: [false, true])
  func format(interleaved: Bool) throws {
    let layout = try required(AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_MPEG_5_1_A))
    let format = AVAudioFormat(
      commonFormat: .pcmFormatInt16, sampleRate: 44100, interleaved: interleaved, channelLayout: layout)
    format.magicCookie = Data([1, 2, 3])
    let copy = try required(copy(format))
    expectEqual(copy, format)
    expectEqual(copy.channelCount, 6)
    expectEqual(copy.isInterleaved, interleaved)
    expectEqual(copy.commonFormat, .pcmFormatInt16)
    expectEqual(copy.channelLayout?.layoutTag, kAudioChannelLayoutTag_MPEG_5_1_A)
    expectEqual(copy.magicCookie, Data([1, 2, 3]))
  }

  @Test("What was not told is not there afterwards")
  func stereo() throws {
    let format = try required(AVAudioFormat(standardFormatWithSampleRate: 48000, channels: 2))
    let copy = try required(copy(format))
    expectEqual(copy, format)
    expectNil(copy.channelLayout)
    expectNil(copy.magicCookie)
  }

  @Test("Loudspeakers that are described one by one come back")
  func descriptions() throws {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 12 + 2 * 20, alignment: 8)
    defer { bytes.deallocate() }
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: 12 + 2 * 20)
    bytes.storeBytes(of: 2, toByteOffset: 8, as: UInt32.self)
    bytes.storeBytes(of: kAudioChannelLabel_RightSurround, toByteOffset: 12, as: UInt32.self)
    bytes.storeBytes(of: kAudioChannelLabel_LeftSurround, toByteOffset: 32, as: UInt32.self)
    let layout = AVAudioChannelLayout(layout: bytes.assumingMemoryBound(to: AudioChannelLayout.self))
    let copy = try required(copy(layout))
    expectEqual(copy, layout)
    expectEqual(copy.channelCount, 2)
    expectEqual(copy.layout.pointee.mChannelDescriptions.mChannelLabel, kAudioChannelLabel_RightSurround)
  }

  @Test("An archive that lacks the description, or cuts it short, gives no format")
  func damage() throws {
    for data in [nil, Data(), Data(count: 39), Data(count: 41), Data(count: 40)] {
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      if let data { archiver.encode(data as NSData, forKey: "streamDescription") }
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
      unarchiver.decodingFailurePolicy = .setErrorAndReturn
      // Even of the right size, a format without channels is none.
      expectNil(AVAudioFormat(coder: unarchiver))
    }
  }
}
