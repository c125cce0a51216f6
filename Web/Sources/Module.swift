import AudioBase
import AudioConversion

// The functions that a page calls: Web/audio-toolbox.js. Each gives a number, and leaves texts and bytes as its answer. After
// -1, or 0 in place of a file, the answer is the error as JSON.

/// An error as a page sees it.
struct ErrorRecord: Encodable {
  var kind: String
  var message: String
  var rule: String
  var byte: Int64?
  var bit: Int?
  var packet: Int64?
  var structure: String?
}

private func fail(_ error: AudioError) {
  let place = error.place
  answer(
    JSONText.text(
      of: ErrorRecord(
        kind: error.kind.rawValue, message: error.text, rule: error.rule, byte: place.byte, bit: place.bit,
        packet: place.packet, structure: place.structure.map { "\($0)" })))
}

/// Does work that may fail, and returns its number, or -1.
private func attempt(_ body: () throws(AudioError) -> Int) -> Int32 {
  do throws(AudioError) {
    return Int32(clamping: try body())
  } catch {
    fail(error)
    return -1
  }
}

private func recording(_ handle: UnsafeMutableRawPointer) -> Recording {
  Unmanaged<Recording>.fromOpaque(handle).takeUnretainedValue()
}

/// Opens a file, whose bytes it takes over; returns `nil` where it fails.
@_cdecl("sat_open")
public func open(
  _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int32, _ name: UnsafePointer<UInt8>, _ nameCount: Int32
) -> UnsafeMutableRawPointer? {
  let source = PageBytes(bytes, count: Int(count))
  let name = text(name, nameCount)
  do throws(AudioError) {
    return Unmanaged.passRetained(try Recording(source, name: name.isEmpty ? nil : name)).toOpaque()
  } catch {
    fail(error)
    return nil
  }
}

/// Closes a file.
@_cdecl("sat_close")
public func close(_ handle: UnsafeMutableRawPointer) { Unmanaged<Recording>.fromOpaque(handle).release() }

/// Begins to decode a track, the first audio track for -1; the answer is the format of the samples.
@_cdecl("sat_begin")
public func begin(_ handle: UnsafeMutableRawPointer, _ track: Int32) -> Int32 {
  attempt { () throws(AudioError) in
    let recording = recording(handle)
    try recording.begin(track: Int(track), DecodeRequest())
    answer(recording.formatText)
    return 0
  }
}

/// Decodes on, and returns the number of frames, 0 at the end; then the answer is the report.
@_cdecl("sat_next")
public func next(_ handle: UnsafeMutableRawPointer) -> Int32 {
  attempt { () throws(AudioError) in
    let recording = recording(handle)
    let count = try recording.next()
    if count == 0 { answer(recording.reportText) }
    return count
  }
}

/// The frames of a channel that ``next(_:)`` has decoded.
@_cdecl("sat_plane")
public func plane(_ handle: UnsafeMutableRawPointer, _ channel: Int32) -> UnsafeMutablePointer<Float>? {
  recording(handle).plane(Int(channel))
}

private func text(_ bytes: UnsafePointer<UInt8>, _ count: Int32) -> String {
  String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
}

/// Tells what is known of a file without decoding it; the answer is the record of `af info --json`.
@_cdecl("sat_info")
public func info(
  _ handle: UnsafeMutableRawPointer, _ track: Int32, _ name: UnsafePointer<UInt8>, _ nameCount: Int32
) -> Int32 {
  attempt { () throws(AudioError) in
    answer(JSONText.text(of: try recording(handle).info(track: Int(track), name: text(name, nameCount))))
    return 0
  }
}

/// Inspects a file in every respect; the answer is the record of `af inspect --json`.
@_cdecl("sat_inspect")
public func inspect(
  _ handle: UnsafeMutableRawPointer, _ track: Int32, _ name: UnsafePointer<UInt8>, _ nameCount: Int32
) -> Int32 {
  attempt { () throws(AudioError) in
    answer(JSONText.text(of: try recording(handle).inspection(track: Int(track), name: text(name, nameCount))))
    return 0
  }
}

/// Makes the page of `af inspect --html` of such a record; the answer is the page.
@_cdecl("sat_page")
public func page(
  _ title: UnsafePointer<UInt8>, _ titleCount: Int32, _ record: UnsafePointer<UInt8>, _ recordCount: Int32
) {
  answer(InspectionPage(title: text(title, titleCount), json: text(record, recordCount)).html)
}

/// Encodes planes of floats, which follow each other, in AAC-ELD; the answer is the file.
///
/// - Parameters:
///   - kind: 0 for AAC-ELD alone, 1 with SBR, 2 for AAC-ELD v2.
///   - bitRate: Bits per second; 0 leaves it to the encoder.
///   - framesPerPacket: 480 or 512; 0 leaves it to the encoder.
///   - quality: 0 to 127 for a variable rate; -1 for a constant one.
///   - isCAF: 1 for CAF, 0 for M4A.
@_cdecl("sat_encode_eld")
public func encodeELD(
  _ samples: UnsafePointer<Float>, _ frameCount: Int32, _ channelCount: Int32, _ sampleRate: Double, _ kind: Int32,
  _ bitRate: Int32, _ framesPerPacket: Int32, _ quality: Int32, _ isCAF: Int32
) -> Int32 {
  attempt { () throws(AudioError) in
    var request = EncodingRequest(sampleRate: sampleRate, channelCount: Int(channelCount))
    request.formatID =
      kind == 0 ? .aacEnhancedLowDelay : kind == 1 ? .aacEnhancedLowDelaySBR : .aacEnhancedLowDelayV2
    if bitRate > 0 { request.options.bitRate = Int(bitRate) }
    if framesPerPacket > 0 { request.options.framesPerPacket = Int(framesPerPacket) }
    if quality >= 0 { (request.options.rateControl, request.options.quality) = (.variable, Int(quality)) }
    request.isCAF = isCAF != 0
    answer(try request.file(of: samples, frameCount: Int(frameCount)))
    return 0
  }
}
