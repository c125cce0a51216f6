import AudioToolbox
import Foundation

/// An instrument made from recordings: a SoundFont in a temporary file that exists as long as this object.
final class RecordedInstrument: Sendable {
  /// The file.
  let path: String

  /// Reads recordings, and writes the file.
  ///
  /// - Throws: What reading and writing throw; `kAudio_ParamError` for no recordings, or more than
  ///   ``SoundFontFile/mostRecordings``; `kAudio_MemFullError` for more than 1 GiB of samples.
  init(of urls: [URL]) throws {
    guard (1...SoundFontFile.mostRecordings).contains(urls.count) else {
      let text = "an instrument has 1 to \(SoundFontFile.mostRecordings) recordings"
      throw NSError.ofEngine(kAudio_ParamError, text, call: "loadAudioFiles")
    }
    path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".sf2").path
    var recordings: [SoundFontFile.Recording] = []
    var room = SoundFontFile.limit
    for (url, root) in zip(urls, Self.roots(of: urls)) {
      let recording = try Self.read(url, root, &room)
      recordings.append(recording)
    }
    Self.spread(&recordings)
    try Data(SoundFontFile(recordings).bytes).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private static func read(_ url: URL, _ root: Int, _ room: inout Int) throws -> SoundFontFile.Recording {
    let file = try AVAudioFile(forReading: url, commonFormat: .pcmFormatInt16, interleaved: false)
    let channelCount = min(2, Int(file.processingFormat.channelCount))
    let (byteCount, isTooLarge) = Int(file.length).multipliedReportingOverflow(by: 2 * channelCount)
    guard !isTooLarge, byteCount <= room,
      let buffer = AVAudioPCMBuffer(
        pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(max(1, file.length)))
    else {
      throw NSError.ofEngine(OSStatus(kAudio_MemFullError), "the recordings are too long", call: "loadAudioFiles")
    }
    room -= byteCount
    if file.length > 0 { try file.read(into: buffer) }
    let channels = (0..<channelCount).map { channel in
      unsafe buffer.int16ChannelData.map {
        unsafe Array(UnsafeBufferPointer(start: $0[channel], count: Int(buffer.frameLength)))
      }
        ?? []
    }
    return SoundFontFile.Recording(
      name: url.lastPathComponent, channels: channels, sampleRate: Int(file.processingFormat.sampleRate), root: root,
      keys: root...root)
  }

  /// Returns the keys of the recordings: those at the ends of their names, as in `violin-C#3.wav` with C4 for key 60;
  /// the others have 60, 61 and so on.
  static func roots(of urls: [URL]) -> [Int] {
    var next = 59
    return urls.map { url in
      if let told = root(ofName: url.deletingPathExtension().lastPathComponent) { return told }
      next = min(127, next + 1)
      return next
    }
  }

  private static func root(ofName name: String) -> Int? {
    let notes: [Character: Int] = ["C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11]
    let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }
    var rest = name.dropLast(digits.count)
    guard digits.count == 1, var octave = Int(String(digits.reversed())) else { return nil }
    if rest.last == "-" {
      octave = -octave
      rest = rest.dropLast()
    }
    var change = 0
    if rest.last == "#" || rest.last == "b" {
      change = rest.last == "#" ? 1 : -1
      rest = rest.dropLast()
    }
    guard let last = rest.last, let note = notes[last] else { return nil }
    // A letter within a word, as in "takeA4", is a note, and one of a word in upper case is none.
    if let before = rest.dropLast().last, before.isUppercase { return nil }
    let key = 12 * (octave + 1) + note + change
    return (0...127).contains(key) ? key : nil
  }

  /// Assigns to each recording the keys that are nearest to its own.
  private static func spread(_ recordings: inout [SoundFontFile.Recording]) {
    let roots = Set(recordings.map(\.root)).sorted()
    for index in recordings.indices {
      let root = recordings[index].root
      let below = roots.last { $0 < root }.map { ($0 + root) / 2 + 1 } ?? 0
      let above = roots.first { $0 > root }.map { ($0 + root) / 2 } ?? 127
      recordings[index].keys = below...above
    }
  }
}
