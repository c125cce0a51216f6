import AudioBase
import FuzzSupport

/// The file types that the first byte chooses from.
private let fileTypes: [FourCharacterCode] = [
  "avi ", "flv ", "asf ", "mp2p", "voc ", "sph ", "irca", "sox ", "avr ", "pvf ", "paf ", "8svx", "iec6",
]

/// The bytes after the first are a file of a type that is only read.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  guard let first = bytes.first else { return 0 }
  let fileType = fileTypes[Int(first) % fileTypes.count]
  let file = Array(bytes.dropFirst())
  _ = FileExerciser.run(file, as: Subject.container(fileType))
  StreamExerciser.run(file, as: fileType)
  return 0
}
