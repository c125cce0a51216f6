public import AudioBase
public import AudioConversion
public import AudioFiles

/// A note on a job: it does not stop the job, but matters to its user.
public enum JobNote: Sendable {
  /// The importance of a note.
  public enum Severity: Sendable {
    /// The output is not all that was requested, or the input is incomplete.
    case warning
    /// A detail for the curious.
    case remark
  }

  /// Packets could not be decoded and were concealed; the first of them.
  case damagedPackets(Int64, of: Int64, first: DamagedPacket)
  /// One of the damaged packets; only the first few are reported individually.
  case damagedPacket(DamagedPacket)
  /// The input's stream changes this many times; decoded frames were mixed and converted to the output's format.
  case formatChanges(Int64, first: FormatChange)
  /// The input's packets change to another stream this many times, and were copied unchanged.
  case streamChanges(Int64)
  /// Packets have complete sound but an error in other data; the first of them.
  case brokenExtensions(Int64, of: Int64, first: DamagedPacket)
  /// A decoder setting that the input made impossible.
  case unmetSetting(UnmetSetting)
  /// Samples that were infinite or NaN became silence.
  case replacedSamples(Int64)
  /// This number of samples beyond full scale was clipped, because the output has integers.
  case clippedSamples(Int64)
  /// The input ends before its stated end. Everything before has been converted.
  case earlyEnd(AudioError)
  /// Bytes after the sound were not read, because the input came through a pipe.
  case endNotRead
  /// A track ends before its stated end. Everything before has been copied.
  case earlyEndOfTrack(AudioError)
  /// Several threads were requested, but only one gives the correct result; the text has the reason.
  case oneJob(reason: String)
  /// Several threads met damage or an irregular packet, and one thread processed the file again from its start.
  case oneJobAfterDamage
  /// The rate was changed, because the format does not have it.
  case rateChanged(Double, to: Double)
  /// The rate of a file is lowered to that of the first file in a join or a mix.
  case rateLoweredToFirst(Double, to: Double)
  /// Channels of a file are mixed into those of the first file in a join or a mix; some are dropped.
  case channelsMixedToFirst(ChannelLayout, to: ChannelLayout, leftOut: [Speaker])
  /// The output cannot state that these numbers of first and last frames are not the recording.
  case recordingNotMarked(priming: Int64, remainder: Int64)
  /// The output begins inside packets, and cannot state that this number of frames is from before the part.
  case cutBeforePart(Int64)
  /// The output begins inside packets, and its first frames may decode differently, because the named part of the codec
  /// remembers more packets than precede them.
  case cutWithinMemory(StaticString)
  /// The output does not state the format of its packets: this decoder configuration must be kept separately.
  case configurationNotStored([UInt8])
  /// The number of the input's other tracks, which are not in the output.
  case tracksLeftOut(Int)
  /// A track without sound is not in the output; the text names its contents.
  case unreadTrack(String)
  /// The metadata of the input that the output cannot hold.
  case metadataNotHeld(MetadataLoss)
  /// The output holds no frame.
  case emptyResult
  /// A request without meaning for the output's format was ignored.
  case withoutEffect(ConversionRequest, FourCharacterCode)
  /// Another data format than the container's usual one was chosen because its encoder is missing, for the given
  /// reason.
  case otherFormat(FourCharacterCode, insteadOf: FourCharacterCode, CodecError)
  /// Opus of more than two channels is in a CAF file, which FFmpeg, for example, refuses.
  case rareInCAF(channelCount: Int)
  /// The output stays below the requested loudness, because its peaks would exceed the ceiling; its loudness in LUFS.
  case peakLimited(loudness: Double)
  /// The recording is too short or too quiet for its loudness to be measured, so that its level was not changed.
  case loudnessUnknown
  /// The file does not state loudspeakers; the usual ones for the number of channels were assumed for mixing.
  case channelsAssumed(ChannelLayout)
  /// The file does not state loudspeakers, so that nothing was mixed: only the first channels were taken.
  case channelsLeftOut(taken: Int, of: Int)
  /// The file states a layout that contradicts its packets; the layout of the packets, the last value, is used.
  case layoutContradicted(stated: ChannelLayout, ChannelLayout)
  /// The encoder's layout, the last value, lacks speakers of the input: those that were mixed into others, and those
  /// that were dropped.
  case channelsWithoutPlace(mixed: [Speaker], leftOut: [Speaker], ChannelLayout)
  /// The output's format cannot state these loudspeakers; decoders assume others, the last value, or none.
  case layoutNotStated(ChannelLayout, taken: ChannelLayout)
  /// The file is rewritten without a value that its type cannot hold.
  case tagNotKept(InfoKey)
  /// The file loses an item without a key, which the text names: a frame of its tag, a box, a chunk.
  case tagItemNotKept(String)
  /// The joined files disagree about these keys, so that the output lacks them.
  case filesDiffer([InfoKey])
  /// An irregularity of the input that its container has noticed.
  case oddInput(String)
  /// The note is on one of the several files that a job reads.
  indirect case ofInput(Pathname, JobNote)
}

