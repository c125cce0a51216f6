import AudioBase
import Foundation
import SignalProcessing

/// Converts raw 64-bit floats of one channel from standard input to standard output, or measures speed.
///
///     resample-tones IN_RATE OUT_RATE COMPLEXITY QUALITY float|double
///       [seconds CHANNELS SECONDS RUNS | stream MILLISECONDS]
///
/// COMPLEXITY is linear, normal, mastering, minimum, prompt (normal, given promptly) or prompt-mastering. Standard
/// error tells by how many milliseconds low frequencies come late, and how much input the first output frame waits for.
/// With `seconds` noise is converted instead, and the processor time of each run printed; with `stream` ten seconds of
/// it, so many milliseconds a call, and what the calls gave.
@main
struct ResampleTones {
  static func main() throws {
    guard let job = Job(CommandLine.arguments.dropFirst()) else {
      FileHandle.standardError.write(
        Data("resample-tones IN OUT COMPLEXITY QUALITY float|double [seconds C S RUNS|stream MS]\n".utf8))
      exit(64)
    }
    if job.isSinglePrecision { try job.run(Float.self) } else { try job.run(Double.self) }
  }
}

/// What the command line asks for.
struct Job {
  var inputRate: Double
  var outputRate: Double
  var settings: ResamplerSettings
  var isSinglePrecision: Bool
  var speed: (channelCount: Int, seconds: Int, runs: Int)?
  /// The length of each call, for sound that arrives a little at a time.
  var callMilliseconds: Double?

  init?(_ arguments: ArraySlice<String>) {
    let words = Array(arguments)
    let kinds: [String: (ResamplerComplexity, ResamplerDelivery)] = [
      "linear": (.linear, .blocks), "normal": (.normal, .blocks), "mastering": (.mastering, .blocks),
      "minimum": (.minimumPhase, .blocks), "prompt": (.normal, .prompt), "prompt-mastering": (.mastering, .prompt),
    ]
    guard [5, 7, 9].contains(words.count), let inputRate = Double(words[0]), let outputRate = Double(words[1]),
      let (complexity, delivery) = kinds[words[2]], let quality = Int(words[3])
    else { return nil }
    self.inputRate = inputRate
    self.outputRate = outputRate
    settings = ResamplerSettings(complexity: complexity, quality: ResamplerQuality(quality), delivery: delivery)
    isSinglePrecision = words[4] == "float"
    if words.count == 7 {
      guard words[5] == "stream", let milliseconds = Double(words[6]), milliseconds > 0 else { return nil }
      callMilliseconds = milliseconds
    }
    if words.count == 9 {
      guard let channels = Int(words[6]), let seconds = Int(words[7]), let runs = Int(words[8]) else { return nil }
      speed = (channels, seconds, runs)
    }
  }

  func run<Sample: ResamplerSample>(_ type: Sample.Type) throws {
    if let callMilliseconds {
      try stream(type, callLength: Int(inputRate * callMilliseconds / 1000))
    } else if let speed {
      let count = Int(inputRate) * speed.seconds
      let noise = Job.noise(count).map { Sample(nearest: $0) }
      for _ in 0..<speed.runs {
        let begin = Job.threadSeconds()
        try convertInChunks(noise, channelCount: speed.channelCount)
        print(Job.threadSeconds() - begin)
      }
    } else {
      let input = FileHandle.standardInput.readDataToEndOfFile()
      let numbers = stride(from: 0, to: input.count - 7, by: 8).map { offset in
        Sample(nearest: Double(bitPattern: Job.word(input, at: offset)))
      }
      var output = Data()
      for sample in try convert(numbers) {
        var bits = sample.inDoublePrecision.bitPattern.littleEndian
        for _ in 0..<8 {
          output.append(UInt8(truncatingIfNeeded: bits))
          bits >>= 8
        }
      }
      FileHandle.standardOutput.write(output)
    }
  }

