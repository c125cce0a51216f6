public import AudioBase
import AudioCatalog
public import AudioConversion
public import AudioDevices
package import SignalProcessing

// Bound throughout: blocks have a constant length, and the decoder accepts the channels.
// Holds throughout: places lie within blocks by the counts that conversions return.

/// The samples of a received stream, at a constant rate however irregularly it arrives.
///
/// ```
/// JitterBuffer ─► decode, conceal ─► mix, convert the rate ─► drift ─► reader
/// ```
/// Missing units are filled in by the decoder, or silent; there are always as many frames to read as requested, until
/// ``JitterBuffer/endInput()`` has been called and all has been read. The reader sets the pace, with its own clock, and
/// the samples follow the sender's clock by a rate that differs from 1 by half a percent at most.
///
/// It is the pull form of receiving: read it into a file at the pace of the clock, or let a ``ReceivedStreamPlayer`` do
/// so for a device. One thread at a time reads; the buffer may be fed by others.
public final class ReceivedSamples: SampleSource {
  /// The frames per second of the samples.
  public let sampleRate: Double
  /// The number of channels of the samples.
  public let channelCount: Int
  /// Always `nil`: the number of frames is not known.
  public var frameCount: Int64? { nil }
  /// The source of the units.
  public let buffer: JitterBuffer
  /// The delay from taking units to their samples, in seconds, by rate conversion and drift compensation.
  public let conversionDelay: Double
  /// The report on decoding so far.
  public var report: DecodingReport { samples.report }

  private let samples: PacketSamples
  private let clock: @Sendable () -> Int64
  private var compensator: DriftCompensator
  private var controller = DelayController()
  private let isDescribed: Bool
  /// The number of packets that a unit's time stands for.
  private let packetsPerUnit: Int
  /// The number of frames that a unit's time stands for, at the output's rate.
  private let outputFramesPerUnit: Int
  /// True if nothing has been returned yet for a lost unit that is to be concealed.
  private var owesFrames = false
  /// The number of units that the decoder could neither decode nor conceal.
  private var refusedUnitCount = 0
  /// The number of frames of silence that are still to be returned for it.
  private var owedFrameCount = 0
  private var isQuiet = true
  /// The moment of the first request, and the frames that were given since.
  private var start: Int64?
  private var readCount = 0
  private var hasEnded = false
  private var isFlushed = false

  /// The number of frames that are converted at a time.
  private static let runLength = 480
  /// The level below which the sound counts as quiet: −60 dB.
  private static let quietLevel: Float = 0.001
  /// The seconds of silence that are given at a time while nothing is to be played.
  private static let silenceSeconds = 0.001

  /// Prepares to decode a stream for a device, or for a file of its format.
  ///
  /// - Parameters:
  ///   - stream: The received stream.
  ///   - buffer: The buffer in which its units arrive.
  ///   - format: The rate and the channels of the output.
  ///   - options: The options of the decoder and of the clock; those of the jitter buffer are not used.
  /// - Throws: `AudioError` if the stream cannot be decoded, or not for this format.
  public init(
    _ stream: ReceivedStream, through buffer: JitterBuffer, for format: DeviceFormat,
    options: ReceptionOptions = ReceptionOptions()
  ) throws(AudioError) {
    samples = try PacketSamples(
      from: PacketInput(stream.coded, decoder: options.decoder, damagePolicy: .conceal),
      for: (format.sampleRate, format.channelCount), codecs: options.catalog.codecs)
    (sampleRate, channelCount) = (format.sampleRate, format.channelCount)
    self.buffer = buffer
    clock = options.clock
    compensator = DriftCompensator(channelCount: format.channelCount, blockLength: Self.runLength)
    isDescribed = stream.coded.format.bytesPerPacket == 0
    let seconds = Double(buffer.framesPerUnit) / buffer.sampleRate
    let frames = seconds * samples.decoded.sampleRate
    packetsPerUnit = max(1, Int(saturating: (frames / Double(max(1, samples.decoded.framesPerPacket))).rounded()))
    outputFramesPerUnit = max(1, Int(saturating: (seconds * format.sampleRate).rounded()))
    conversionDelay = samples.latency + Double(DriftCompensator.delay) / format.sampleRate
  }

  /// Fills memory with the next frames; fewer than there is room for only at the end.
  ///
  /// The first frame is taken to be played, or written, at the moment of the call.
  public func read(into planes: inout some SamplePlanes<Float> & ~Copyable) throws(AudioError) -> Int {
    read(into: &planes, at: clock())
  }

