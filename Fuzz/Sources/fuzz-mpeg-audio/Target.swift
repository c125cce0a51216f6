import AudioBase
import FuzzSupport

/// The bytes are a file of the type `MPG3`.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  _ = FileExerciser.run(bytes, as: Subject.container("MPG3"))
  StreamExerciser.run(bytes, as: "MPG3")
  return 0
}
