#if canImport(Glibc)
  import CoreFoundation
  import CoreMedia
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  /// What a thousand objects leave behind.
  @Suite("Objects of Core Media leave nothing behind", .serialized)
  struct MediaLifetimeTests {
    /// A block buffer of 2,000 bytes, which are there.
    private func block() throws -> CMBlockBuffer { try CMBlockBuffer(length: 2000, flags: .assureMemoryNow) }

    @Test("Queues, block buffers, formats and sample buffers, each made, used and let go a thousand times")
    func cycles() throws {
      let blocks = try LeftBehind.bytes {
        let buffer = try CMBlockBuffer(bufferReference: block())
        try buffer.append(length: 1000, allocator: { malloc($0) }, deallocator: { memory, _ in free(memory) })
        #expect(try buffer[..<100].makeContiguous(flags: .alwaysCopyData).dataLength == 100)
      }
      let pointers = try LeftBehind.bytes {
        let queue = try CMSimpleQueue(capacity: 200)
        try queue.enqueue(UnsafeRawPointer(bitPattern: 1)!)
        #expect(queue.count == 1)
      }
      let buffers = try LeftBehind.bytes {
        let queue = try makeQueue(TestCallbacks.all(sorted: true))
        let token = try queue.installTrigger(condition: .whenBufferCountBecomesGreaterThan(2)) { _ in }
        _ = try queue.installTrigger(condition: .whenDataBecomesReady)
        for start: Int64 in [3, 1, 2] { try queue.enqueue(TestBuffer(start)) }
        #expect(queue.testTrigger(token))
        #expect(queue.dequeue() != nil)
      }
      let sound = try LeftBehind.bytes {
        let format = AudioStreamBasicDescription(
          mSampleRate: 48000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 12, mBytesPerPacket: 4,
          mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
        let description = try CMFormatDescription(
          audioStreamBasicDescription: format, magicCookie: Data(repeating: 1, count: 500))
        var made: CMSampleBuffer?
        let status = CMAudioSampleBufferCreateReadyWithPacketDescriptions(
          allocator: nil, dataBuffer: try block(), formatDescription: description, sampleCount: 500,
          presentationTimeStamp: .zero, packetDescriptions: nil, sampleBufferOut: &made)
        #expect(status == noErr)
        #expect(made.map { CMSampleBufferGetNumSamples($0) } == 500)
        let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
        if let made { try queue.enqueue(made) }
      }
      let entries = try LeftBehind.bytes {
        var (text, again): (CMTextFormatDescription?, CMMetadataFormatDescription?) = (nil, nil)
        let entry = TextDescriptionTests.mobile
        CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData(
          allocator: nil, bigEndianTextDescriptionData: entry, size: entry.count, flavor: nil,
          mediaType: kCMMediaType_Subtitle, formatDescriptionOut: &text)
        #expect(try text?.fontName(localFontID: 1) == "Arial")
        let name = string("mdta/" + String(repeating: "n", count: 1000))
        let metadata = try CMFormatDescription(boxedMetadataSpecifications: [
          ["Identifier": name, "DataType": string("com.example.type")]
        ])
        #expect(metadata.identifiers.count == 1)
        var block: CMBlockBuffer?
        CMMetadataFormatDescriptionCopyAsBigEndianMetadataDescriptionBlockBuffer(
          allocator: nil, metadataFormatDescription: metadata, flavor: nil, blockBufferOut: &block)
        CMMetadataFormatDescriptionCreateFromBigEndianMetadataDescriptionBlockBuffer(
          allocator: nil, bigEndianMetadataDescriptionBlockBuffer: try #require(block), flavor: nil,
          formatDescriptionOut: &again)
        #expect(again?.keyWithLocalID(1) != nil)
      }
      // Other tests run meanwhile and hold some memory. An object left behind a round would be megabytes.
      let growths = [blocks, pointers, buffers, sound, entries]
      #expect(growths.allSatisfy { $0 < 1_000_000 }, "\(growths)")
    }
  }
#endif
