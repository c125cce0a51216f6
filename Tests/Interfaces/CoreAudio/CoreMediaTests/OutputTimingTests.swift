import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Output times of sample buffers")
struct OutputTimingTests {
  /// Two packets of 1024 frames at 48 kHz, from one second on.
  private func make(
    start: CMTime? = nil, end: CMTime? = nil, speed: Double? = nil, isReversed: Bool = false
  ) throws -> CMSampleBuffer {
    let buffer = try CMSampleBuffer(
      dataBuffer: makeBlock([1, 2]), formatDescription: makeFormat(coded(rate: 48000)), numSamples: 2,
      sampleTimings: [entry(time(1024), at: time(48000))], sampleSizes: [1])
    if let start {
      CMSetAttachment(
        buffer, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart, value: dictionary(of: start), attachmentMode: 1)
    }
    if let end {
      CMSetAttachment(
        buffer, key: kCMSampleBufferAttachmentKey_TrimDurationAtEnd, value: dictionary(of: end), attachmentMode: 1)
    }
    if let speed { buffer.attachments[.speedMultiplier] = .shouldPropagate(speed) }
    if isReversed { buffer.attachments[.reverse] = .shouldPropagate(true) }
    return buffer
  }

  @Test("Without attachments the output is what the samples are")
  func plain() throws {
    let buffer = try make()
    expectEqual(buffer.outputDuration, time(2048))
    expectEqual(buffer.outputPresentationTimeStamp, time(48000))
    #expect(!buffer.outputDecodeTimeStamp.isValid)
    let entries = try buffer.outputSampleTimingInfos()
    expectEqual(entries.count, 1)
    expectEqual(entries[0].duration, time(1024))
    expectEqual(entries[0].presentationTimeStamp, time(48000))
  }

  @Test("Trimming takes from the start and from the end, across samples")
  func trimming() throws {
    // An AAC encoder's priming of 1,100 frames: all of the first packet and 76 frames of the second.
    let buffer = try make(start: time(1100), end: time(48))
    expectEqual(buffer.duration, time(2048))
    expectEqual(buffer.outputDuration, time(2048 - 1100 - 48))
    expectEqual(buffer.outputPresentationTimeStamp, time(48000 + 1100))
    let entries = try buffer.outputSampleTimingInfos()
    expectEqual(entries.map(\.duration), [time(0), time(900)])
    expectEqual(entries.map(\.presentationTimeStamp), [time(49100), time(49100)])
    // Times in another scale count too.
    try expectEqual(make(start: time(1, 1000)).outputDuration, time(2000))
  }

  @Test("Faster is shorter, from the same start on")
  func speed() throws {
    let buffer = try make(start: time(48), speed: 2)
    expectEqual(buffer.outputDuration, time(1000))
    expectEqual(buffer.outputPresentationTimeStamp, time(48048))
    let entries = try buffer.outputSampleTimingInfos()
    expectEqual(entries.map(\.duration), [time(488), time(512)])
    expectEqual(entries.map(\.presentationTimeStamp), [time(48048), time(48048 + 488)])
    try expectEqual(make(speed: 0).outputDuration, time(2048))
  }

  @Test("Backwards, the output begins with the end that is left")
  func reversed() throws {
    let buffer = try make(end: time(100), isReversed: true)
    expectEqual(buffer.outputPresentationTimeStamp, time(48000 + 2048 - 100))
    let entries = try buffer.outputSampleTimingInfos()
    expectEqual(entries.map(\.duration), [time(1024), time(924)])
    expectEqual(entries[1].presentationTimeStamp, time(49948))
    expectEqual(entries[0].presentationTimeStamp, time(49948 + 924))
  }

  @Test("A time that was set replaces the computed one, an invalid one brings it back")
  func chosen() throws {
    let buffer = try make(start: time(48))
    expectEqual(CMSampleBufferSetOutputPresentationTimeStamp(buffer, newValue: time(7, 1)), noErr)
    expectEqual(CMSampleBufferGetOutputPresentationTimeStamp(buffer), time(7, 1))
    expectEqual(CMSampleBufferGetOutputDuration(buffer), time(2000))
    expectEqual(CMSampleBufferSetOutputPresentationTimeStamp(buffer, newValue: .invalid), noErr)
    expectEqual(CMSampleBufferGetOutputPresentationTimeStamp(buffer), time(48048))
  }

  @Test("Decoding is as far from presentation as ever, divided by the speed")
  func decoding() throws {
    let buffer = try CMSampleBuffer(
      dataBuffer: makeBlock([1]), formatDescription: nil, numSamples: 1,
      sampleTimings: [entry(time(10, 30), at: time(60, 30), decoded: time(54, 30))], sampleSizes: [1])
    buffer.attachments[.speedMultiplier] = .shouldPropagate(2.0)
    expectEqual(buffer.outputPresentationTimeStamp, time(60, 30))
    expectEqual(buffer.outputDecodeTimeStamp, time(57, 30))
  }
}
