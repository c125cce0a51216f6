import AudioBase
import AudioConversion
import AudioFiles
import AudioJobs

/// A conversion as `af convert` and `afconvert` run it: with a bar, its notes on standard error, and its record.
struct ConversionRun {
  var conversion: FileConversion
  var container: ContainerDescriptor
  var common: CommonOptions
  var printsRecord = false
  var names = OptionNames.own
  /// The display of progress.
  var progress = ProgressOptions.Display.bar

  /// Prints the outcome of a conversion.
  func tell(_ result: Result<ConversionReport, AudioError>) throws(CommandFailure) {
    switch result {
    case .success(let report):
      tell(report)
      if printsRecord { write(report) }
    case .failure(let error):
      let failure = CommandFailure(error, names)
      if printsRecord { write(failure, []) }
      throw failure
    }
  }

  func run(_ media: MediaFile) throws(CommandFailure) {
    var notes: [JobNote] = []
    let shown = ProgressReport(of: conversion.input, progress, isQuiet: common.quiet)
    let control = JobControl(progress: shown.update) { notes.append($0) }
    let report: ConversionReport
    do throws(AudioError) {
      report = try conversion.run(of: media, control)
    } catch {
      shown.end()
      if error.advice != .acceptingLoss { say(notes.filter { !$0.isOddInput }) }
      let failure = CommandFailure(error, names)
      if printsRecord { write(failure, notes) }
      throw failure
    }
    shown.end()
    tell(report)
    announce(report)
    if printsRecord { write(report) }
  }

  /// Prints what the conversion would write, without writing it.
  func plan(_ media: MediaFile) throws(CommandFailure) {
    do throws(AudioError) {
      let planned = try conversion.plan(of: media)
      let (input, output) = (displayName(conversion.input), outputName(conversion.output))
      let what = Self.words(planned.stream) + (planned.isCopy ? ", the packets as they are" : "")
      StandardStream.output.write("\(input) -> \(output): \(what)".printable + "\n")
      say(planned.notes)
    } catch {
      throw CommandFailure(error, names)
    }
  }

  /// Returns a format in words.
  private static func words(_ stream: CodedStream) -> String {
    let format = stream.format
    let codec = format.sampleFormat.map { "\($0)" } ?? AudioError.name(of: format.formatID)
    return "\(codec), \(format.channelsPerFrame) ch, \(hertz(format.sampleRate))"
  }

  /// Prints the output's properties on a terminal, if nothing else is printed.
  private func announce(_ report: ConversionReport) {
    guard StandardStream.error.isTerminal, !printsRecord, !common.quiet, !common.verbose else { return }
    let rate = report.stream.format.sampleRate
    let length = report.frameCount.map { rate > 0 ? ", " + clockTime(Double($0) / rate) : "" } ?? ""
    let line = "\(outputName(conversion.output)): \(Self.words(report.stream))\(length), \(report.byteCount) bytes"
    StandardStream.error.write(line.printable + "\n")
  }

  /// Prints the outcome; warnings about the input are left to the command, at the very end.
  private func tell(_ report: ConversionReport) {
    let input = conversion.input
    if report.isCopy { common.remark(input, "\(report.packetCount ?? 0) packets, \(report.byteCount) bytes") }
    let first = report.notes.filter { !$0.comesLast }
    say(first)
    if let decoded = report.decoding {
      common.remark(input, "\(decoded.frameCount) frames of \(decoded.packetCount) packets")
    }
    say(report.notes.filter(\.comesLast))
  }

  private func say(_ notes: [JobNote]) { common.say(notes, conversion.input, conversion.output, names) }

  private func write(_ failure: CommandFailure, _ notes: [JobNote]) {
    let record = FailedFileRecord(conversion.input, failure, warnings: notes.warnings(names))
    (conversion.output.isStandardStream ? StandardStream.error : .output).write(jsonLine(record))
  }

  private func write(_ report: ConversionReport) {
    var record = ConversionRecord(
      input: conversion.input, output: conversion.output, container: container, format: report.stream.format)
    if let decoded = report.decoding, let frameCount = report.frameCount {
      record.channelLayout = report.stream.layout?.description
      record.elapsedSeconds = report.elapsedSeconds
      record.add(decoded, frameCount: frameCount, byteCount: report.byteCount)
    } else {
      record.audioDataByteCount = report.byteCount
    }
    record.warnings = report.notes.warnings(names)
    if let count = report.packetCount { record.packetCount = count }
    record.write(to: conversion.output)
  }
}

extension JobNote {
  /// True if the note is printed after the counts of frames and packets.
  fileprivate var comesLast: Bool {
    switch self {
    case .oneJob, .configurationNotStored, .oddInput: true
    default: false
    }
  }

  /// True if the note concerns only the input; it is omitted after a failure, which is reported in one line.
  var isOddInput: Bool {
    if case .oddInput = self { true } else { false }
  }
}

extension [JobNote] {
  /// Returns the texts of the warnings.
  func warnings(_ names: OptionNames) -> [String] { filter { $0.severity == .warning }.map { $0.text(names) } }
}

extension CommonOptions {
  /// Prints notes on a job's input and output, by their importance.
  func say(_ notes: [JobNote], _ input: Pathname, _ output: Pathname, _ names: OptionNames = .own) {
    for note in notes {
      if case .ofInput(let path, let own) = note {
        say([own], path, output, names)
        continue
      }
      switch (note.severity, note.side) {
      case (.warning, .input): warn(input, note.text(names))
      case (.warning, .output): warn(output: output, note.text(names))
      case (.remark, .input): remark(input, note.text(names))
      case (.remark, .output): remark(output: output, note.text(names))
      }
    }
  }
}
