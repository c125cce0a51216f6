#if canImport(Glibc)
  import CoreFoundation
  import CoreMedia
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  /// Objects that are made, used and let go a thousand times, each kind in a process of its own.
  @Suite("Objects of Core Media leave nothing behind", .serialized, .ownThreads)
  struct MediaLifetimeTests {
    /// A block buffer of 2,000 bytes, which are there.
    private static func block() throws -> CMBlockBuffer { try CMBlockBuffer(length: 2000, flags: .assureMemoryNow) }

    @Test func blocks() async {
      await #expect(processExitsWith: .success) {
        let left = try LeftBehind.bytesPerRound {
          let buffer = try CMBlockBuffer(bufferReference: Self.block())
          try buffer.append(length: 1000, allocator: { malloc($0) }, deallocator: { memory, _ in free(memory) })
          try expectEqual(buffer[..<100].makeContiguous(flags: .alwaysCopyData).dataLength, 100)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func pointers() async {
      await #expect(processExitsWith: .success) {
        let left = try LeftBehind.bytesPerRound {
          let queue = try CMSimpleQueue(capacity: 200)
          try queue.enqueue(UnsafeRawPointer(bitPattern: 1)!)
          expectEqual(queue.count, 1)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func buffers() async {
      await #expect(processExitsWith: .success) {
        let left = try LeftBehind.bytesPerRound {
          let queue = try makeQueue(TestCallbacks.all(sorted: true))
          let token = try queue.installTrigger(condition: .whenBufferCountBecomesGreaterThan(2)) { _ in }
          _ = try queue.installTrigger(condition: .whenDataBecomesReady)
          for start: Int64 in [3, 1, 2] { try queue.enqueue(TestBuffer(start)) }
          #expect(queue.testTrigger(token))
          #expect(queue.dequeue() != nil)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func sound() async {
      await #expect(processExitsWith: .success) {
        let left = try LeftBehind.bytesPerRound {
          let format = AudioStreamBasicDescription(
            mSampleRate: 48000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 12, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
          let description = try CMFormatDescription(
            audioStreamBasicDescription: format, magicCookie: Data(repeating: 1, count: 500))
          var made: CMSampleBuffer?
          let status = CMAudioSampleBufferCreateReadyWithPacketDescriptions(
            allocator: nil, dataBuffer: try Self.block(), formatDescription: description, sampleCount: 500,
            presentationTimeStamp: .zero, packetDescriptions: nil, sampleBufferOut: &made)
          expectEqual(status, noErr)
          expectEqual(made.map { CMSampleBufferGetNumSamples($0) }, 500)
          let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
          if let made { try queue.enqueue(made) }
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func clocksAndPools() async {
      await #expect(processExitsWith: .success) {
        let device = steppedDevice()
        let left = try LeftBehind.bytesPerRound {
          let base = try CMTimebase(sourceClock: clock(of: device))
          let above = try CMTimebase(sourceTimebase: base)
          try base.setRate(1)
          try above.setTime(.zero)
          try above.notificationBarrier()
          expectEqual(above.convertTime(.zero, to: base).isValid, false)
          let pool = CMMemoryPoolCreate(options: nil)
          let allocator = CMMemoryPoolGetAllocator(pool)
          CFAllocatorDeallocate(allocator, CFAllocatorAllocate(allocator, 9, 0))
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func entries() async {
      await #expect(processExitsWith: .success) {
        let left = try LeftBehind.bytesPerRound {
          var (text, again): (CMTextFormatDescription?, CMMetadataFormatDescription?) = (nil, nil)
          let entry = TextDescriptionTests.mobile
          CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData(
            allocator: nil, bigEndianTextDescriptionData: entry, size: entry.count, flavor: nil,
            mediaType: kCMMediaType_Subtitle, formatDescriptionOut: &text)
          try expectEqual(text?.fontName(localFontID: 1), "Arial")
          let name = string("mdta/" + String(repeating: "n", count: 1000))
          let metadata = try CMFormatDescription(boxedMetadataSpecifications: [
            ["Identifier": name, "DataType": string("com.example.type")]
          ])
          expectEqual(metadata.identifiers.count, 1)
          var block: CMBlockBuffer?
          CMMetadataFormatDescriptionCopyAsBigEndianMetadataDescriptionBlockBuffer(
            allocator: nil, metadataFormatDescription: metadata, flavor: nil, blockBufferOut: &block)
          CMMetadataFormatDescriptionCreateFromBigEndianMetadataDescriptionBlockBuffer(
            allocator: nil, bigEndianMetadataDescriptionBlockBuffer: try required(block), flavor: nil,
            formatDescriptionOut: &again)
          #expect(again?.keyWithLocalID(1) != nil)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }
  }
#endif
