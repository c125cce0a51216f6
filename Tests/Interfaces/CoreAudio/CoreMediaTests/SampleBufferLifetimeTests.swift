#if canImport(Glibc)
  import AudioToolbox
  import CoreFoundation
  import CoreMedia
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  /// Objects that are made, used and released a thousand times, each kind in a process of its own.
  @Suite("Sample buffers leave nothing behind", .serialized, .ownThreads)
  struct SampleBufferLifetimeTests {
    @Test("The measure sees what is left behind", .needs(.allocationCount))
    func measure() async {
      await #expect(processExitsWith: .success) {
        var references: [Unmanaged<CMBlockBuffer>] = []
        references.reserveCapacity(2000)
        let left = try LeftBehind.bytesPerRound {
          references.append(Unmanaged.passRetained(try makeBlock([UInt8](repeating: 1, count: 4000))))
        }
        #expect(left > 4000 && left < 6000, "\(left) bytes a round")
        for reference in references { reference.release() }
      }
    }

    @Test func descriptions() async {
      await #expect(processExitsWith: .success) {
        let bytes = [UInt8](repeating: 7, count: 4000)
        let left = try LeftBehind.bytesPerRound {
          let format = try makeFormat(
            coded(), cookie: [0x12, 0x10], extensions: makeDictionary([(string("key"), NSData(data: Data(bytes)))]))
          expectEqual(format.audioFormatList.count, 1)
          #expect(CMFormatDescriptionGetExtensions(format) != nil)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func buffers() async {
      await #expect(processExitsWith: .success) {
        let bytes = [UInt8](repeating: 7, count: 4000)
        let format = try makeFormat(pcm())
        let left = try LeftBehind.bytesPerRound {
          let buffer = try CMSampleBuffer(
            dataBuffer: makeBlock(bytes), formatDescription: format, numSamples: 1000, sampleTimings: [],
            sampleSizes: [4]
          )
          buffer.attachments["data"] = .shouldPropagate(Data(bytes))
          buffer.sampleAttachments[0][.notSync] = true
          try buffer.withAudioBufferList(flags: .audioBufferListAssure16ByteAlignment) { list, _ in
            expectEqual(list[0].mDataByteSize, 4000)
          }
          let part = try CMSampleBuffer(copying: buffer, forRange: 0..<10)
          expectEqual(part.numSamples, 10)
          expectEqual(CMSampleBufferCallBlockForEachSample(part) { _, _ in noErr }, noErr)
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test func loaded() async {
      await #expect(processExitsWith: .success) {
        let bytes = [UInt8](repeating: 7, count: 4000)
        let format = try makeFormat(pcm())
        let left = try LeftBehind.bytesPerRound {
          let buffer = try CMSampleBuffer(
            dataBuffer: nil, formatDescription: format, numSamples: 1000, sampleTimings: [], sampleSizes: [4],
            makeDataReadyHandler: { buffer in
              guard let block = try? makeBlock(bytes) else { return -1 }
              return CMSampleBufferSetDataBuffer(buffer, newValue: block)
            })
          try buffer.setInvalidateHandler { _ in }
          let copy = try CMSampleBuffer(copying: buffer)
          try copy.makeDataReady()
          try buffer.invalidate()
        }
        expectLess(left, LeftBehind.leastObject, "\(left) bytes a round")
      }
    }

    @Test("References of C's are counted")
    func references() throws {
      weak var seen: AnyObject?
      var block: CMBlockBuffer? = try makeBlock([1, 2, 3])
      seen = block as AnyObject?
      var buffer: CMSampleBuffer? = try CMSampleBuffer(
        dataBuffer: block, formatDescription: nil, numSamples: 1, sampleTimings: [], sampleSizes: [3])
      let reference = Unmanaged.passRetained(try required(buffer))
      block = nil
      buffer = nil
      #expect(seen != nil)
      expectEqual(reference.takeUnretainedValue().totalSampleSize, 3)
      reference.release()
      expectNil(seen)
    }
  }
#endif
