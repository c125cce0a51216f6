import AudioBase
import FuzzSupport

/// The bytes are an MP4 file.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  _ = FileExerciser.run(bytes, as: Subject.container("m4af"))
  StreamExerciser.run(bytes, as: "m4af")
  return 0
}
