import AudioBase
import AudioFiles
import AudioInspection
import PacketInspection
import SignalProcessing

/// The record that `af inspect --json` prints for a file, and that its page draws.
struct InspectRecord: Encodable {
  var file: String
  var info: InfoRecord
  var sound: Sound?
  var soundProblem: String?
  var packets: PacketsRecord?
  var structure: [Part]
  var structureProblem: String?
  var warnings: [String]

  /// The decoded sound.
  struct Sound: Encodable {
    var sampleRate: Double
    var frameCount: Int64
    var durationSeconds: Double
    var channels: [String]
    var damagedPacketCount: Int64
    var waveform: Waveform
    var spectrogram: Spectrogram
    var loudness: Loudness?
  }

  /// One list of numbers per channel, where full scale is 1.
  struct Waveform: Encodable {
    var secondsPerColumn: Double
    var minimum: [[Double]]
    var maximum: [[Double]]
    var rms: [[Double]]
  }

  /// `levels` is base 64 of one byte for each row of each column, from the lowest row of the first column on: 0 is
  /// `floorDecibels`, 255 is 0 dB.
  struct Spectrogram: Encodable {
    var secondsPerColumn: Double
    var windowFrames: Int
    var columnCount: Int
    var rowCount: Int
    var spacing: String
    var lowestFrequency: Double
    var highestFrequency: Double
    var floorDecibels: Double
    var levels: String
  }

  /// The loudness in LUFS; `null` in silence and before the first window.
  struct Loudness: Encodable {
    var secondsPerColumn: Double
    var momentary: [Double?]
    var shortTerm: [Double?]
    var integrated: Double?
    var range: Double?
    var truePeak: Double
    var samplePeak: Double
  }

  /// One part of the file.
  struct Part: Encodable {
    var name: String
    var meaning: String
    var offset: Int64
    var size: Int64
    var parts: [Part]

    init(_ part: ContainerTree.Part) {
      (name, meaning, offset, size) = (part.name, part.meaning, part.offset, part.byteCount)
      parts = part.parts.map(Part.init)
    }
  }

  /// Creates a record of a track that was inspected.
  init(_ info: InfoRecord, _ report: InspectionReport) {
    file = info.file
    self.info = info
    warnings = info.warnings
    sound = report.sound.map(Sound.init)
    soundProblem = report.soundProblem
    packets = report.packets.map { PacketsRecord($0, report.summary) }
    structure = report.structure.parts.map(Part.init)
    structureProblem = report.structure.problem
  }
}

/// Returns a number rounded to the given number of decimal places; more were not measured.
private func rounded(_ number: Double, _ places: Int) -> Double {
  let factor = (0..<places).reduce(1.0) { product, _ in product * 10 }
  return (number * factor).rounded() / factor
}

extension InspectRecord.Sound {
  init(_ sound: SoundInspection) {
    sampleRate = sound.sampleRate
    frameCount = sound.frameCount
    durationSeconds = rounded(Double(sound.frameCount) / sound.sampleRate, 6)
    channels = sound.layout.speakers.map(\.name)
    damagedPacketCount = sound.damagedPacketCount
    let outline = sound.waveform
    waveform = InspectRecord.Waveform(
      secondsPerColumn: Double(outline.framesPerColumn) / sampleRate,
      minimum: outline.channels.map { $0.minima.map { rounded($0, 4) } },
      maximum: outline.channels.map { $0.maxima.map { rounded($0, 4) } },
      rms: outline.channels.map { $0.effectiveValues.map { rounded($0, 5) } })
    let columns = sound.spectrogram
    spectrogram = InspectRecord.Spectrogram(
      secondsPerColumn: Double(columns.framesPerColumn) / sampleRate, windowFrames: columns.windowLength,
      columnCount: columns.columnCount, rowCount: columns.scale.rowCount, spacing: columns.scale.spacing.rawValue,
      lowestFrequency: columns.scale.lowest, highestFrequency: columns.scale.highest,
      floorDecibels: SpectrogramColumns.floor, levels: Base64.encode(columns.levels))
    loudness = sound.loudness.map(InspectRecord.Loudness.init)
  }
}

