import AudioBase
import AudioFiles
import AudioJobs
import CSwiftAudioToolbox
import SwiftAudioToolbox

/// A file that is being written.
final class Writer: Held {
  static let name = "writer"
  /// The number of bytes per frame of the caller's samples.
  let bytesPerFrame: Int
  private let writing: SoundWriting

  init(_ path: Pathname, _ format: StreamFormat, _ output: sat_output) throws(AudioError) {
    let wanted = try WantedOutput(output, for: path)
    bytesPerFrame = format.bytesPerFrame
    writing = try SoundWriting(wanted.job(to: path), of: format)
  }

  /// Writes frames.
  func write(_ bytes: [UInt8]) throws(AudioError) {
    try writing.write(bytes)
  }

  /// Completes the file.
  func finish() throws(AudioError) -> ConversionReport {
    try writing.finish()
  }

  /// Abandons a file that was not completed.
  func letGo() { writing.discard() }
}

/// The caller's options for writing a file.
struct WantedOutput {
  private let format: OutputDataFormat.Kind?
  private let bitRate: Int?
  private let replacement: ReplacementPolicy

  init(_ output: sat_output, for path: Pathname) throws(AudioError) {
    guard output.bit_rate >= 0 else { throw AudioError(.option, .call, "a bit rate is below 0") }
    let name = unsafe withUnsafeBytes(of: output.format) { unsafe text($0) }
    format = name.isEmpty ? nil : try DataFormatName.format(name, in: path)
    bitRate = output.bit_rate > 0 ? Int(output.bit_rate) : nil
    replacement = output.replaces != 0 ? .replace : .refuse
  }

  /// Returns the job that writes it.
  func job(to path: Pathname) -> FileConversion {
    Sound.conversion(to: path, as: format, bitRate: bitRate, replacing: replacement)
  }

  /// Writes samples at once, and returns the losses in the file.
  func save(_ sound: Sound, to path: Pathname) throws(AudioError) -> [JobNote] {
    try sound.save(to: path, as: format, bitRate: bitRate, replacing: replacement).notes
      .filter { $0.severity == .warning }
  }
}
