import AudioBase
import FuzzSupport

/// The bytes are an ADTS file.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = FileExerciser.run(unsafe fuzzerInput(data, count), as: Subject.container("adts"))
  return 0
}