extension InspectRecord.Loudness {
  init(_ loudness: LoudnessColumns) {
    func level(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? rounded($0, 2) : nil } }
    secondsPerColumn = loudness.secondsPerColumn
    momentary = loudness.momentary.map(level)
    shortTerm = loudness.shortTerm.map(level)
    integrated = level(loudness.integrated)
    range = level(loudness.range)
    truePeak = rounded(loudness.truePeak, 6)
    samplePeak = rounded(loudness.samplePeak, 6)
  }
}

/// The packets of a track. All lists have one entry per column of `packetsPerColumn` packets.
struct PacketsRecord: Encodable {
  /// One property of packets over time. A number that is the same in all columns is written once.
  struct Tool: Encodable {
    var name: String
    var scope: String
    /// `flag`, `count` or `choice`.
    var kind: String
    var unit: String?
    var choices: [String]?
    var largest: Int?
    var constant: Int?
    var values: [Int?]?
    /// The number of columns in which the number is known and not 0.
    var columnCount: Int
  }

  var count: Int64
  var packetsPerColumn: Int
  /// The seconds from the first frame of the recording to the first packet: negative by the priming.
  var startSeconds: Double
  var durationSeconds: Double
  /// Seconds from the first packet to the first packet of each column; omitted if all columns have the same length.
  var times: [Double]?
  /// Bytes of the largest packet of a column.
  var sizes: [Int]
  /// The mean size of the packets of a column, in bytes; omitted if a column is one packet.
  var meanSizes: [Double]?
  var bufferFill: [Int]
  var tools: [Tool]
  var damagedPacketCount: Int64
  var damagedPackets: [Int64]
  var firstDamage: String?
  var earlyEnd: String?

  init(_ packets: PacketColumns, _ summary: TrackSummary?) {
    count = packets.packetCount
    packetsPerColumn = packets.packetsPerColumn
    durationSeconds = rounded(packets.duration, 6)
    let rate = summary?.format.sampleRate ?? 0
    let priming = Double(summary?.packetTable?.primingFrames ?? 0)
    startSeconds = rate > 0 ? rounded(-priming / rate, 6) : 0
    let step = packets.times.count > 1 ? packets.times[1] : 0
    let isUniform = packets.times.enumerated().allSatisfy { abs($0.element - Double($0.offset) * step) < 1e-6 }
    times = isUniform ? nil : packets.times.map { rounded($0, 6) }
    sizes = packets.largestSizes
    let perColumn = Int64(packets.packetsPerColumn)
    meanSizes =
      perColumn == 1
      ? nil
      : packets.byteCounts.enumerated().map { index, bytes in
        rounded(Double(bytes) / Double(min(perColumn, packets.packetCount - Int64(index) * perColumn)), 1)
      }
    bufferFill = packets.bufferFills
    tools = packets.tools.map(Tool.init)
    damagedPacketCount = packets.damagedPacketCount
    damagedPackets = packets.damagedPackets
    firstDamage = packets.firstDamage
    earlyEnd = packets.earlyEnd
  }
}

extension PacketsRecord.Tool {
  init(_ tool: PacketTool) {
    name = tool.property.name
    scope = tool.property.scope
    switch tool.property.kind {
    case .flag: kind = "flag"
    case .count(let unit):
      kind = "count"
      self.unit = unit
    case .choice(let names):
      kind = "choice"
      choices = names
    }
    largest = tool.values.compactMap { $0 }.max()
    let first = tool.values.first ?? nil
    if tool.values.allSatisfy({ $0 == first }) { constant = first } else { values = tool.values }
    columnCount = tool.values.count { ($0 ?? 0) != 0 }
  }
}
