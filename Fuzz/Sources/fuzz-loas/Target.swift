import AudioBase
import FuzzSupport

/// The bytes are a file of the type `loas`.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzerInput(data, count)
  _ = FileExerciser.run(bytes, as: Subject.container("loas"))
  StreamExerciser.run(bytes, as: "loas")
  return 0
}
