// Converts the files of a folder to Apple Lossless and says how far it is. Ctrl-C ends it and leaves no half file.
import Dispatch
import Foundation
import SwiftAudioToolbox

guard CommandLine.arguments.count == 3 else {
  print("usage: FolderConverter folder new-folder")
  exit(64)
}

/// Converts one file, and prints each quarter.
func convert(_ name: String, from source: String, to target: String) {
  var job = FileConversion(from: Pathname("\(source)/\(name)"), to: Pathname("\(target)/\(name).m4a"))
  job.dataFormat = OutputDataFormat(.coded("alac"))
  var quarters = -1
  let control = JobControl { progress in
    guard let part = progress.fraction, Int(part * 4) > quarters else { return }
    quarters = Int(part * 4)
    print("\(name): \(quarters * 25) %")
  }
  do throws(AudioError) {
    let report = try job.run(control)
    print("\(name): \(report.frameCount ?? 0) frames, \(report.byteCount) bytes")
    for note in report.notes { print("\(name): \(note)") }
  } catch {
    print("\(name): \(error.text)")
  }
}

let (source, target) = (CommandLine.arguments[1], CommandLine.arguments[2])
try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
let names = try FileManager.default.contentsOfDirectory(atPath: source).sorted()

// Ctrl-C is listened to before the work begins, so that none is missed. Ignored first: the source takes its place.
signal(SIGINT, SIG_IGN)
let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
let (interrupts, interrupted) = AsyncStream.makeStream(of: Void.self)
interrupt.setEventHandler { interrupted.yield() }
await withCheckedContinuation { isListening in
  interrupt.setRegistrationHandler { isListening.resume() }
  interrupt.resume()
}
let work = Task.detached {
  for name in names where !Task.isCancelled { convert(name, from: source, to: target) }
  return Task.isCancelled
}
Task { for await _ in interrupts { work.cancel() } }
if await work.value { exit(130) }
