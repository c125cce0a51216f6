import AudioBase
import AudioDevices
import AudioPlayback
import AudioReception
import AudioStreaming
import Foundation
import RTPPayloads
import Synchronization

/// A microphone and a loudspeaker with AAC-ELD and RTP between them; `Benchmarks/mouth-to-ear` measures their delay.
///
///     mouth-to-ear MICROPHONE LOUDSPEAKER [--frames N] [--period FRAMES] [--buffer FRAMES] [--queue MS] [--jitter MS]
///                  [--rate BITS] [--seconds N]
///
/// The captured sound is encoded as AAC-ELD at 48 kHz, in stereo, in packets of 480 frames, or, with reduced delay, of
/// 240 or 120. It goes through a socket of the loopback interface and a jitter buffer of a constant delay, and is
/// played. At the end one JSON object states how long each stage took, by the statistics of the library.
@main struct Main {
  static func main() throws {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage)
      exit(64)
    }
    let codecDelay = try CodecDelay.measure(options)
    let format = try PayloadFormat(LinkEncoder(options).stream)
    let microphone = try options.device(options.mouth, .input)
    let loudspeaker = try options.device(options.ear, .output)

    var reception = ReceptionOptions()
    reception.jitter = .fixed(options.jitter)
    reception.queueSeconds = options.queue
    let stream = ReceivedStream(format.stream, framesPerUnit: options.frames)
    let player = try ReceivedStreamPlayer(stream, on: loudspeaker, options: reception)
    let receiver = try RTPReceiver(
      ReceptionSettings(format), at: RTPReceiver.Endpoint(address: "127.0.0.1", port: 0), into: player.buffer)
    let sender = try RTPSender(
      TransmissionSettings(format), to: RTPSender.Destination(host: "127.0.0.1", port: receiver.port), pacing: .asFed)
    let encoder = try LinkEncoder(options) { try sender.send($0) }
    let work = encoder.work
    var recording = RecorderOptions()
    recording.queueSeconds = 0.01
    let recorder = try Recorder(to: encoder, from: microphone, options: recording)

    try player.start()
    try recorder.record()
    var stages = Stages()
    let end = HostClock.now + UInt64(options.seconds * 1e9)
    while HostClock.now < end {
      Thread.sleep(forTimeInterval: 0.0173)
      stages.add(player.statistics.delays, captured: Self.captureDelay(microphone))
    }
    let (statistics, sent) = (player.statistics, sender.report)
    try recorder.finish()
    player.stop()
    var result = stages.means(codec: Double(codecDelay) / 48_000, work)
    result["units"] = Double(statistics.network.receivedUnits)
    result["unitsSent"] = Double(sent.unitCount)
    result["lostUnits"] = Double(statistics.network.lostUnits)
    result["lateUnits"] = Double(statistics.network.lateUnits)
    result["underruns"] = Double(statistics.network.underruns)
    result["missingFrames"] = Double(statistics.missingFrames.frames)
    result["overrunFrames"] = Double(recorder.overruns.frames)
    result["captureXruns"] = Double(microphone.report(.input).xrunCount)
    result["playXruns"] = Double(loudspeaker.report(.output).xrunCount)
    result["captureCycle"] = Double(microphone.bufferFrameCount)
    result["playCycle"] = Double(loudspeaker.bufferFrameCount)
    result["driftPartsPerMillion"] = statistics.network.driftPartsPerMillion
    result["jitter"] = statistics.network.jitter * 1000
    let data = try JSONSerialization.data(withJSONObject: result, options: [.sortedKeys, .prettyPrinted])
    print(String(decoding: data, as: UTF8.self))
  }
}

extension Main {
  /// Seconds from the capture of the last frame of a cycle to the call that hands it over; the frames in front of it
  /// wait for their unit to be complete anyway.
  private static func captureDelay(_ device: ALSADevice) -> Double {
    Double(max(0, device.report(.input).latencyFrameCount - device.bufferFrameCount)) / device.format.sampleRate
  }
}

/// The delays of the stages, summed over the times at which they were looked at.
private struct Stages {
  private var sums: [String: Double] = [:]
  private var count = 0

  mutating func add(_ delays: ReceptionDelays, captured: Double) {
    count += 1
    sums["stageCapture", default: 0] += captured
    sums["stageBuffer", default: 0] += delays.buffer
    sums["stageConversion", default: 0] += delays.conversion
    sums["stageQueue", default: 0] += delays.queue
    sums["stageDevice", default: 0] += delays.device
  }

  /// Means in milliseconds, with the codec's delay and the work of the encoder.
  func means(codec: Double, _ work: LinkEncoder.Work) -> [String: Double] {
    var result = sums.mapValues { $0 / Double(max(1, count)) * 1000 }
    result["stageCodec"] = codec * 1000
    let calls = Double(max(1, work.calls.load(ordering: .relaxed)))
    result["stageSending"] = Double(work.total.load(ordering: .relaxed)) / calls / 1e6
    result["longestSending"] = Double(work.longest.load(ordering: .relaxed)) / 1e6
    return result
  }
}
