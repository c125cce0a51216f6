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

  func run(_ media: MediaFile) throws(CommandFailure) {
    var bar: ProgressBar?
    var notes: [JobNote] = []
    let quiet = common.quiet
    let control = JobControl { progress in
      guard progress.stage == .converting else { return }
      if bar == nil { bar = ProgressBar(isEnabled: !quiet, progress) }
      bar?.update(frameCount: progress.completed)
    } note: {
      notes.append($0)
    }
    let report: ConversionReport
    do throws(JobError) {
      report = try conversion.run(of: media, control)
    } catch {
      bar?.clear()
      common.say(notes, conversion.input, conversion.output)
      throw CommandFailure(error)
    }
    bar?.clear()
    tell(report)
    if printsRecord { write(report) }
  }

  /// Says what came of it; what is odd about the input is its command's to say, at the very end.
  private func tell(_ report: ConversionReport) {
    let (input, output) = (conversion.input, conversion.output)
    if report.isCopy { common.remark(input, "\(report.packetCount ?? 0) packets, \(report.byteCount) bytes") }
    let first = report.notes.filter { !$0.comesLast }
    common.say(first, input, output)
    if let decoded = report.decoding {
      common.remark(input, "\(decoded.frameCount) frames of \(decoded.packetCount) packets")
    }
    common.say(report.notes.filter(\.comesLast), input, output)
  }

  private func write(_ report: ConversionReport) {
    var record = ConversionRecord(
      input: conversion.input, output: conversion.output, container: container, format: report.stream.format)
    if let decoded = report.decoding, let frameCount = report.frameCount {
      record.channelLayout = report.stream.layout?.description
      record.elapsedSeconds = report.elapsedSeconds
      record.add(decoded, frameCount: frameCount, byteCount: report.byteCount)
      for case .oneJob(let reason) in report.notes { record.warnings = ["--jobs: \(reason); one job"] }
    } else {
      record.audioDataByteCount = report.byteCount
    }
    if let count = report.packetCount { record.packetCount = count }
    record.write(to: conversion.output)
  }
}

extension JobNote {
  /// Whether the note is told behind the counts of frames and packets.
  fileprivate var comesLast: Bool {
    switch self {
    case .oneJob, .configurationNotStored: true
    default: false
    }
  }
}

extension CommonOptions {
  /// Says notes about a job's input and output, each as loudly as it matters. What is odd about the input is left out:
  /// commands say it behind everything else.
  func say(_ notes: [JobNote], _ input: FilePath, _ output: FilePath) {
    for note in notes {
      let text =
        switch note {
        case .oddInput: ""
        case .oneJob, .oneJobAfterDamage: "--jobs: \(note)"
        case .configurationNotStored(let bytes): "\(note): --asc \(HexBytes(bytes).text)"
        default: note.description
        }
      switch (note.severity, note.side) {
      case _ where text.isEmpty: break
      case (.warning, .input): warn(input, text)
      case (.warning, .output): warn(output: output, text)
      case (.remark, .input): remark(input, text)
      case (.remark, .output): remark(output: output, text)
      }
    }
  }
}
