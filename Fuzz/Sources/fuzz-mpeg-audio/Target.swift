import AudioBase
import FuzzSupport

/// The bytes are a file of the type `MPG3`.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  _ = FileExerciser.run(unsafe fuzzerInput(data, count), as: Subject.container("MPG3"))
  return 0
}
