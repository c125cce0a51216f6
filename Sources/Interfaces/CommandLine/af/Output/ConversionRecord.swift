import AudioBase
import AudioConversion
import AudioFiles

/// The record that `af convert --json` prints.
struct ConversionRecord: Encodable {
  /// One packet that could not be decoded.
  struct Damage: Encodable {
    var packet: Int64
    var offset: Int64
    var error: String
  }

  /// The input, as in the records of all commands.
  var file: String
  var input: String
  var output: String
  var fileFormat: String
  var dataFormat: DataFormatRecord
  var channelLayout: String?
  var frameCount: Int64?
  var durationSeconds: Double?
  var packetCount: Int64 = 0
  var audioDataByteCount: Int64 = 0
  var damagedPacketCount: Int64 = 0
  var damage: [Damage] = []
  var remarkedPacketCount: Int64 = 0
  var replacedSampleCount: Int64 = 0
  /// The number of samples beyond full scale that were clipped.
  var clippedSampleCount: Int64 = 0
  var elapsedSeconds: Double?
  var formatChangeCount: Int64?
  /// The deviations from the request.
  var warnings: [String] = []

  init(input: Pathname, output: Pathname, container: ContainerDescriptor, format: StreamFormat) {
    file = input.description
    self.input = input.description
    self.output = output.description
    fileFormat = "\(container.fileType)"
    dataFormat = DataFormatRecord(format)
  }

  /// Adds the result of decoding, and the size of the output.
  mutating func add(_ report: DecodingReport, frameCount: Int64, byteCount: Int64) {
    self.frameCount = frameCount
    durationSeconds = Double(frameCount) / dataFormat.sampleRate
    packetCount = report.packetCount
    audioDataByteCount = byteCount
    damagedPacketCount = report.damagedPacketCount
    remarkedPacketCount = report.remarkedPacketCount
    replacedSampleCount = report.replacedSampleCount
    clippedSampleCount = report.clippedSampleCount
    formatChangeCount = report.formatChangeCount > 0 ? report.formatChangeCount : nil
    damage = report.damage.map { Damage(packet: $0.packet, offset: $0.fileOffset, error: $0.error.description) }
  }

  /// Prints the record: on standard output, unless the audio goes there.
  func write(to output: Pathname) {
    (output.isStandardStream ? StandardStream.error : StandardStream.output).write(jsonLine(self))
  }
}
