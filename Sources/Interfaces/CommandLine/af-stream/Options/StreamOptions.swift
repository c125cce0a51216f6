import ArgumentParser
import AudioFiles
import AudioStreaming
import RTPPayloads

/// The options on which both ends of a stream must agree, beside its format.
struct StreamOptions: ParsableArguments {
  /// The ways of `--packing`.
  enum Packing: String, ExpressibleByArgument, CaseIterable {
    case hbr, lbr, latm
    case latmInBand = "latm-in-band"
    case raw

    var packing: PayloadFormat.AACPacking {
      switch self {
      case .hbr: .highBitRate
      case .lbr: .lowBitRate
      case .latm: .latm
      case .latmInBand: .latmInBand
      case .raw: .accessUnits
      }
    }
  }

  /// The profiles of `--srtp-suite`.
  enum Suite: String, ExpressibleByArgument, CaseIterable {
    case counter80 = "AES_CM_128_HMAC_SHA1_80"
    case counter32 = "AES_CM_128_HMAC_SHA1_32"
    case gcm128 = "AEAD_AES_128_GCM"
    case gcm256 = "AEAD_AES_256_GCM"

    var suite: CryptoAttribute.Suite {
      switch self {
      case .counter80: .aes128CounterHMAC80
      case .counter32: .aes128CounterHMAC32
      case .gcm128: .aes128GCM
      case .gcm256: .aes256GCM
      }
    }
  }

  @Option(
    name: .long,
    help: "The payload format of AAC: a mode of RFC 3640 (the default is hbr), RFC 6416, or the bare access unit.")
  var packing: Packing?

  @Option(
    name: .long, help: ArgumentHelp("Milliseconds of audio in a packet, 2.5 to 60.", valueName: "ms"))
  var packetTime: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The key of srtp:// in base64, salt included. Everybody on this machine sees it while the command runs: "
        + "--key-file hides it.", valueName: "base64"))
  var srtpKey: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Read the key of srtp://, as --srtp-key has it, from this file, which only its owner may read, or - for standard "
        + "input. A sender that is given no key takes a random one, which --sdp writes into a file that only its owner can read.",
      valueName: "file"))
  var keyFile: Pathname?

  @Option(name: .long, help: "The protection of srtp://; the default is AES_CM_128_HMAC_SHA1_80.")
  var srtpSuite: Suite?

  @Option(
    name: .long,
    help: ArgumentHelp("The network interface for a multicast group, by name or address.", valueName: "name"))
  var interface: String?

  func validate() throws {
    if srtpKey != nil, keyFile != nil { throw ValidationError("--key-file says what --srtp-key says.") }
    try check(packetTime, "--packet-time", takes: TransmissionSettings.packetTimes, "ms")
  }

  /// The names of the options that were given and that a session description answers.
  var namesOfDescription: [String] {
    let given = [
      (packing != nil, "--packing"), (packetTime != nil, "--packet-time"), (srtpKey != nil, "--srtp-key"),
      (keyFile != nil, "--key-file"), (srtpSuite != nil, "--srtp-suite"),
    ]
    return given.filter(\.0).map(\.1)
  }

  /// Throws if an option is given that applies only to srtp://.
  func check(isProtected: Bool) throws {
    guard !isProtected else { return }
    if srtpKey != nil { throw ValidationError("--srtp-key needs srtp://.") }
    if keyFile != nil { throw ValidationError("--key-file needs srtp://.") }
    if srtpSuite != nil { throw ValidationError("--srtp-suite needs srtp://.") }
  }

  /// The packing of AAC into packets.
  var aacPacking: PayloadFormat.AACPacking { packing?.packing ?? .highBitRate }

  /// True if a key was given.
  var hasKey: Bool { srtpKey != nil || keyFile != nil }

  /// Returns the given key, or a random one; `file` identifies the failing object in errors.
  func key(_ file: Pathname) throws(CommandFailure) -> CryptoAttribute {
    let suite = srtpSuite?.suite ?? .aes128CounterHMAC80
    let count = suite.keyByteCount + suite.saltByteCount
    let text = try keyFile.map { path throws(CommandFailure) in try KeyFile.text(path) } ?? srtpKey
    do throws(RTPError) {
      if let text { return try CryptoAttribute(suite: suite, base64Key: text) }
      return try CryptoAttribute(suite: suite, key: (0..<count).map { _ in .random(in: .min ... .max) })
    } catch {
      throw CommandFailure(keyFile ?? file, "the key of \(suite.rawValue) is \(count) bytes in base64")
    }
  }
}
