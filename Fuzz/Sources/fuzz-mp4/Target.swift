import AudioBase
import FuzzSupport

/// The bytes are an MP4 file.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = FileExerciser.run(unsafe fuzzerInput(data, count), as: Subject.container("m4af"))
  return 0
}
