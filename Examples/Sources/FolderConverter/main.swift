// Converts the files of a folder to Apple Lossless and says how far it is. Ctrl-C ends it and leaves no half file.
import Foundation
import SwiftAudioToolbox

guard CommandLine.arguments.count == 3 else {
  print("usage: FolderConverter folder new-folder")
  exit(64)
}
let (source, target) = (CommandLine.arguments[1], CommandLine.arguments[2])
let stop = Cancellation()
signal(SIGINT) { _ in stop.cancel() }

try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
for name in try FileManager.default.contentsOfDirectory(atPath: source).sorted() {
  var job = FileConversion(from: FilePath("\(source)/\(name)"), to: FilePath("\(target)/\(name).m4a"))
  job.dataFormat = OutputDataFormat(.coded("alac"))
  var quarters = -1
  let control = JobControl(cancellation: stop) { progress in
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
    if stop.isCancelled { exit(130) }
  }
}
