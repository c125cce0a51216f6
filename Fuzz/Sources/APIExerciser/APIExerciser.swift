import AudioToolbox
import FuzzSupport

/// Uses damaged bytes as a program written for Core Audio would, through the C API and within this process.
///
/// It traps where the API breaks a promise that needs no reference to be checked: memory written beyond a buffer's end,
/// more frames or packets than were asked for, packets outside the memory that they come with, places before the start
/// of a file.
public enum APIExerciser {
  /// What came of an input.
  public struct Outcome: Sendable {
    /// Packets that were read from a file and parsed from a stream.
    public var packetCount = 0
    /// Frames that extended files and converters gave.
    public var frameCount = 0
    /// True where the library refused to open the bytes as a file.
    public var isRefused = false
  }

  private static let hints: [AudioFileTypeID] = [
    0, 0, 0, kAudioFileM4AType, kAudioFileMPEG4Type, kAudioFileCAFType, kAudioFileWAVEType, kAudioFileAIFFType,
    kAudioFileAAC_ADTSType, kAudioFileMP3Type, kAudioFileLATMInLOASType,
  ]

  /// Opens, asks, reads, parses and converts.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - seed: Decides hints, manners of the callbacks, sizes of pieces and formats.
  public static func run(_ bytes: [UInt8], seed: UInt64) -> Outcome {
    var generator = SeededGenerator(seed: seed ^ 0xA91)
    // Most faults show at the beginning: every eighth input is decoded eight times as far as the others.
    let depth = seed % 8 == 0 ? 8 : 1
    var outcome = Outcome()
    let hint = hints[Int.random(in: 0..<hints.count, using: &generator)]
    let manners: [MemoryFile.Manners] = [.honest, .honest, .honest, .slow, .failing, .changing]
    let memory = MemoryFile(bytes, manners: manners[Int.random(in: 0..<manners.count, using: &generator)])
    if let file = memory.open(hint: hint) {
      var exercise = FileExercise(file: file, generator: generator)
      outcome.packetCount += exercise.run()
      var extended = ExtendedFileExercise(file: file, generator: generator, depth: depth)
      outcome.frameCount += extended.run()
      AudioFileClose(file)
    } else {
      outcome.isRefused = true
    }
    withExtendedLifetime(memory) {}
    let stream = StreamExercise(generator: generator, depth: depth)
    stream.run(bytes, hint: hint)
    outcome.packetCount += stream.packetCount
    outcome.frameCount += stream.frameCount
    var converters = ConverterExercise(generator: generator)
    outcome.frameCount += converters.run(bytes)
    return outcome
  }
}