extension JobNote {
  /// The importance of the note.
  public var severity: Severity {
    switch self {
    case .damagedPacket, .oneJobAfterDamage, .configurationNotStored: .remark
    case .rateChanged(let rate, let other) where rate < other: .remark
    case .ofInput(_, let note): note.severity
    default: .warning
    }
  }

  /// True if something of the input is missing in the output, or was missing before.
  var isLoss: Bool {
    switch self {
    case .damagedPackets, .earlyEnd, .earlyEndOfTrack, .endNotRead, .brokenExtensions, .replacedSamples,
      .metadataNotHeld,
      .emptyResult, .channelsLeftOut, .channelsWithoutPlace, .oddInput:
      true
    case .ofInput(_, let note): note.isLoss
    default: false
    }
  }

  /// The side of the job that the note is about.
  public var side: AudioError.Side {
    switch self {
    case .rateChanged, .recordingNotMarked, .cutBeforePart, .cutWithinMemory, .configurationNotStored, .metadataNotHeld,
      .emptyResult, .withoutEffect, .otherFormat, .rareInCAF, .peakLimited,
      .clippedSamples, .layoutNotStated, .tagNotKept,
      .tagItemNotKept:
      .output
    default: .input
    }
  }
}

extension JobNote: CustomStringConvertible {
  /// The note in one line of text.
  public var description: String {
    switch self {
    case .damagedPackets(let count, let all, let first):
      "\(count) of \(all) packets were damaged and filled in; the first: \(first)"
    case .damagedPacket(let packet): packet.description
    case .ofInput(let path, let note): "\(path): \(note)"
    case .brokenExtensions(let count, let all, let first):
      "\(count) of \(all) packets carry something broken beside their sound; the first: \(first)"
    case .unmetSetting(let setting): "\(setting)"
    case .formatChanges(let count, let first):
      "the format changes \(Self.times(count)), first at \(Self.thousandths(first.time)) s to "
        + "\(first.format.layout.channelCount) ch, \(Self.thousandths(first.format.sampleRate)) Hz"
    case .streamChanges(let count): "the packets change to another stream \(Self.times(count))"
    case .replacedSamples(let count):
      "\(count) \(count == 1 ? "sample was no number and was" : "samples were no numbers and were") replaced by silence"
    case .clippedSamples(let count):
      "\(count) \(count == 1 ? "sample lies" : "samples lie") beyond full scale and \(count == 1 ? "was" : "were") clipped"
    case .earlyEnd(let error): "the end is missing: \(error)"
    case .earlyEndOfTrack(let error): "the end is missing: \(error)"
    case .endNotRead: "what follows the sound was not read, such as tags, because the input comes through a pipe"
    case .oneJob(let reason): "\(reason); one job"
    case .rateChanged(let rate, let lower) where rate > lower:
      "the rate was lowered from \(Self.thousandths(rate)) to \(Self.thousandths(lower)) Hz: the format has none as high"
    case .rateChanged(let rate, let higher):
      "the rate was raised from \(Self.thousandths(rate)) to \(Self.thousandths(higher)) Hz: the format does not have it"
    case .rateLoweredToFirst(let rate, let lower):
      "its rate is lowered from \(Self.thousandths(rate)) to \(Self.thousandths(lower)) Hz, that of the first file"
    case .channelsMixedToFirst(let layout, let first, let leftOut):
      (["its channels, \(layout), are mixed into those of the first file, \(first)"] + Self.list(leftOut, "left out"))
        .joined(separator: ", ")
    case .oneJobAfterDamage: "the file is damaged or irregular; one job goes over it from the start"
    case .recordingNotMarked(let priming, let remainder):
      "the file cannot say that its \(Self.edges(priming, remainder)) are not the recording"
    case .cutBeforePart(let count):
      "packets are cut whole, and this file type cannot say that the first \(count) frames are before the part"
    case .cutWithinMemory(let tool):
      "packets are cut, and the first frames may sound otherwise than in the whole: \(tool) remembers more"
    case .configurationNotStored: "a dump does not say what its packets are"
    case .tracksLeftOut(let count): "\(count) other track\(count == 1 ? " is" : "s are") left out"
    case .metadataNotHeld(let loss): loss.sentence
    case .emptyResult: "the result holds no sound"
    case .withoutEffect(.resampling, _): "the rate stays as it is, and is not converted"
    case .withoutEffect(let request, let formatID): "\(AudioError.name(of: formatID)) has no \(request)"
    case .otherFormat(let formatID, let usual, let error):
      "\(AudioError.name(of: formatID)) is written, not \(AudioError.name(of: usual)): \(error.rule)"
    case .rareInCAF(let count):
      "FFmpeg and others do not open CAF files of Opus with \(count) channels; .opus and .mp4 hold it for all"
    case .peakLimited(let loudness):
      "the peaks allow no more than \(Self.thousandths(loudness)) LUFS"
    case .loudnessUnknown:
      "the recording is too short or too quiet for its loudness to be measured: its level was not brought to the target"
    case .channelsAssumed(let layout):
      "nothing says which loudspeakers the \(layout.channelCount) channels are for: taken as \(layout)"
    case .channelsLeftOut(let taken, let count):
      "nothing says which loudspeakers the \(count) channels are for: only the first \(taken) were taken, none was mixed"
    case .channelsWithoutPlace(let mixed, let leftOut, let layout):
      "the format has the layout \(layout): "
        + (Self.list(mixed, "mixed into others") + Self.list(leftOut, "left out")).joined(separator: ", ")
    case .layoutNotStated(let layout, let taken):
      "the format cannot say that the channels are for \(layout): programs take them "
        + (taken.namesEachChannel ? "for \(taken)" : "by their number")
    case .layoutContradicted(let stated, let decoded):
      "the file states the layout \(stated), but its packets have \(decoded): taken as the packets have it"
    case .tagNotKept(let key): "'\(key.rawValue)' cannot be kept"
    case .tagItemNotKept(let name): "\(name) cannot be kept"
    case .filesDiffer(let keys):
      "the files differ in \(keys.map { "'\($0.rawValue)'" }.joined(separator: ", ")): left out"
    case .oddInput(let text), .unreadTrack(let text): text
    }
  }
}

