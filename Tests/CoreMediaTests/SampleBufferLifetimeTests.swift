#if canImport(Glibc)
  import AudioToolbox
  import CoreFoundation
  import CoreMedia
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  /// What a thousand objects leave behind.
  @Suite("Sample buffers leave nothing behind", .serialized)
  struct SampleBufferLifetimeTests {
    @Test("The measure sees what is left behind", .enabled(if: LeftBehind.isMeasured))
    func measure() throws {
      var references: [Unmanaged<CMBlockBuffer>] = []
      let seen = try LeftBehind.bytes {
        references.append(Unmanaged.passRetained(try makeBlock([UInt8](repeating: 1, count: 4000))))
      }
      #expect(seen > 3_000_000)
      for reference in references { reference.release() }
    }

    @Test("Descriptions, blocks and buffers, each made, used and released a thousand times")
    func cycles() throws {
      let bytes = [UInt8](repeating: 7, count: 4000)
      let descriptions = try LeftBehind.bytes {
        let format = try makeFormat(
          coded(), cookie: [0x12, 0x10], extensions: makeDictionary([(string("key"), NSData(data: Data(bytes)))]))
        #expect(format.audioFormatList.count == 1)
        #expect(CMFormatDescriptionGetExtensions(format) != nil)
      }
      let format = try makeFormat(pcm())
      let buffers = try LeftBehind.bytes {
        let buffer = try CMSampleBuffer(
          dataBuffer: makeBlock(bytes), formatDescription: format, numSamples: 1000, sampleTimings: [], sampleSizes: [4]
        )
        buffer.attachments["data"] = .shouldPropagate(Data(bytes))
        buffer.sampleAttachments[0][.notSync] = true
        try buffer.withAudioBufferList(flags: .audioBufferListAssure16ByteAlignment) { list, _ in
          #expect(list[0].mDataByteSize == 4000)
        }
        let part = try CMSampleBuffer(copying: buffer, forRange: 0..<10)
        #expect(part.numSamples == 10)
        #expect(CMSampleBufferCallBlockForEachSample(part) { _, _ in noErr } == noErr)
      }
      let loaded = try LeftBehind.bytes {
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
      // Other tests run meanwhile and hold some memory. An object left behind a round would be megabytes.
      let growths = [descriptions, buffers, loaded]
      #expect(growths.allSatisfy { $0 < 1_000_000 }, "\(growths)")
    }

    @Test("References of C's are counted")
    func references() throws {
      weak var seen: AnyObject?
      var block: CMBlockBuffer? = try makeBlock([1, 2, 3])
      seen = block as AnyObject?
      var buffer: CMSampleBuffer? = try CMSampleBuffer(
        dataBuffer: block, formatDescription: nil, numSamples: 1, sampleTimings: [], sampleSizes: [3])
      let reference = Unmanaged.passRetained(try #require(buffer))
      block = nil
      buffer = nil
      #expect(seen != nil)
      #expect(reference.takeUnretainedValue().totalSampleSize == 3)
      reference.release()
      #expect(seen == nil)
    }
  }
#endif
