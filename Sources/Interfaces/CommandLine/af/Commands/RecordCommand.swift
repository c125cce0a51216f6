import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioFiles
import AudioJobs
import AudioPlayback

/// `af record`: records the sound that a device captures into a file.
struct RecordCommand: ParsableCommand, GroupedHelp {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Records into an audio file.",
    discussion: """
      Ctrl-C, q, or the end of --duration ends the recording; the file is then complete, and the exit status 0. On a \
      terminal one line shows time and level, and space pauses.

      Examples:
        af record note.m4a
        af record take.flac --duration 0:10
        af record log.wav --split 10m
        af record memo.wav --rate 48000 --mono --bits 24
      """)

  static let everyday = [
    "--duration", "--device", "--data-format", "--bitrate", "--rate", "--bits", "--channels", "--split", "--wait-for",
    "--force",
  ]

  @OptionGroup(title: "Device") var device: DeviceOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    name: [.customShort("d"), .long],
    help: ArgumentHelp(
      "The data format: LEI16, BEI24, LEF32 …, aac, alac, flac, ima4 …, with @RATE, /FLAGS, #FRAMES after it.",
      valueName: "format"))
  var dataFormat: DataFormatArgument?

  @OptionGroup(title: "Output") var samples: SampleOptions
  @OptionGroup(title: "Encoder") var encoding: EncodingOptions
  @OptionGroup(title: "Channels and rate conversion") var processing: ProcessingOptions

  @Option(name: .long, help: ArgumentHelp("Record no more than this: 90, 1:30, 10m, #44100 frames.", valueName: "time"))
  var duration: TimeArgument?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Begin another file each time this much is recorded: OUTPUT-001, OUTPUT-002 …", valueName: "time"))
  var split: TimeArgument?

  @Option(
    name: .customLong("wait-for"), parsing: .unconditional,
    help: ArgumentHelp(
      "Begin with the first sample above this level, in decibels below full scale: -40.", valueName: "dB"))
  var waitingLevel: Double?

  @Option(
    name: .long, help: ArgumentHelp("Keep this much of what came before --wait-for began.", valueName: "time"))
  var preRoll: TimeArgument?

  @Flag(name: .long, help: "Print what was recorded as one JSON object.")
  var json = false

  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to write; - is standard output.")
  var outputFile: Pathname

  func validate() throws {
    for time in [duration, split].compactMap({ $0 }) where time.frames(atRate: 48_000) < 1 {
      throw ValidationError("--duration and --split take more than nothing.")
    }
    try check(waitingLevel, "--wait-for", takes: -200...0, "dB")
    if preRoll != nil, waitingLevel == nil { throw ValidationError("--pre-roll needs --wait-for.") }
    if let preRoll, preRoll.seconds(atRate: 48_000) > 600 {
      throw ValidationError("--pre-roll takes ten minutes at most.")
    }
    if split != nil, outputFile.isStandardStream { throw ValidationError("--split needs a file name.") }
    if encoding.level != nil { throw ValidationError("--level is for 'af convert' only.") }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in try record() }
  }

  private func record() throws(CommandFailure) {
    let device = try device.open(for: .input, common)
    let plan = try RecordingPlan(self, device.format)
    if plan.asksInVainForResampling {
      common.warn(
        output: outputFile, JobNote.withoutEffect(.resampling, plan.packets.format.formatID).text(.own))
    }
    let progress = RecordingProgress()
    var options = RecorderOptions()
    options.queueSeconds = 5
    let recorder: Recorder
    do throws(AudioError) {
      recorder = try Recorder(to: RecordingSink(plan, progress), from: device, options: options)
      // Until here a signal ends the program at once, be it that a pipe or a device keeps it waiting.
      Interruption.deferFirst()
      try recorder.record()
    } catch {
      throw failure(error, device)
    }
    watch(recorder, progress)
    let reason = recorder.deviceFailure
    do throws(AudioError) { try recorder.finish() } catch { throw failure(error, device) }
    tell(recorder, progress, plan)
    if let reason { throw CommandFailure(named: device.identifier, .device(reason)) }
    if progress.fileCount == 0 {
      throw CommandFailure(
        output: outputFile, "nothing was recorded: no sample was above \(decimal(waitingLevel ?? 0, digits: 1)) dB",
        advice: "choose a lower --wait-for")
    }
  }

  /// Waits until the recording is to end.
  private func watch(_ recorder: Recorder, _ progress: RecordingProgress) {
    let isInteractive = !common.quiet && !json
    var line = StatusLine(isEnabled: isInteractive)
    var keyboard = isInteractive && StandardStream.error.isTerminal ? Keyboard() : nil
    var isPaused = false
    var peak: Float = 0
    defer { line.clear() }
    while Interruption.requested == nil, !progress.isComplete, recorder.failure == nil, recorder.deviceFailure == nil {
      switch Playback.wait(&keyboard) {
      case .character("q"), .character("Q"): return
      case .character(" "):
        isPaused.toggle()
        if isPaused { recorder.pause() } else { try? recorder.record() }
      default: break
      }
      peak = max(progress.meter.take(), peak * 0.8)
      line.update { status(recorder, progress, peak, isPaused: isPaused) }
    }
  }

  private func status(_ recorder: Recorder, _ progress: RecordingProgress, _ peak: Float, isPaused: Bool) -> String {
    let seconds = Double(progress.frameCount) / recorder.device.format.sampleRate
    let state = isPaused ? "  paused" : progress.fileCount == 0 ? "  waiting" : ""
    let gaps = recorder.overruns.gaps + recorder.device.report(.input).xrunCount
    let name = Pathname(bytes: Array(outputFile.lastComponent)).description
    return "\(name)  \(clockTime(seconds))  \(StatusLine.level(peak))\(state)" + (gaps > 0 ? "  \(gaps) gaps" : "")
  }

  private func tell(_ recorder: Recorder, _ progress: RecordingProgress, _ plan: RecordingPlan) {
    let report = recorder.device.report(.input)
    let record = RecordingRecord(outputFile, recorder, progress, plan)
    if json { (outputFile.isStandardStream ? StandardStream.error : .output).write(jsonLine(record)) }
    let gaps = recorder.overruns.gaps + report.xrunCount
    common.remark(
      output: outputFile,
      "\(decimal(record.seconds, digits: 3)) s recorded from \(record.device), \(Int(record.sampleRate)) Hz, "
        + "\(record.channelCount) channels; latency \(decimal(record.latencySeconds * 1000, digits: 1)) ms, overruns "
        + "\(record.overrunCount) (\(record.lostFrameCount) frames), device xruns \(record.deviceXrunCount)")
    if gaps > 0, !common.verbose { common.warn(output: outputFile, "\(gaps) gaps: the machine was too busy") }
  }

  /// Returns the command's failure for an error of the recorder.
  private func failure(_ error: AudioError, _ device: any AudioDevice) -> CommandFailure {
    switch error.stage {
    case .device: CommandFailure(named: device.identifier, error)
    case .format where !encoding.names.isEmpty:
      CommandFailure(
        output: outputFile, "the encoder refuses it: \(error.rule)",
        advice: "change \(encoding.names.joined(separator: ", ")), or leave it away")
    default: CommandFailure(output: outputFile, error)
    }
  }
}
