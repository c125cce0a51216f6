import AudioBase

/// An `AudioStreamBasicDescription` for machines.
struct DataFormatRecord: Encodable {
  var formatID: String
  var sampleRate: Double
  var formatFlags: UInt32
  var bytesPerPacket: Int
  var framesPerPacket: Int
  var bytesPerFrame: Int
  var channelsPerFrame: Int
  var bitsPerChannel: Int

  init(_ format: StreamFormat) {
    formatID = "\(format.formatID)"
    sampleRate = format.sampleRate
    formatFlags = format.formatFlags
    bytesPerPacket = format.bytesPerPacket
    framesPerPacket = format.framesPerPacket
    bytesPerFrame = format.bytesPerFrame
    channelsPerFrame = format.channelsPerFrame
    bitsPerChannel = format.bitsPerChannel
  }
}
