import Foundation
import SignalProcessing

/// Converts raw 64-bit floats of one channel from standard input to standard output, or measures speed.
///
///     resample-tones IN_RATE OUT_RATE COMPLEXITY QUALITY float|double [seconds CHANNELS SECONDS RUNS]
///
/// Standard error tells by how many milliseconds low frequencies come late, and how much input the first output frame
/// waits for. With `seconds` noise is converted instead, and the processor time of each run printed.
@main
struct ResampleTones {
  static func main() throws {
    guard let job = Job(CommandLine.arguments.dropFirst()) else {
      FileHandle.standardError.write(
        Data("resample-tones IN OUT linear|normal|mastering|minimum QUALITY float|double [seconds C S RUNS]\n".utf8))
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

  init?(_ arguments: ArraySlice<String>) {
    let words = Array(arguments)
    let complexities: [String: ResamplerComplexity] = [
      "linear": .linear, "normal": .normal, "mastering": .mastering, "minimum": .minimumPhase,
    ]
    guard words.count == 5 || words.count == 9, let inputRate = Double(words[0]), let outputRate = Double(words[1]),
      let complexity = complexities[words[2]], let quality = Int(words[3])
    else { return nil }
    self.inputRate = inputRate
    self.outputRate = outputRate
    settings = ResamplerSettings(complexity: complexity, quality: ResamplerQuality(quality))
    isSinglePrecision = words[4] == "float"
    if words.count == 9 {
      guard let channels = Int(words[6]), let seconds = Int(words[7]), let runs = Int(words[8]) else { return nil }
      speed = (channels, seconds, runs)
    }
  }

  func run<Sample: ResamplerSample>(_ type: Sample.Type) throws {
    if let speed {
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
