import CCoreMedia
import CoreFoundation

/// The presentation times of decoded samples after trimming, speed changes or reversal according to a buffer's
/// attachments.
struct OutputTiming {
  let timing: SampleTiming
  private let trimAtStart: CMTime
  private let trimAtEnd: CMTime
  private let speed: Double
  private let isReversed: Bool
  private let chosenStart: CMTime

  init(_ buffer: SampleBuffer) {
    timing = buffer.timing
    trimAtStart = Self.time(buffer, kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    trimAtEnd = Self.time(buffer, kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    speed = Self.speed(buffer)
    isReversed = Self.isTrue(buffer, kCMSampleBufferAttachmentKey_Reverse)
    chosenStart = buffer.outputPresentationTimeStamp
  }

  /// True if only the start differs from the samples' own timing.
  private var isPlain: Bool { trimAtStart.value == 0 && trimAtEnd.value == 0 && !isReversed }

  /// The duration: (duration − trims) ÷ speed.
  var duration: CMTime {
    stretched(CMTimeSubtract(CMTimeSubtract(timing.duration, trimAtStart), trimAtEnd))
  }

  /// The start that was set, or else the first moment that is kept, or the last if it is played backwards.
  var presentationTimeStamp: CMTime {
    if chosenStart.kind != .invalid { return chosenStart }
    return isReversed ? keptEnd : keptStart
  }

  /// The decoding time: as far from the output's presentation as decoding is from presentation, ÷ speed.
  var decodeTimeStamp: CMTime {
    CMTimeAdd(
      presentationTimeStamp, stretched(CMTimeSubtract(timing.decodeTimeStamp, timing.presentationTimeStamp)))
  }

  /// Returns an entry for each sample, or one for all if they are equally long and complete.
  func entries() throws(Failure) -> [CMSampleTimingInfo] {
    guard !timing.entries.isEmpty else { return [] }
    if timing.entries.count == 1, isPlain || timing.count <= 1 {
      return [
        CMSampleTimingInfo(
          duration: timing.count <= 1 ? duration : stretched(timing.entries[0].duration),
          presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: decodeTimeStamp)
      ]
    }
    var all: [CMSampleTimingInfo] = []
    for index in 0..<timing.count { all.append(output(try timing.entry(at: index))) }
    return all
  }

  // MARK: Parts

  private var keptStart: CMTime { CMTimeAdd(timing.presentationTimeStamp, trimAtStart) }
  private var keptEnd: CMTime {
    CMTimeSubtract(CMTimeAdd(timing.presentationTimeStamp, timing.duration), trimAtEnd)
  }

  private func stretched(_ time: CMTime) -> CMTime {
    speed == 1 ? time : CMTimeMultiplyByFloat64(time, multiplier: 1 / speed)
  }

  /// Returns the kept part of one sample, and its output time.
  private func output(_ entry: CMSampleTimingInfo) -> CMSampleTimingInfo {
    let end = CMTimeAdd(entry.presentationTimeStamp, entry.duration)
    let start = CMTimeMinimum(CMTimeMaximum(entry.presentationTimeStamp, keptStart), keptEnd)
    let stop = CMTimeMaximum(CMTimeMinimum(end, keptEnd), start)
    let delay = isReversed ? CMTimeSubtract(keptEnd, stop) : CMTimeSubtract(start, keptStart)
    let presentation = CMTimeAdd(presentationTimeStamp, stretched(delay))
    return CMSampleTimingInfo(
      duration: stretched(CMTimeSubtract(stop, start)), presentationTimeStamp: presentation,
      decodeTimeStamp: CMTimeAdd(
        presentation, stretched(CMTimeSubtract(entry.decodeTimeStamp, entry.presentationTimeStamp))))
  }

  // MARK: Attachments

  /// Returns a time that is attached as a dictionary; 0 if there is none.
  private static func time(_ buffer: SampleBuffer, _ key: CFString) -> CMTime {
    let zero = CMTimeMake(value: 0, timescale: 1)
    guard let found = buffer.attachment(key)?.value, CFGetTypeID(found) == CFDictionaryGetTypeID() else { return zero }
    let parts: CFDictionary = sameObject(found)
    guard let value = parts.integer(kCMTimeValueKey), let scale = parts.integer(kCMTimeScaleKey),
      let timescale = Int32(exactly: scale), timescale > 0
    else { return zero }
    return CMTime(value: value, timescale: timescale, flags: .valid, epoch: 0)
  }

  private static func speed(_ buffer: SampleBuffer) -> Double {
    guard let found = buffer.attachment(kCMSampleBufferAttachmentKey_SpeedMultiplier)?.value,
      CFGetTypeID(found) == CFNumberGetTypeID()
    else { return 1 }
    var speed = 0.0
    unsafe CFNumberGetValue(sameObject(found), .doubleType, &speed)
    return speed == 0 || !speed.isFinite ? 1 : speed
  }

  private static func isTrue(_ buffer: SampleBuffer, _ key: CFString) -> Bool {
    guard let found = buffer.attachment(key)?.value, CFGetTypeID(found) == CFBooleanGetTypeID() else { return false }
    return CFBooleanGetValue(sameObject(found))
  }
}
