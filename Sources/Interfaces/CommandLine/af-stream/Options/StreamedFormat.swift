import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import AudioStreaming
import RTPPayloads

/// The meanings of `--data-format` for a stream.
enum StreamedFormat {
  /// Returns the samples as networks have them: big endian.
  static func samples(_ samples: SampleFormat, _ file: Pathname) throws(CommandFailure) -> SampleFormat {
    guard samples.encoding == .signedInteger, [16, 24].contains(samples.bitsPerSample) else {
      throw CommandFailure(file, "samples that are sent have 16 or 24 bits", advice: "choose -d I16 or I24")
    }
    return SampleFormat(.signedInteger, bitsPerSample: samples.bitsPerSample, byteOrder: .bigEndian)
  }

  /// Returns a coded format, with the numbers after its name; 0 means the sound's own.
  static func coded(_ code: FourCharacterCode, _ asked: OutputDataFormat?, _ channelCount: Int) -> StreamFormat {
    let isCompanded = [.muLaw, .aLaw].contains(code)
    var format = StreamFormat(
      formatID: code, sampleRate: asked?.sampleRate ?? usualRate(of: code) ?? 0,
      channelsPerFrame: channelCount == 0 && isCompanded ? 1 : channelCount)
    format.framesPerPacket = asked?.framesPerPacket ?? 0
    if let flags = asked?.formatFlags { format.formatFlags = flags }
    return format
  }

  /// Returns the rate that RTP has for a format whatever the sound's own: 48 kHz of Opus (RFC 7587, 4.1), 8 kHz of
  /// G.711 (RFC 3551, 4.5.14); `nil` of others.
  private static func usualRate(of code: FourCharacterCode) -> Double? {
    switch code {
    case .opus: 48_000
    case .muLaw, .aLaw: 8000
    default: nil
    }
  }

  /// Returns the format that comes from a sender with the same options: AAC has the configuration of our encoder.
  ///
  /// - Parameters:
  ///   - asked: The data format of the options; rate and channels must be known.
  ///   - channelCount: The number of channels.
  ///   - file: The file that a failure names.
  static func received(
    _ asked: OutputDataFormat, _ channelCount: Int?, _ packing: PayloadFormat.AACPacking, _ file: Pathname
  ) throws(CommandFailure) -> PayloadFormat {
    let usual: (rate: Double?, channelCount: Int?) =
      switch asked.kind {
      case .coded(.opus): (usualRate(of: .opus), 2)
      case .coded(let code) where [.muLaw, .aLaw].contains(code): (usualRate(of: code), 1)
      default: (nil, nil)
      }
    guard let rate = asked.sampleRate ?? usual.rate else {
      throw CommandFailure(file, "nothing says which rate comes", advice: "write it behind the format: -d aace@48000")
    }
    guard let count = channelCount ?? usual.channelCount else {
      throw CommandFailure(file, "nothing says how many channels come", advice: "say it with --channels")
    }
    var wanted: CodedStream
    switch asked.kind {
    case .keep: throw CommandFailure(file, "-d 0 says nothing of what comes", advice: "choose another format, or --asc")
    case .usual:
      throw CommandFailure(file, "nothing says which format comes", advice: "write it before the rate: -d aace@48000")
    case .samples(let words):
      wanted = CodedStream(
        format: StreamFormat(try samples(words, file), sampleRate: rate, channelsPerFrame: count))
    case .coded(let code): wanted = CodedStream(format: coded(code, asked, count))
    }
    wanted.format.sampleRate = rate
    // Only AAC needs a configuration.
    if let plain = try? PayloadFormat(wanted) { return plain }
    let stream = try encoded(wanted, file)
    do throws(RTPError) {
      return try PayloadFormat(stream, packing: packing)
    } catch {
      throw CommandFailure(file, .streaming(error))
    }
  }

  /// Returns the stream with the cookie of an encoder for its format.
  private static func encoded(_ wanted: CodedStream, _ file: Pathname) throws(CommandFailure) -> CodedStream {
    let samples = StreamFormat(
      .float32, sampleRate: wanted.format.sampleRate, channelsPerFrame: wanted.format.channelsPerFrame)
    do throws(AudioError) {
      return try PacketConverter(from: CodedStream(format: samples), to: wanted, codecs: Catalog.standard.codecs).output
    } catch {
      throw CommandFailure(file, error.text, advice: "give the stream's AudioSpecificConfig with --asc HEX")
    }
  }
}

extension Pathname {
  /// True if the name is the word that means a device; a file of that name is `./device`.
  var isDevice: Bool { bytes == Array("device".utf8) }
}
