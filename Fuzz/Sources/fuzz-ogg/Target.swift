import AudioBase
import FuzzSupport

/// The bytes are an Ogg file.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  _ = FileExerciser.run(bytes, as: Subject.container("Oggf"))
  StreamExerciser.run(bytes, as: "Oggf")
  return 0
}
