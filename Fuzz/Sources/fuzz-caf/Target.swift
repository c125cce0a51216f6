import AudioBase
import FuzzSupport

/// The bytes are a file of the type `caff`.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = FileExerciser.run(unsafe fuzzerInput(data, count), as: Subject.container("caff"))
  return 0
}
