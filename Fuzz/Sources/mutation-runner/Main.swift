import Foundation
import FuzzSupport

/// Damages one file again and again and looks what becomes of it; `Scripts/attack mutate` drives it.
@main
enum MutationRunner {
  static func main() throws {
    let options: Options
    do {
      options = try Options(Array(CommandLine.arguments.dropFirst()))
    } catch {
      print(Options.usage)
      exit(64)
    }
    let subject: any DamagedSubject
    do {
      subject = try Self.subject(options)
    } catch {
      FileHandle.standardError.write(Data("mutation-runner: \(options.file): \(error.localizedDescription)\n".utf8))
      exit(2)
    }
    if let path = options.emit {
      for file in subject.files(seed: options.first) {
        try Data(file.bytes).write(to: URL(fileURLWithPath: path + file.suffix))
      }
      return
    }
    let tally = try run(subject, options)
    print(String(decoding: try JSONEncoder().encode(tally), as: UTF8.self))
  }

  private static func subject(_ options: Options) throws -> any DamagedSubject {
    let bytes = try read(options.file)
    let donor = try options.donor.map(read) ?? bytes
    if options.usesAPI { return DamagedStructure(bytes: bytes, donor: donor) }
    guard let configuration = options.configuration else { return DamagedFile(bytes, donor: donor) }
    return try DamagedPackets(
      dump: bytes, configuration: read(configuration), donor: donor, packetCount: options.packetCount)
  }

  private static func read(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func run(_ subject: any DamagedSubject, _ options: Options) throws -> Tally {
    let progress = try options.progress.map { path in
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }
    var tally = Tally()
    var watch = ResourceWatch(seconds: options.seconds, byteCount: options.mebibytes << 20)
    for seed in options.first..<(options.first + options.count) {
      try progress?.seek(toOffset: 0)
      try progress?.write(contentsOf: Data(String(format: "%020llu", seed).utf8))
      watch.startInput()
      let start = ResourceWatch.processorTime
      let size = subject.run(seed: seed, into: &tally)
      let seconds = ResourceWatch.processorTime - start
      tally.inputs += 1
      if seconds > tally.slowestSeconds { (tally.slowestSeconds, tally.slowestSeed) = (seconds, seed) }
      let above = watch.growth - size
      tally.peakBytesAboveInput = max(tally.peakBytesAboveInput, above)
      if above > watch.byteCount {
        print("\(above) bytes of memory above the size of the input")
        exit(3)
      }
    }
    return tally
  }
}
