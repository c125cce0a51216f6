import AudioStreaming
import Foundation
import RTPPayloads
import SwiftAudioToolbox

/// A camera that sends its microphone as HomeKit wants it: AAC-ELD of 480 frames at 24 or 16 kHz, mono, at a variable
/// rate, by SRTP. The other end is played here too, over the loopback interface.
///
///     HomeKitCamera FILE.wav [24|16] [SECONDS]
///
/// What the controller hears is written to the file. The microphone is a virtual device that hears a tone of 440 Hz;
/// `DeviceList.standard` would be a real one.
@main
struct HomeKitCamera {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else { return print("HomeKitCamera FILE.wav [24|16] [SECONDS]") }
    let rate = arguments.count > 2 && arguments[2] == "16" ? 16_000 : 24_000
    let seconds = arguments.count > 3 ? Double(arguments[3]) ?? 3 : 3

    let session = try Session(rate: rate)
    let controller = try Controller(session, file: arguments[1])
    let camera = try Camera(session, port: controller.receiver.port, seconds: seconds)
    print(camera.description.text.replacing("\r\n", with: "\n"))

    try camera.transmission.start()
    try controller.listen(seconds: seconds)
    try camera.transmission.finish()
    let (sent, heard) = (camera.transmission.sender.report, controller.receiver.report)
    print("sent: \(sent.packetCount) packets, \(sent.unitCount) units")
    print("opened: \(heard.packetCount) packets, dropped \(heard.dropped.count)")
    controller.receiver.close()
    camera.transmission.sender.close()
  }
}

/// What the two have agreed on before the sound begins: HomeKit's "setup endpoints" and "selected configuration".
struct Session {
  /// The AudioSpecificConfig: F8 EC 30 00 for 24 kHz, F8 F0 30 00 for 16 kHz.
  let payload: PayloadFormat
  /// 16 bytes of key and 14 of salt, for AES_CM_128_HMAC_SHA1_80.
  let key: CryptoAttribute
  /// The number of the camera's stream.
  let source = UInt32.random(in: 1...0x7FFF_FFFF)
  /// One unit a packet: 20 ms at 24 kHz, 30 ms at 16 kHz.
  let packetTime: Double

  init(rate: Int) throws {
    let configuration: [UInt8] = rate == 16_000 ? [0xF8, 0xF0, 0x30, 0x00] : [0xF8, 0xEC, 0x30, 0x00]
    payload = try PayloadFormat.mpeg4Generic(configuration: configuration, payloadType: 110)
    key = try CryptoAttribute(suite: .aes128CounterHMAC80, key: (0..<30).map { _ in UInt8.random(in: 0...255) })
    packetTime = 480_000 / Double(rate)
  }
}

/// The camera: microphone, encoder, SRTP.
struct Camera {
  let transmission: DeviceTransmission
  /// The session as FFmpeg and others want it told.
  let description: SessionDescription

  init(_ session: Session, port: Int, seconds: Double) throws {
    let microphone = VirtualDevice(
      "microphone", DeviceFormat(sampleRate: 48_000, channelCount: 1), pacing: .realTime, bufferFrameCount: 240)
    microphone.setInput([(0..<Int(48_000 * (seconds + 1))).map { sin(Float($0 % 1200) * 440 / 48_000 * 2 * .pi) / 4 }])

    var packets = PacketRequest(session.payload.format)
    packets.encoding.rateControl = .variable
    var settings = TransmissionSettings(session.payload)
    (settings.key, settings.source, settings.packetTime) = (session.key, session.source, session.packetTime)
    description = settings.sessionDescription(address: "127.0.0.1", port: port)
    transmission = try DeviceTransmission(from: microphone, as: packets) {
      payload throws(AudioError) in
      // The encoder writes what was agreed on, or there is no session.
      guard payload.cookie == settings.format.cookie else {
        throw AudioError(.unsupported, .streaming, "the encoder has the configuration of the session")
      }
      return try RTPSender(settings, to: .init(host: "127.0.0.1", port: port), pacing: .asFed)
    }
  }
}

/// The other end: takes only the camera's stream, and only with its key.
struct Controller {
  let receiver: RTPReceiver
  private let recording: Recording

  init(_ session: Session, file: String) throws {
    var settings = ReceptionSettings(session.payload)
    (settings.key, settings.expectedSource) = (session.key, session.source)
    let stream = ReceivedStream(session.payload.stream)
    let buffer = try JitterBuffer(sampleRate: stream.sampleRate, framesPerUnit: stream.framesPerUnit)
    receiver = try RTPReceiver(settings, at: .init(address: "127.0.0.1", port: 0), into: buffer)
    recording = try Recording(stream, buffer, file)
  }

  func listen(seconds: Double) throws {
    while Double(recording.file.frameCount) < seconds * recording.rate { _ = try recording.file.advance() }
    try recording.file.finish()
  }

  /// The decoded sound on its way into a file.
  private final class Recording {
    let rate: Double
    var file: ReceivedRecording<FileRecording>

    init(_ stream: ReceivedStream, _ buffer: JitterBuffer, _ name: String) throws {
      rate = stream.sampleRate
      let heard = DeviceFormat(sampleRate: rate, channelCount: 1)
      let samples = try ReceivedSamples(stream, through: buffer, for: heard)
      let format = StreamFormat(.int16, sampleRate: rate, channelsPerFrame: 1)
      var options = FileRecording.Options()
      options.replacement = .replace
      file = ReceivedRecording(samples, into: try FileRecording(creating: name, format, from: heard, options))
    }
  }
}