  /// Converts the whole of one channel.
  private func convert<Sample: ResamplerSample>(_ input: [Sample]) throws -> [Sample] {
    var resampler = try Resampler<Sample>(from: inputRate, to: outputRate, channelCount: 1, settings: settings)
    let wait = Double(resampler.inputFrameCount(forOutput: 1)) / inputRate
    FileHandle.standardError.write(Data("\(resampler.delay * 1000) \(wait * 1000)\n".utf8))
    let count = resampler.totalOutputFrameCount(forInput: input.count)
    var samples = [Sample](repeating: 0, count: count)
    var output = samples.mutableSpan
    let filled = resampler.process(channel: 0, input.span, into: &output).produced
    resampler.endInput()
    var rest = output._mutatingExtracting(filled..<count)
    let last = resampler.process(channel: 0, Span(), into: &rest).produced
    precondition(filled + last == count)
    return samples
  }

  /// Converts calls of equal length, and prints: the milliseconds that came before the first frame; the fewest and the
  /// most frames of a call after the one that gave it; the delay that is told, and the one that is measured, in
  /// milliseconds; the speed, times real time.
  private func stream<Sample: ResamplerSample>(_ type: Sample.Type, callLength: Int) throws {
    let calls = Int(10 * inputRate) / callLength
    let input = Job.noise(calls * callLength).map { Sample(nearest: $0) }
    var resampler = try Resampler<Sample>(from: inputRate, to: outputRate, channelCount: 1, settings: settings)
    var samples = [Sample](repeating: 0, count: Int(Double(callLength) * outputRate / inputRate) * 2 + 16)
    var (first, fewest, most, produced) = (0, Int.max, 0, 0)
    let begin = Job.threadSeconds()
    for call in 0..<calls {
      var output = samples.mutableSpan
      let part = input.span.extracting((call * callLength)..<((call + 1) * callLength))
      let given = resampler.process(channel: 0, part, into: &output).produced
      if produced > 0 { (fewest, most) = (min(fewest, given), max(most, given)) }
      produced += given
      if first == 0, produced > 0 { first = (call + 1) * callLength }
    }
    let speed = Double(calls * callLength) / inputRate / (Job.threadSeconds() - begin)
    let measured = try delayOfPulse(type)
    print(Double(first) / inputRate * 1000, fewest, most, resampler.latency * 1000, measured * 1000, speed)
  }

  /// How long after a pulse went in it came out, in seconds: frames are given one by one, and each output frame is
  /// heard when the call that gave it returns.
  private func delayOfPulse<Sample: ResamplerSample>(_ type: Sample.Type) throws -> Double {
    var resampler = try Resampler<Sample>(from: inputRate, to: outputRate, channelCount: 1, settings: settings)
    let lower = min(inputRate, outputRate)
    let centre = (1000 * inputRate / lower).rounded()
    var samples = [Sample](repeating: 0, count: Int(outputRate / inputRate) + 2)
    var (moment, sum) = (0.0, 0.0)
    for frame in 0..<Int(2 * centre) {
      let distance = (Double(frame) - centre) * lower / inputRate / 4
      let sample = [Sample(nearest: exp(-distance * distance))]
      var output = samples.mutableSpan
      let count = resampler.process(channel: 0, sample.span, into: &output).produced
      for index in 0..<count {
        // The frames of one call are played one after the other.
        let time = Double(frame) / inputRate + Double(index) / outputRate
        let value = samples[index].inDoublePrecision
        sum += value
        moment += value * time
      }
    }
    return moment / sum - centre / inputRate
  }

  /// Converts the same input in each channel, 16,384 frames at a time, and keeps nothing.
  private func convertInChunks<Sample: ResamplerSample>(_ input: [Sample], channelCount: Int) throws {
    var resampler = try Resampler<Sample>(
      from: inputRate, to: outputRate, channelCount: channelCount, settings: settings)
    let chunk = 16_384
    var samples = [Sample](repeating: 0, count: chunk)
    for start in stride(from: 0, to: input.count, by: chunk) {
      let end = min(start + chunk, input.count)
      for channel in 0..<channelCount {
        var first = start
        repeat {
          var output = samples.mutableSpan
          first += resampler.process(channel: channel, input.span.extracting(first..<end), into: &output).consumed
        } while first < end
      }
    }
    resampler.endInput()
    for channel in 0..<channelCount {
      var output = samples.mutableSpan
      while resampler.process(channel: channel, Span(), into: &output).produced == chunk {}
    }
  }

  private static func word(_ data: Data, at offset: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(data[offset + $1]) << UInt64(8 * $1) }
  }

  private static func noise(_ count: Int) -> [Double] {
    var state: UInt64 = 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(Int64(bitPattern: state)) * 0x1p-65
    }
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