extension JobNote {
  /// Returns a text on the fate of channels, in a list; an empty list if there are none.
  private static func list(_ speakers: [Speaker], _ fate: String) -> [String] {
    guard !speakers.isEmpty else { return [] }
    return ["\(speakers.map(\.name).joined(separator: " ")) \(speakers.count == 1 ? "is" : "are") \(fate)"]
  }

  /// Returns a name of the frames before and after a recording.
  private static func edges(_ priming: Int64, _ remainder: Int64) -> String {
    let counts = [("first", priming), ("last", remainder)].filter { $0.1 > 0 }
    return counts.map { "\($0.0) \($0.1)" }.joined(separator: " and ") + " frames"
  }

  private static func times(_ count: Int64) -> String { count == 1 ? "once" : "\(count) times" }

  /// Returns a number to three digits at most.
  private static func thousandths(_ number: Double) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return Int64(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}

extension JobNotes {
  /// Adds a reader's remarks on its file.
  mutating func add(remarksOf reader: any ContainerReader) {
    for track in reader.unreadTracks { add(.unreadTrack(track)) }
    for warning in reader.warnings { add(.oddInput(warning)) }
  }

  /// Adds a note on a pipe that ended before its sound, or with bytes after it that were not read.
  mutating func add(endOf media: MediaFile) {
    switch try? media.end() {
    case .reached, nil: break
    case .missing:
      let place = media.source.byteCount ?? 0
      add(.earlyEnd(AudioError(ContainerError(.truncated, ConstantPacketCursor.earlyEnd, at: place))))
    case .unread: add(.endNotRead)
    }
  }

  /// Adds a note on frames before and after the recording, if there are any, that a file cannot mark.
  mutating func add(recordingNotMarkedBy table: PacketTable) {
    guard table.primingFrames > 0 || table.remainderFrames > 0 else { return }
    add(.recordingNotMarked(priming: table.primingFrames, remainder: table.remainderFrames))
  }

  /// Adds notes on how other programs read a file that was written.
  mutating func add(readersOf container: ContainerDescriptor, _ format: StreamFormat) {
    guard container.fileType == "caff", format.formatID == .opus, format.channelsPerFrame > 2 else { return }
    add(.rareInCAF(channelCount: format.channelsPerFrame))
  }

  /// Adds notes on the result of decoding one of several files.
  mutating func add(_ report: DecodingReport, of path: Pathname) {
    var own = JobNotes(JobControl())
    own.add(report)
    for note in own.all { add(note.side == .input ? .ofInput(path, note) : note) }
  }

  /// Adds notes on the result of decoding.
  mutating func add(_ report: DecodingReport) {
    if report.damagedPacketCount > 0, let first = report.damage.first {
      add(.damagedPackets(report.damagedPacketCount, of: report.packetCount, first: first))
      for damaged in report.damage.dropFirst() { add(.damagedPacket(damaged)) }
    }
    if let first = report.formatChanges.first {
      add(.formatChanges(report.formatChangeCount, first: first))
    }
    if let first = report.firstRemark {
      add(.brokenExtensions(report.remarkedPacketCount, of: report.packetCount, first: first))
    }
    for setting in report.unmetSettings { add(.unmetSetting(setting)) }
    if report.replacedSampleCount > 0 { add(.replacedSamples(report.replacedSampleCount)) }
    if report.clippedSampleCount > 0 { add(.clippedSamples(report.clippedSampleCount)) }
    if let error = report.earlyEnd { add(.earlyEnd(error)) }
  }
}
