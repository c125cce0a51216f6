import AudioStreaming
import Foundation
import RTPPayloads
import SwiftAudioToolbox

/// An intercom for three: each hears the two others. The stations send their microphones to a bridge, as AAC-ELD by
/// RTP; the bridge decodes the three, mixes for each of them what the others say, and sends it back.
///
///     Intercom FOLDER [SECONDS]
///
/// All are in this program, over the loopback interface; the microphones are virtual devices that hear tones of 400,
/// 600 and 900 Hz. What each station hears is written to FOLDER/heard-1.wav and so on.
@main
struct Intercom {
  static let format = DeviceFormat(sampleRate: 48_000, channelCount: 1)
  /// Frames of a packet, and of a step of the bridge: 10 ms.
  static let frameCount = 480

  static func main() throws {
    guard CommandLine.arguments.count > 1 else { return print("Intercom FOLDER [SECONDS]") }
    let folder = CommandLine.arguments[1]
    let seconds = CommandLine.arguments.count > 2 ? Double(CommandLine.arguments[2]) ?? 3 : 3

    let inlets = try (0..<3).map { _ in try Inlet() }
    let stations = try [400.0, 600, 900].enumerated().map { index, frequency in
      try Station("\(folder)/heard-\(index + 1).wav", frequency, seconds, to: inlets[index].receiver.port)
    }
    let bridge = try Bridge(inlets, to: stations.map(\.inlet.receiver.port))
    for station in stations { try station.microphone.start() }
    for _ in 0..<Int(seconds * 100) {
      try bridge.step()
      // Waits until the next 10 ms are due.
      for station in stations { _ = try station.heard.advance() }
    }
    for (index, station) in stations.enumerated() {
      try station.microphone.finish()
      try station.heard.finish()
      let statistics = station.inlet.samples.buffer.statistics
      print("station \(index + 1): \(statistics.receivedUnits) units, lost \(statistics.lostUnits)")
    }
  }

  /// Sends what a device captures as AAC-ELD.
  static func outlet(
    from device: VirtualDevice, to port: Int, _ feeding: PlayerFeeding
  ) throws -> DeviceTransmission {
    var options = DeviceTransmission.Options()
    options.recording.feeding = feeding
    let eld = StreamFormat(
      formatID: .aacEnhancedLowDelay, sampleRate: 0, channelsPerFrame: 0, framesPerPacket: frameCount)
    return try DeviceTransmission(from: device, as: PacketRequest(eld), options: options) {
      payload throws(AudioError) in
      try RTPSender(TransmissionSettings(payload), to: .init(host: "127.0.0.1", port: port), pacing: .asFed)
    }
  }
}

/// What comes in from the network: decoded, and at a steady pace.
struct Inlet {
  let receiver: RTPReceiver
  let samples: ReceivedSamples

  init() throws {
    // AAC-ELD, 48 kHz, mono, 480 frames.
    let payload = try PayloadFormat.mpeg4Generic(configuration: [0xF8, 0xE6, 0x30, 0x00])
    let stream = ReceivedStream(payload.stream)
    let buffer = try JitterBuffer(sampleRate: stream.sampleRate, framesPerUnit: stream.framesPerUnit)
    receiver = try RTPReceiver(ReceptionSettings(payload), at: .init(address: "127.0.0.1", port: 0), into: buffer)
    samples = try ReceivedSamples(stream, through: buffer, for: Intercom.format)
  }
}

/// Somebody with a microphone and a loudspeaker, which is a file here.
final class Station {
  let microphone: DeviceTransmission
  let inlet: Inlet
  var heard: ReceivedRecording<FileRecording>

  init(_ file: String, _ frequency: Double, _ seconds: Double, to port: Int) throws {
    let device = VirtualDevice("microphone", Intercom.format, pacing: .realTime, bufferFrameCount: 240)
    let (rate, count) = (Intercom.format.sampleRate, Int(Intercom.format.sampleRate * (seconds + 1)))
    device.setInput([(0..<count).map { Float(sin(Double($0) * frequency / rate * 2 * .pi) / 4) }])
    microphone = try Intercom.outlet(from: device, to: port, .thread)
    inlet = try Inlet()
    let format = StreamFormat(.int16, sampleRate: rate, channelsPerFrame: 1)
    var options = FileRecording.Options()
    options.replacement = .replace
    heard = ReceivedRecording(
      inlet.samples, into: try FileRecording(creating: file, format, from: Intercom.format, options))
  }
}

/// Mixes for each station what the others say.
final class Bridge {
  private let inlets: [Inlet]
  /// What each station is to hear: the mix is captured from a device whose time the bridge moves.
  private let buses: [VirtualDevice]
  private let outlets: [DeviceTransmission]
  private var block = PCMBlock(channelCount: 1, capacity: Intercom.frameCount)

  init(_ inlets: [Inlet], to ports: [Int]) throws {
    self.inlets = inlets
    buses = ports.map { _ in VirtualDevice("bus", Intercom.format, pacing: .stepped, bufferFrameCount: 480) }
    outlets = try zip(buses, ports).map { try Intercom.outlet(from: $0, to: $1, .caller) }
    for outlet in outlets { try outlet.start() }
  }

  /// Mixes and sends the next 10 ms.
  func step() throws {
    var voices: [[Float]] = []
    for inlet in inlets {
      block.setFrameCount(try inlet.samples.read(into: &block))
      let plane = block.channel(0)
      var voice: [Float] = []
      for index in plane.indices { voice.append(plane[index]) }
      voices.append(voice)
    }
    for (listener, bus) in buses.enumerated() {
      var mix = [Float](repeating: 0, count: Intercom.frameCount)
      for (speaker, voice) in voices.enumerated() where speaker != listener {
        for index in voice.indices { mix[index] += voice[index] }
      }
      bus.setInput([mix])
      bus.advance(frameCount: Intercom.frameCount)
      outlets[listener].recorder.drain()
    }
  }
}