  /// Fills memory like ``read(into:)``, with the first frame for a given time, in nanoseconds of the clock of arrivals:
  /// after a delay the reader continues as if there had been none.
  package func read(into planes: inout some SamplePlanes<Float> & ~Copyable, at now: Int64) -> Int {
    let begin = start ?? now
    start = begin
    controller.notePlaying(at: Double(now &- begin) / 1e9, played: Double(readCount) / sampleRate)
    var made = 0
    defer { readCount &+= made }
    while made < planes.frameCapacity {
      let count = give(into: &planes, at: made)
      made += count
      if count > 0 { continue }
      if isFlushed { break }
      advance(at: now &+ Int64(saturating: Double(made) / sampleRate * 1e9))
    }
    return made
  }

  /// Throws: sound that has been heard cannot be read again.
  public func seek(toFrame frame: Int64) throws(AudioError) {
    throw .format(CodecError(.unsupported, "nothing can be sought in a stream that is received"))
  }

  private func give(into planes: inout some SamplePlanes<Float> & ~Copyable, at start: Int) -> Int {
    let count = compensator.frameCount(upTo: planes.frameCapacity - start)
    guard count > 0 else { return 0 }
    for channel in 0..<channelCount {
      var plane = planes.plane(channel)
      var part = plane._mutatingExtracting(start..<(start + count))
      compensator.write(channel, into: &part)
    }
    compensator.advance(count)
    return count
  }

  /// Supplies the compensator with more frames.
  private func advance(at moment: Int64) {
    let room = min(compensator.room, Self.runLength)
    if owedFrameCount > 0 {
      let count = min(owedFrameCount, room)
      owedFrameCount -= count
      return appendSilence(count)
    }
    if decode(room) { return }
    if hasEnded {
      // The frames that the compensator holds back come out, followed by silence.
      isFlushed = true
      return appendSilence(min(room, DriftCompensator.delay))
    }
    if owesFrames {
      (owesFrames, owedFrameCount) = (false, outputFramesPerUnit)
      return
    }
    takeUnit(at: moment)
  }

  /// Decodes frames into the compensator; returns false if there are none.
  private func decode(_ room: Int) -> Bool {
    var count = 0
    compensator.makeRoom()
    do throws(AudioError) {
      count = try samples.read(into: &compensator, 0..<room)
    } catch {
      // The decoder could not fill in: its silence is due, and the next unit continues.
      owesFrames = true
      refusedUnitCount += 1
    }
    guard count > 0 else { return false }
    owesFrames = false
    isQuiet = compensator.commit(count) < Self.quietLevel
    return true
  }

  private func appendSilence(_ count: Int) {
    compensator.append(count) { _, part in part.clear() }
    isQuiet = true
  }

  /// Takes the jitter buffer's answer for this moment.
  private func takeUnit(at moment: Int64) {
    let delivery = buffer.take(at: moment, isQuiet: isQuiet)
    switch delivery.event {
    case .unit(let unit):
      append(unit)
      steer(by: delivery)
    case .lost, .paused, .starved, .stretched:
      samples.appendLoss(packetCount: packetsPerUnit, before: Array(delivery.following?.bytes ?? []))
      owesFrames = true
    case .buffering:
      controller.jump()
      appendSilence(min(Self.runLength, max(1, Int(saturating: Self.silenceSeconds * sampleRate))))
    case .ended:
      samples.endInput()
      hasEnded = true
    }
  }

  private func append(_ unit: ReceivedAccessUnit) {
    let place = PacketDescription(startOffset: 0, byteCount: unit.bytes.count, frameCount: 0)
    if isDescribed {
      samples.append(unit.bytes.span, descriptions: CollectionOfOne(place).span)
    } else {
      samples.append(unit.bytes.span)
    }
  }

  private func steer(by delivery: JitterDelivery) {
    controller.update(
      excess: delivery.excessDelay ?? 0, senderDrift: delivery.senderDrift,
      seconds: Double(buffer.framesPerUnit) / buffer.sampleRate)
    compensator.rate = controller.rate
    let damaged = Int(saturating: Double(samples.report.damagedPacketCount)) + refusedUnitCount
    buffer.note(drift: controller.drift, damagedUnits: damaged)
  }
}

/// Decoded frames are written to the place if they are interpolated.
extension DriftCompensator: SamplePlanes {
  package var frameCapacity: Int { room }
}
